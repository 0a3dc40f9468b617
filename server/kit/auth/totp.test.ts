import { expect, test } from 'vitest';
import { base32, codeOf, stepAt, stepOfCode } from './totp.ts';

const key = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i s is %s', (seconds, code) => {
  expect(codeOf(key, stepAt(seconds * 1000), 8)).toBe(code);
});

// RFC 4226, appendix D.
test.each(['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'])(
  'a code of six digits: %s',
  (code) => {
    const codes = Array.from({ length: 10 }, (_each, step) => codeOf(key, step));
    expect(codes).toContain(code);
  },
);

test('a code is taken one step early or late, and once', () => {
  const now = 1_234_567_890_000;
  const step = stepAt(now);
  const at = (typed: string, lastStep = 0) => stepOfCode(key, typed, { now, lastStep });
  for (const near of [step - 1, step, step + 1]) expect(at(codeOf(key, near))).toBe(near);
  for (const far of [step - 2, step + 2]) expect(at(codeOf(key, far))).toBeUndefined();
  expect(at(codeOf(key, step), step)).toBeUndefined();
  expect(at(codeOf(key, step), step - 1)).toBe(step);
  expect(at(`${codeOf(key, step).slice(0, 3)} ${codeOf(key, step).slice(3)}`)).toBe(step);
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(at(wrong)).toBeUndefined();
});

// RFC 4648, 10.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %s is %s', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});
