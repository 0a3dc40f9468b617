import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { visibleStrings } from './visible-strings.ts';
import { allowed, literalWords } from './allowed-texts.ts';
import { british, longSentences, unplainWords } from './plain-words.ts';

const all = visibleStrings();
const strings = all.filter(({ text }) => !allowed.has(text));
const at = ({ file, line, text }: (typeof strings)[number]) => `${file}:${line} ${text}`;

test('texts are found in screens, rules, endpoint summaries and the server', () => {
  expect(strings.length).toBeGreaterThan(3_000);
  for (const start of ['src/', 'contract/', 'server/', 'local/', 'workers/'])
    expect(strings.some(({ file }) => file.startsWith(start))).toBe(true);
  expect(strings.some(({ text }) => text === 'Books all visits of a series, or none.')).toBe(true);
});

test.each([
  'E-mail domains',
  'The patient is told in 3 minutes.',
  'What is undone before is not told.',
  'Somebody is away',
  'Something speaks against this time.',
  'Stands in the calendar.',
  'No bookings lie outside of these hours',
  'This visit is with billing by now.',
  'It holds more than you may do',
  'Changes of this device',
  'No exchange with the server yet.',
  'Ask who manages your clinic’s users.',
  'Not confirmed after all',
  'It works when the network is back.',
])('“%s” would be found', (text) => {
  expect(unplainWords.some(({ pattern }) => pattern.test(text))).toBe(true);
});

test.each(['Licence number', 'is cancelled.', 'organised', 'colour'])('“%s” is British', (text) => {
  expect(british.test(text)).toBe(true);
});

test('a sentence is too long beyond 25 words, a value counting as one', () => {
  const words = (count: number) => `${'word '.repeat(count - 1)}{}.`;
  expect(longSentences(`${words(25)} ${words(25)}`)).toEqual([]);
  expect(longSentences(`${words(3)} ${words(26)}`)).toEqual([words(26)]);
});

test.each(unplainWords)('no text says $not; say $say', ({ not, pattern }) => {
  const folders = literalWords.flatMap((each) => (each.not === not ? [each.folder] : []));
  const said = strings.filter(({ file, text }) => pattern.test(text) && !folders.some((one) => file.startsWith(one)));
  expect(said.map(at)).toEqual([]);
});

test('no text has a British spelling', () => {
  expect(strings.filter(({ text }) => british.test(text)).map(at)).toEqual([]);
});

test('no sentence has more than 25 words', () => {
  expect(strings.flatMap((one) => longSentences(one.text).map((text) => at({ ...one, text })))).toEqual([]);
});

test('pages and documents have no British spelling and no hyphen in email', () => {
  const files = ['README.md', 'index.html', ...globSync('docs/**/*.md'), ...globSync('public/*.{html,webmanifest}')];
  const bad = files.filter((file) => british.test(readFileSync(file, 'utf8')));
  const hyphens = files.filter((file) => /\be-mails?\b/i.test(readFileSync(file, 'utf8')));
  expect([...bad, ...hyphens]).toEqual([]);
});

/** Documents whose words are not plain yet; one that is mended leaves the list. */
const notYetPlain = [
  'docs/asvs.md',
  'docs/bad-input.md',
  'docs/threat-model.md',
  ...[5, 8, 9, 10, 11, 13, 15, 17, 18, 21, 25, 29].map(
    (number) => `docs/decisions/${String(number).padStart(4, '0')}-`,
  ),
];

test('documents and pages use the words of the screens', () => {
  const files = ['README.md', ...globSync('docs/**/*.md'), ...globSync('{*.html,public/*.{html,webmanifest}}')];
  const unplainIn = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      // Names of files, settings and calls are not prose.
      .map((line) => line.replace(/`[^`]*`/g, '{}'))
      .flatMap((line) =>
        unplainWords.flatMap(({ not, pattern }) => (pattern.test(line) ? [`${file} “${not}” ${line}`] : [])),
      );
  const isWaived = (file: string) => notYetPlain.some((name) => file.startsWith(name));
  expect(files.filter((file) => !isWaived(file)).flatMap(unplainIn)).toEqual([]);
  expect(files.filter((file) => isWaived(file) && unplainIn(file).length === 0)).toEqual([]);
});

test('every exception is still needed', () => {
  const texts = new Set(all.map(({ text }) => text));
  expect([...allowed.keys()].filter((text) => !texts.has(text))).toEqual([]);
});
