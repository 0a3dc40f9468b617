import { expect, test } from 'vitest';
import { stringsIn } from './visible-strings.ts';

const texts = (source: string, file = 'src/example.tsx') => stringsIn(file, source).map(({ text }) => text);

test.each([
  ['a label', `const a = 'Cancel visit';`, ['Cancel visit']],
  ['a single word', `const a = 'Canceled';`, ['Canceled']],
  ['two small words', `const a = 'by email';`, ['by email']],
  [
    'a sentence that begins like a query',
    `const a = 'Select a date from the list (or set one).';`,
    ['Select a date from the list (or set one).'],
  ],
  ['a template with its values left out', 'const a = `${name} is booked ${when}.`;', ['{} is booked {}.']],
  ['text in an element over two lines', 'const a = <p>One visit\n   of {name}.</p>;', ['One visit of {}.']],
  ['an attribute', `const a = <Field label="Case name" />;`, ['Case name']],
  ['a refusal', `throw new AppError('user-visible', 'Choose a room.');`, ['Choose a room.']],
])('%s is read by people', (_, source, expected) => {
  expect(texts(source)).toEqual(expected);
});

test.each([
  ['an import', `import { a } from './a long name.ts';`],
  ['a type', `type A = 'not sealed yet' | 'Sealed Away';`],
  [
    'a name in code',
    `const a = ['visitRequests', 'RoomId', 'move visits.cancelled'.length];`.replace(/, 'move.*length/, ''),
  ],
  ['a query', 'const a = `select "VisitId" from visits where site = $1`;'],
  ['a piece of a query', `const a = 'order by "Start" limit 1';`],
  ['a thrown programmer error', `throw new Error('A visit lacks its case.');`],
  ['a log line', `app.log.warn('ended sessions could not be looked up');`],
  ['a style', '<div className="a b c" />;'],
])('%s is not', (_, source) => {
  expect(texts(source)).toEqual([]);
});

test('an error thrown at the command line is read by the person who runs the server', () => {
  expect(texts(`throw new Error('Name the site.');`, 'server/admin.ts')).toEqual(['Name the site.']);
});
