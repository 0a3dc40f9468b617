import { expect, test } from 'vitest';
import type { Unlocked } from '#local/keys/keyring.ts';
import { keyKeeper } from './key-keeper.ts';

const unlocked = {
  site: 'demo',
  UserId: 'u',
  Email: 'pt@demo.test',
  name: 'Rosa',
  dataKey: {} as CryptoKey,
} satisfies Unlocked;

function asked(answer: ReturnType<typeof keyKeeper>): unknown {
  const given: unknown[] = [];
  answer({ type: 'GIVE_KEY' }, { postMessage: (value: unknown) => given.push(value) } as unknown as MessagePort);
  return given[0];
}

test('gives the key it was told to keep until it is told to forget', () => {
  const answer = keyKeeper();
  expect(asked(answer)).toBeNull();
  answer({ type: 'KEEP_KEY', unlocked }, undefined);
  expect(asked(answer)).toBe(unlocked);
  answer({ type: 'FORGET_KEY' }, undefined);
  expect(asked(answer)).toBeNull();
});

test('told to forget one person, it keeps the key of who signed in since', () => {
  const answer = keyKeeper();
  answer({ type: 'KEEP_KEY', unlocked }, undefined);
  answer({ type: 'FORGET_KEY', of: { site: 'demo', UserId: 'another' } }, undefined);
  expect(asked(answer)).toBe(unlocked);
  answer({ type: 'FORGET_KEY', of: { site: 'demo', UserId: 'u' } }, undefined);
  expect(asked(answer)).toBeNull();
});
