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

export type Searched = { files: number; bytes: number; hits: string[] };

/** Every file below a profile whose bytes, or what is packed in them, hold one of the words. */
export function search(profile: string, words: readonly string[]): Searched {
  const wanted = words.flatMap((word) => spellings(word).map((bytes) => ({ word, bytes })));
  const searched: Searched = { files: 0, bytes: 0, hits: [] };
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = readIfThere(path);
    const parts = [plain, ...unpacked(plain)];
    const found = new Set(
      wanted.filter((one) => parts.some((part) => part.includes(one.bytes))).map(({ word }) => word),
    );
    for (const word of found) searched.hits.push(`${relative(profile, path)}: ${word}`);
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
