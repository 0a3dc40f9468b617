import type { Tx } from '../context.ts';
import type { Database } from '../db/database.ts';
import { siteAlone } from '../auth/sessions.ts';
import { sealedKinds, type SealedKind } from '../auth/sealed-kinds.ts';
import { keyIdOf, openBytes, sealBytes, type SealingKeys } from '../auth/sealed-text.ts';
import { lostId } from './keys-in-use.ts';

export type Resealed = { sealed: number; unreadable: number };
const batch = 500;

/** Seals under the present key what other keys sealed, in small transactions; what none opens stays as it is. */
export async function resealAll(database: Database, keys: SealingKeys, sites: string[]): Promise<Resealed> {
  const all = { sealed: 0, unreadable: 0 };
  for (const site of sites) {
    for (const kind of sealedKinds) {
      const { sealed, unreadable } = await resealKind(database, keys, { site, kind });
      all.sealed += sealed;
      all.unreadable += unreadable;
    }
  }
  return all;
}

/** Gives up what no key opens, so that nothing asks for its key any more. */
export async function giveUp(database: Database, keys: SealingKeys, sites: string[]): Promise<number> {
  let given = 0;
  for (const site of sites) {
    for (const kind of sealedKinds) {
      given += await database.tx(siteAlone(site), async (tx) => {
        const rows = await rowsOf(tx, site, kind);
        const lost = rows.filter(({ text, owner }) => openBytes(keys, kind.purpose({ site, UserId: owner }), text) === undefined);
        const still = lost.filter(({ text }) => keyIdOf(text) !== lostId);
        for (const row of still) await put(tx, site, kind, { ...row, next: `${lostId}.${row.text.replace('.', '-')}` });
        return still.length;
      });
    }
  }
  return given;
}

type Row = { owner: string; text: string };
type Of = { site: string; kind: SealedKind };

async function resealKind(database: Database, keys: SealingKeys, { site, kind }: Of): Promise<Resealed> {
  let unreadable = 0;
  let sealed = 0;
  for (let after = ''; ;) {
    const from = after;
    const rows = await database.tx(siteAlone(site), async (tx) => {
      const found = await rowsOf(tx, site, kind, { after: from, besides: keys.current.id });
      for (const row of found) {
        const purpose = kind.purpose({ site, UserId: row.owner });
        const opened = openBytes(keys, purpose, row.text);
        if (!opened) unreadable += 1;
        else if (await put(tx, site, kind, { ...row, next: sealBytes(keys, purpose, opened) })) sealed += 1;
      }
      return found;
    });
    after = rows.at(-1)?.owner ?? '';
    if (rows.length < batch) return { sealed, unreadable };
  }
}

/** Those of a site in order of their owner, or the next of them that another key than `besides` sealed. */
function rowsOf(
  tx: Tx,
  site: string,
  { table, column, key }: SealedKind,
  next: { after: string; besides: string } | null = null,
): Promise<Row[]> {
  const owner = key === null ? `''` : `"${key}"::text`;
  const where = next ? `and ${owner} > $2 and "${column}" not like $3 and "${column}" not like '${lostId}.%'` : '';
  const values = next ? [site, key === null && next.after === '' ? '' : next.after, `${next.besides}.%`] : [site];
  const condition = key === null ? where.replace(`${owner} > $2`, '$2::text is not null') : where;
  return tx.rows<Row>(
    `select ${owner} as owner, "${column}" as text from ${table} where site = $1 ${condition} order by 1 ${next ? `limit ${batch}` : ''}`,
    values,
  );
}

/** Unless it was sealed anew meanwhile. */
async function put(
  tx: Tx,
  site: string,
  { table, column, key }: SealedKind,
  { owner, text, next }: Row & { next: string },
): Promise<boolean> {
  const whose = key === null ? '$4::text is not null' : `"${key}"::text = $4`;
  const changed = await tx.run(
    `update ${table} set "${column}" = $3 where site = $1 and "${column}" = $2 and ${whose}`,
    [site, text, next, owner],
  );
  return changed === 1;
}
