import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isNpi } from './npi.ts';

test.each([
  ['1234567893', true],
  ['1234567890', false],
  ['3456789012', false],
  ['123456789', false],
  ['12345678930', false],
  ['123456789X', false],
  ['', false],
])('%s is an NPI: %s', (text, valid) => {
  expect(isNpi(text)).toBe(valid);
});

test('any one digit changed is noticed', () => {
  for (let at = 0; at < 10; at += 1) {
    for (const digit of '0123456789') {
      const changed = `${'1234567893'.slice(0, at)}${digit}${'1234567893'.slice(at + 1)}`;
      expect(isNpi(changed)).toBe(changed === '1234567893');
    }
  }
});

const samples = new URL('../../../shared/data/codes/npi-samples.json', import.meta.url);
describe.runIf(existsSync(samples))('numbers of the collected files', () => {
  const { inSamples, invalidInSamples } = existsSync(samples)
    ? (JSON.parse(readFileSync(samples, 'utf8')) as { inSamples: string[]; invalidInSamples: string[] })
    : { inSamples: [], invalidInSamples: [] };
  test.each(inSamples)('%s is valid', (npi) => expect(isNpi(npi)).toBe(true));
  test.each(invalidInSamples)('%s is not', (npi) => expect(isNpi(npi)).toBe(false));
});
