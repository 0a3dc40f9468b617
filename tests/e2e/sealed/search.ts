import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { unpacked } from './packed.ts';

/** A word as each part of a browser may write it: text, addresses, and the two-byte strings of form state and of IndexedDB. */
function spellings(word: string): Buffer[] {
  const twoBytes = Buffer.from(word, 'utf16le');
  const all = [
    Buffer.from(word, 'utf8'),
    twoBytes,
    Buffer.from(twoBytes).swap16(),
    Buffer.from(word, 'latin1'),
    Buffer.from(encodeURIComponent(word)),
  ];
  return all.filter((one, at) => all.findIndex((other) => other.equals(one)) === at);
}

/** `any` finds in one pass over bytes, read one a character, whether something of `all` is there. */
type Wanted = { of: string; all: { word: string; bytes: Buffer }[]; any: RegExp };

function wantedOf(words: readonly string[]): Wanted {
  const all = words.flatMap((word) => spellings(word).map((bytes) => ({ word, bytes })));
  const any = new RegExp(all.map(({ bytes }) => bytes.toString('hex').replaceAll(/../g, '\\x$&')).join('|'));
  return { of: words.join('\n'), all, any };
}

/** By what was wanted and what a file holds: most files are the same from one search to the next. */
const foundBefore = new Map<string, string[]>();

function wordsIn(plain: Buffer, { of, all, any }: Wanted): string[] {
  const same = `${hash('sha256', plain)} ${of}`;
  const known = foundBefore.get(same);
  if (known) return known;
  const parts = [plain, ...unpacked(plain)].filter((part) => any.test(part.toString('latin1')));
  const found = all.filter(({ bytes }) => parts.some((part) => part.includes(bytes))).map(({ word }) => word);
  const words = [...new Set(found)];
  foundBefore.set(same, words);
  return words;
}

export type Searched = { files: number; bytes: number; hits: string[] };

/** Every file below a profile whose bytes, or what is packed in them, hold one of the words. */
export function search(profile: string, words: readonly string[]): Searched {
  const wanted = wantedOf(words);
  const searched: Searched = { files: 0, bytes: 0, hits: [] };
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readIfThere(path);
    for (const word of wordsIn(plain, wanted)) searched.hits.push(`${relative(profile, path)}: ${word}`);
    searched.files += 1;
    searched.bytes += plain.length;
  }
  return searched;
}

export const filesWith = (profile: string, words: readonly string[]) => search(profile, words).hits;

/** The built screens' own text. */
const ownText = () =>
  readdirSync('dist', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|html|css)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
let text: string | undefined;

/** Whether the app says a word itself, such as a state's name: that it is on the disk tells nothing of a patient. */
export function isOfTheApp(word: string): boolean {
  text ??= ownText();
  return text.includes(word);
}

/** A running browser removes files at any time. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
