import type { Tx } from '#server/kit/context.ts';
import type { User } from '#server/kit/auth/passkeys/passkeys.ts';

type NewPasskey = User & {
  PasskeyId: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
};

/** False when the site has this credential already. */
export async function insertPasskey(tx: Tx, made: NewPasskey): Promise<boolean> {
  const { site, PasskeyId, UserId, credentialId, publicKey, counter, transports, name } = made;
  const kept = await tx.run(
    `insert into passkeys (site, "PasskeyId", "UserId", "credentialId", "publicKey", counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (site, "credentialId") do nothing`,
    [site, PasskeyId, UserId, credentialId, publicKey, counter, transports, name],
  );
  return kept === 1;
}

export async function renamePasskey(
  tx: Tx,
  { site, UserId, PasskeyId, name }: User & { PasskeyId: string; name: string },
): Promise<boolean> {
  const renamed = await tx.run(`update passkeys set name = $4 where site = $1 and "UserId" = $2 and "PasskeyId" = $3`, [
    site,
    UserId,
    PasskeyId,
    name,
  ]);
  return renamed === 1;
}

/** The name of what is gone; undefined when it was not theirs. */
export async function deletePasskey(
  tx: Tx,
  { site, UserId, PasskeyId }: User & { PasskeyId: string },
): Promise<string | undefined> {
  const gone = await tx.maybe<{ name: string }>(
    `delete from passkeys where site = $1 and "UserId" = $2 and "PasskeyId" = $3 returning name`,
    [site, UserId, PasskeyId],
  );
  return gone?.name;
}
