import { expect, test } from 'vitest';
import { Line, OptionalLine, Text } from './text.ts';

test('what no database stores is left out, the rest stays as it was typed', () => {
  expect(Text(40).parse('Pain 3/10\u0000\n\tno change 🦄')).toBe('Pain 3/10\n\tno change 🦄');
  expect(OptionalLine(40).parse(' Zo\u0000ë ')).toBe('Zoë');
  expect(Text(40).parse('half \ud83d')).toBe('half \ufffd');
  expect(Line(40).safeParse('\u0000').success).toBe(false);
});
