import type { Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import { siteAlone } from '../auth/sessions.ts';
import { sealedKinds, type SealedKind } from '../auth/sealed-kinds.ts';
import { keyIdOf, openBytes, sealBytes, type SealingKeys } from '../auth/sealed-text.ts';
import { lostId } from './keys-in-use.ts';

export type Resealed = { sealed: number; unreadable: number };
type Row = { owner: string; text: string };

/** Seals under the present key what other keys sealed; what none of them opens stays as it is, or is given up. */
export async function resealAll(
  database: Database,
  keys: SealingKeys,
  { sites, isLost = false }: { sites: string[]; isLost?: boolean },
): Promise<Resealed> {
  const all = { sealed: 0, unreadable: 0 };
  for (const site of sites) {
    for (const kind of sealedKinds) {
      const here = await database.tx(siteAlone(site), (tx) => resealKind(tx, keys, { site, kind, isLost }));
      all.sealed += here.sealed;
      all.unreadable += here.unreadable;
    }
  }
  return all;
}

async function resealKind(
  tx: Tx,
  keys: SealingKeys,
  { site, kind, isLost }: { site: string; kind: SealedKind; isLost: boolean },
): Promise<Resealed> {
  const done = { sealed: 0, unreadable: 0 };
  const { id } = keys.current;
  const rows = await rowsOf(tx, site, kind);
  for (const row of rows.filter(({ text }) => ![id, lostId].includes(keyIdOf(text) ?? ''))) {
    const purpose = kind.purpose({ site, UserId: row.owner });
    const opened = openBytes(keys, purpose, row.text);
    if (opened) done.sealed += await put(tx, site, kind, row, sealBytes(keys, purpose, opened));
    else done.unreadable += 1;
    // Kept, should the key turn up again; nothing asks for it any more.
    if (!opened && isLost) await put(tx, site, kind, row, `${lostId}.${row.text.replace('.', '-')}`);
  }
  return done;
}

function rowsOf(tx: Tx, site: string, { table, column, owner }: SealedKind): Promise<Row[]> {
  return tx.rows(`select "${owner}"::text as owner, "${column}" as text from ${table} where site = $1 order by 1`, [
    site,
  ]);
}

/** Unless it was sealed anew meanwhile. */
function put(tx: Tx, site: string, { table, column, owner }: SealedKind, row: Row, next: string): Promise<number> {
  return tx.run(`update ${table} set "${column}" = $4 where site = $1 and "${owner}"::text = $2 and "${column}" = $3`, [
    site,
    row.owner,
    row.text,
    next,
  ]);
}
