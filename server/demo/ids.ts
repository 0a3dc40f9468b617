import { createHash } from 'node:crypto';

/** The same name always gives the same UUID, so tests and screenshots can rely on it. */
export function demoId(site: string, kind: string, name: string): string {
  const hex = createHash('sha256').update(`${site}/${kind}/${name}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A well-formed NPI of the range kept for seed data; its last digit is the Luhn check over 80840 + NPI. */
export function demoNpi(index: number): string {
  const body = `199999${String(index).padStart(3, '0')}`;
  const digits = Array.from(`80840${body}`, Number).toReversed();
  const sum = digits.reduce((total, digit, at) => {
    const weighted = at % 2 === 0 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
