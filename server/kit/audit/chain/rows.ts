import type { Tx } from '#server/kit/context.ts';
import type { Head, Keyed, Seal } from './mac.ts';

/**
 * SHA-256 of everything an entry `e` says, as a JSON array of its columns: the same in every session and time zone.
 * Columns added later go into a second form of it, never into this one.
 */
export const entryHash = `pg_catalog.sha256(pg_catalog.convert_to(pg_catalog.json_build_array(
  e.site, e.id, (extract(epoch from e.at) * 1000000)::bigint, e."UserId", e."DeviceId", e.action, e.entity, e.pk, e."PatientId",
  e.detail, e."AppVersion", e.offline, (extract(epoch from e."madeAt") * 1000000)::bigint)::text, 'UTF8'))`;

const inUtc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export function headOf(tx: Tx, site: string): Promise<Head | undefined> {
  return tx.maybe<Head>(`select site, seq, total, ${inUtc('at')} as at, mac from audit_heads where site = $1`, [site]);
}

export function macOf(tx: Tx, site: string, seq: number): Promise<(Keyed & { mac: Buffer }) | undefined> {
  return tx.maybe('select mac, "keyId" from audit_seals where site = $1 and seq = $2', [site, seq]);
}

/** Whether a chain has a seal of a key already. */
export async function hasSealOf(tx: Tx, site: string, keyId: string): Promise<boolean> {
  const found = await tx.maybe('select 1 from audit_seals where site = $1 and "keyId" = $2 limit 1', [site, keyId]);
  return found !== undefined;
}

/** The next seals of a chain, in order. */
export async function sealsAfter(tx: Tx, site: string, seq: number, limit: number): Promise<Seal[]> {
  const rows = await tx.rows<Omit<Seal, 'ids'> & { ids: string[] }>(
    `select site, seq, ${inUtc('at')} as at, ids, hashes, mac, "keyId" from audit_seals where site = $1 and seq > $2 order by seq limit $3`,
    [site, seq, limit],
  );
  return rows.map((row) => ({ ...row, ids: row.ids.map(Number) }));
}

/** Entries that wait, oldest first; one that is gone again keeps its place, with an empty hash. */
export async function waitingEntries(tx: Tx, site: string, limit: number): Promise<{ id: number; hash: Buffer }[]> {
  return tx.rows(
    `select u.id, coalesce(${entryHash}, '\\x') as hash
     from (select id from audit_unsealed where site = $1 order by id limit $2) u left join audit_entry e on e.site = $1 and e.id = u.id
     order by u.id`,
    [site, limit],
  );
}

export async function databaseTime(tx: Tx): Promise<string> {
  const found = await tx.maybe<{ at: string }>(`select ${inUtc('clock_timestamp()')} as at`);
  return found?.at ?? '';
}

export async function addSeal(tx: Tx, seal: Seal, headMac: Buffer): Promise<void> {
  await tx.rows('select add_audit_seal($1, $2, $3::timestamptz, $4::bigint[], $5::bytea[], $6, $7, $8)', [
    seal.site,
    seal.seq,
    seal.at,
    seal.ids,
    seal.hashes,
    seal.mac,
    headMac,
    seal.keyId,
  ]);
}
