import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { passwordForm } from '#contract/account/password-form.ts';

/** OWASP's second choice: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

/** What stands for the hash of somebody who has not chosen a password yet: none fits it. */
export const noPassword = 'none';

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, so that the cost can rise later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(hash)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, kind, version, params, salt, hash] = stored.split('$');
  const numbers = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(params ?? '');
  // As slow as any other: nobody learns who was invited and has no password yet.
  if (kind !== 'argon2id' || version !== 'v=19' || !numbers || !salt || !hash) return verifyNothing(password);
  const [memory, passes, parallelism] = numbers.slice(1).map(Number) as [number, number, number];
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

let dummy: Promise<string> | undefined;

/** Costs as much as a real check: an unknown e-mail must not answer faster than a wrong password. */
export async function verifyNothing(password: string): Promise<false> {
  dummy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(password, await dummy);
  return false;
}

function derive(password: string, salt: Buffer, with_: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = { message: passwordForm(password), nonce: salt, tagLength, ...with_ };
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
