import { inflateSync } from 'node:zlib';

/** Text without spaces and ligatures: a PDF places letters, and where words end is not in it. */
export function squeezed(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}

/** The squeezed text of a PDF that Chromium printed or the server made, page by page: its fonts tell which character each glyph is. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = readObjects(pdf);
  const fonts = new Map<string, Map<number, string>>();
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    const stream = map === undefined ? undefined : objects.get(map)?.stream;
    if (stream) fonts.set(id, readMap(stream));
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const content = /\/Contents (\d+) 0 R/.exec(head)?.[1];
      return readText(objects.get(content ?? '')?.stream ?? '', fontsOf(head, objects, fonts));
    });
}

type Objects = Map<string, { head: string; stream: string | undefined }>;

function readObjects(pdf: Buffer): Objects {
  const text = pdf.toString('latin1');
  const found: Objects = new Map();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)(?:stream\r?\n|endobj)/g)) {
    const [whole, id = '', head = ''] = match;
    const length = /\/Length (\d+)/.exec(head)?.[1];
    const start = match.index + whole.length;
    const hasStream = whole.trimEnd().endsWith('stream') && length !== undefined;
    const bytes = hasStream ? pdf.subarray(start, start + Number(length)) : undefined;
    const isPacked = head.includes('/FlateDecode');
    found.set(id, { head, stream: bytes && (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return found;
}

/** A page's own names of its fonts, such as `F4`. */
function fontsOf(
  head: string,
  objects: Objects,
  fonts: Map<string, Map<number, string>>,
): Map<string, Map<number, string>> {
  const resources = /\/Resources (\d+) 0 R/.exec(head)?.[1];
  const where = `${head}${resources === undefined ? '' : (objects.get(resources)?.head ?? '')}`;
  return new Map(
    [...where.matchAll(/\/(F\d+) (\d+) 0 R/g)].flatMap(([, name = '', id = '']) => {
      const font = fonts.get(id);
      return font ? [[name, font] as const] : [];
    }),
  );
}

/** Glyphs one after the other: what the first of them is, or a list of all. */
const rangeOfGlyphs = /<(\w+)>\s*<(\w+)>\s*(?:<(\w+)>|\[([^\]]*)\])/g;

function readMap(cmap: string): Map<number, string> {
  const map = new Map<number, string>();
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, from = '', to = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g)) map.set(parseInt(from, 16), text(to));
  }
  for (const [, block = ''] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', until = '', to, each] of block.matchAll(rangeOfGlyphs)) {
      const first = parseInt(from, 16);
      if (to === undefined) {
        const all = [...(each ?? '').matchAll(/<([\w ]+)>/g)].map(([, hex = '']) => hex.replaceAll(' ', ''));
        for (const [at, hex] of all.entries()) map.set(first + at, text(hex));
        continue;
      }
      for (let at = first; at <= parseInt(until, 16); at += 1)
        map.set(at, text((parseInt(to, 16) + at - first).toString(16).padStart(to.length, '0')));
    }
  }
  return map;
}

function readText(content: string, fonts: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined;
  const runs: string[] = [];
  const glyphs = (hex: string) =>
    (hex.match(/.{4}/g) ?? []).map((glyph) => font?.get(parseInt(glyph, 16)) ?? '').join('');
  for (const [, name, list, one] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\]\s*TJ|<(\w+)>\s*Tj/g)) {
    if (name !== undefined) font = fonts.get(name);
    else if (list !== undefined) runs.push([...list.matchAll(/<(\w+)>/g)].map(([, hex = '']) => glyphs(hex)).join(''));
    else if (one !== undefined) runs.push(glyphs(one));
  }
  return squeezed(runs.join(''));
}
