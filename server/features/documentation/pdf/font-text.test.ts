import { expect, test } from 'vitest';
import { fontText } from './font-text.ts';

test.each([
  ['José Núñez, Łukasz, Nguyễn', 'José Núñez, Łukasz, Nguyễn'],
  ['Nguye\u0302\u0303n', 'Nguyễn'],
  ['Ελένη, Наталья', 'Ελένη, Наталья'],
  ['a\r\nb\tc', 'a\nb    c'],
  ['90→110, pain ↓, ☑ ☐', '90->110, pain (down), [x] [ ]'],
  ['½ ⅓ 37\u202f°C ℃', '½ 1⁄3 37 °C °C'],
  ['ḥ', 'h\u0323'],
  ['山田 👍', '[U+5C71][U+7530] [U+1F44D]'],
  ['a\u00adb\u200dc\u202ed\ufe0f\u0007', 'abcd'],
  ['', ''],
])('%j is drawn as %j', (text, drawn) => expect(fontText(text)).toBe(drawn));

test('a long run without a space may break', () => {
  expect(fontText('x'.repeat(100))).toBe(`${'x'.repeat(40)}\u200b${'x'.repeat(40)}\u200b${'x'.repeat(20)}`);
});
