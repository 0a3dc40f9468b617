import { createHmac, randomInt } from 'node:crypto';
import { codeAlphabet, codeLength } from '#contract/kiosk/enrollment-code.ts';
import type { SealingKeys } from '#server/kit/auth/sealed-text.ts';

export function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
}

/** 40 bits are soon tried against a plain hash: this one takes the server's key. By each key that is here. */
export function hashesOf(keys: SealingKeys, code: string): [string, ...string[]] {
  const hashOf = ({ secrets }: { secrets: Buffer }) =>
    createHmac('sha256', secrets).update(`mainstay kiosk code.${code}`).digest('base64url');
  return [hashOf(keys.current), ...keys.all.map(hashOf)];
}

/** What a tablet signs for a token: itself and its turn, so that no signature counts twice. */
export const turnText = (KioskId: string, turn: number): string => `mainstay kiosk token.${KioskId}.${turn}`;
