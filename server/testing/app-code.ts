import { codeOf, stepAt } from '../kit/auth/totp.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a key as a person types it, now or some steps of 30 s ahead. */
export function appCode(key: string, stepsAhead = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
  return codeOf(bytes, stepAt(Date.now()) + stepsAhead);
}
