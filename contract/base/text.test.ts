import { expect, test } from 'vitest';
import { Line, OptionalLine, Text } from './text.ts';

test('what no database stores is left out, the rest stays as it was typed', () => {
  expect(Text(40).parse('Pain 3/10\u0000\n\tno change 🦄')).toBe('Pain 3/10\n\tno change 🦄');
  expect(OptionalLine(40).parse(' Zo\u0000ë ')).toBe('Zoë');
  expect(Text(40).parse('half \ud83d')).toBe('half \ufffd');
  expect(Line(40).safeParse('\u0000').success).toBe(false);
});

test.each([
  ['Two\nlines', 'must be one line'],
  ['Two\r\nlines', 'must be one line'],
  ['Two\u2028lines', 'must be one line'],
  ['\u200b', 'must have a letter or another character that can be seen'],
  ['\u200d\u2060 \u3164', 'must have a letter or another character that can be seen'],
])('%j is no line', (typed, error) => {
  for (const schema of [Line(40), OptionalLine(40)])
    expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toContain(error);
});

test('joiners inside a name, marks and emoji stay', () => {
  for (const name of ['میـ\u200cخواهم', 'Zoe\u0308', '🦄', '3rd', '-']) expect(Line(40).parse(name)).toBe(name);
  expect(OptionalLine(40).parse('  ')).toBe('');
});
