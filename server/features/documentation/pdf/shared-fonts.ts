import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A font as fontkit opens it; what it has read of the file stays in its tables. */
type Opened = { _tables: object };
type Fontkit = {
  create(bytes: Uint8Array): Opened;
  registerFormat(format: { new (stream: { buffer: Uint8Array }): object; probe(bytes: Uint8Array): boolean }): void;
};

const mark = new TextEncoder().encode('Mainstay font: ');
const size = 64;

/**
 * Fonts of which each file is read once, for all documents: names of theirs to be given instead of paths. What draws
 * documents would read the tables of kerning anew for each, which takes a third of the time of a short one.
 */
export function sharedFonts(paths: readonly string[]): Uint8Array[] {
  const fontkit = fontkitOfPdfmake();
  const files = paths.map((path) => ({ bytes: new Uint8Array(readFileSync(path)), tables: null as object | null }));
  class SharedFont {
    static probe(bytes: Uint8Array): boolean {
      return mark.every((byte, at) => bytes[at] === byte);
    }
    constructor({ buffer }: { buffer: Uint8Array }) {
      const file = files[buffer[mark.length] ?? -1];
      if (!file) throw new Error('This font was not found.');
      // One for each document: the glyphs it has drawn are its own.
      const font = fontkit.create(file.bytes);
      file.tables ??= font._tables;
      font._tables = file.tables;
      return font;
    }
  }
  fontkit.registerFormat(SharedFont);
  return paths.map((_, at) => {
    const name = new Uint8Array(size);
    name.set(mark);
    name[mark.length] = at;
    return name;
  });
}

/** The very one that draws: a second copy would know nothing of it. */
function fontkitOfPdfmake(): Fontkit {
  const pdfmake = createRequire(createRequire(import.meta.url).resolve('pdfmake/package.json'));
  return createRequire(pdfmake.resolve('pdfkit'))('fontkit') as Fontkit;
}
