import { hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';

/** In clear at the start of a sealed file: how its key comes from the passphrase. */
export const SealHeader = z.strictObject({
  sealed: z.literal('mainstay backup 1'),
  n: z.int().min(2).max(1_048_576),
  r: z.int().min(1).max(32),
  p: z.int().min(1).max(16),
  salt: z.string(),
  file: z.string(),
});
export type SealHeader = z.output<typeof SealHeader>;

/** Half a second and 128 MB for each guess at a passphrase. */
const usualCost = { n: 131_072, r: 8, p: 1 };

/** Makes the keys of files from one passphrase; deriving is slow, so what is derived is kept. */
export type RecoveryKey = {
  newHeader(): SealHeader;
  /** The key of one file; `name` keeps a file from being put in the place of another. */
  keyOf(header: SealHeader, name: string): Promise<Buffer>;
};

export function recoveryKey(passphrase: string, cost: typeof usualCost = usualCost): RecoveryKey {
  const own = { ...cost, salt: randomBytes(16).toString('base64url') };
  const derived = new Map<string, Promise<Buffer>>();
  return {
    newHeader: () => ({ sealed: 'mainstay backup 1', ...own, file: randomBytes(16).toString('base64url') }),
    async keyOf({ n, r, p, salt, file }, name) {
      const which = `${n} ${r} ${p} ${salt}`;
      const from = derived.get(which) ?? stretch(passphrase, { n, r, p, salt });
      derived.set(which, from);
      return Buffer.from(hkdfSync('sha256', await from, Buffer.from(file, 'base64url'), `mainstay backup ${name}`, 32));
    },
  };
}

type Stretch = { n: number; r: number; p: number; salt: string };

function stretch(passphrase: string, { n, r, p, salt }: Stretch): Promise<Buffer> {
  const bytes = Buffer.from(passphrase.normalize('NFKC'));
  return new Promise((resolve, reject) => {
    const limits = { N: n, r, p, maxmem: 256 * n * r };
    scrypt(bytes, Buffer.from(salt, 'base64url'), 32, limits, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
