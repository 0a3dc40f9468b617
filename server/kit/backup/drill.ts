import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileAnchor } from '../audit/chain/anchor.ts';
import { loadAuditKeys } from '../audit/chain/key.ts';
import { verifySite } from '../audit/chain/verify.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { stopEmbedded, type Embedded } from '../db/embedded-postgres.ts';
import { differences, fingerprintNow, type Fingerprint } from './fingerprint.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { removePlace, restoreInto } from './restore.ts';
import { vaultOf, whereabouts, type About } from './vault.ts';
import { namesIn } from './vault-files.ts';

export type Drill = { tables: number; rows: number; seconds: number; findings: string[] };
type Drilling = {
  about: About;
  dir: string;
  key: RecoveryKey;
  dataDir: string;
  auditKey: string | undefined;
  fsync?: boolean | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Restores a backup beside the data, compares every row and the audit log with what was backed up, and removes it. What
 * came of it is kept with the backups.
 */
export async function drill(drilling: Drilling): Promise<Drill> {
  const { about, dir } = drilling;
  const vault = vaultOf(dir, about.system);
  const began = performance.now();
  const keep = async (findings: string[]) => {
    const at = new Date().toISOString();
    const seconds = secondsSince(began);
    await vault.saveCheck({ drill: { at, seconds, findings, backup: about.id } }, whereabouts(about).timeline);
    if (findings.length === 0) await vault.save({ ...about, verifiedAt: at, drilledAt: at });
  };
  try {
    const done = await tryOut(drilling);
    await keep(done.findings);
    return done;
  } catch (error) {
    if (drilling.signal?.aborted) throw error;
    const findings = [`It does not come back: ${sentenceOf(error)}`];
    await keep(findings);
    return { tables: 0, rows: 0, seconds: secondsSince(began), findings };
  }
}

async function tryOut({ about, dir, key, dataDir, auditKey, fsync }: Drilling): Promise<Drill> {
  await removeDrills(dataDir);
  const into = join(dataDir, drillName(process.pid));
  const began = performance.now();
  try {
    const restoring = { about, dir, key, into, target: { kind: 'point' as const }, walFolders: [] };
    const { server, was } = await restoreInto({ ...restoring, ...(fsync === undefined ? {} : { fsync }) });
    const seconds = secondsSince(began);
    const is = await fingerprintNow(server.ownerUrl);
    const compared = was === null ? [notCompared] : differences(was, is);
    const findings = [...compared, ...(await auditFindings(server, into, auditKey)).findings];
    await server.stop();
    return { ...sizeOf(is), seconds, findings };
  } finally {
    await removeDrill(into);
  }
}

const notCompared = 'What every table held at the backup cannot be read, so nothing was compared.';

function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1_000;
}

export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export type AuditLook = { lines: string[]; findings: string[] };

/** What the audit log of a restored database says, with the keys that came with it. */
export async function auditFindings(
  server: Pick<Embedded, 'apiUrl'>,
  into: string,
  auditKey: string | undefined,
): Promise<AuditLook> {
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  try {
    return await lookAtAudit(database, { auditKey, dataDir: into });
  } finally {
    await database.close();
  }
}

/** The whole audit log of a database, with the keys and the anchor in a directory. */
export async function lookAtAudit(
  database: Database,
  from: { auditKey: string | undefined; dataDir: string },
): Promise<AuditLook> {
  const keeper = { keys: await loadAuditKeys(from), anchor: fileAnchor(from.dataDir) };
  const sites = await database.outside((tx) => tx.rows<{ site: string }>('select audit_sites() as site'));
  const look: AuditLook = { lines: [], findings: [] };
  for (const site of new Set([...sites.map((each) => each.site), ...keeper.anchor.sites()])) {
    const { entries, seals, findings } = await verifySite(database, keeper, site);
    look.lines.push(`${site}: ${entries} entries in ${seals} seals`);
    look.findings.push(...findings.map(({ what }) => `${site}: ${what}`));
  }
  return look;
}

export function sizeOf(state: Fingerprint): { tables: number; rows: number } {
  const all = Object.values(state);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
}

function drillName(pid: number): string {
  return `restore-drill-${pid}`;
}

/** A drill that was killed, or this process is to end, leaves its database, and maybe a server that runs on it. */
export async function removeDrills(dataDir: string): Promise<void> {
  for (const name of await namesIn(dataDir)) {
    const pid = Number(/^restore-drill-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && (pid === process.pid || !isAlive(pid))) await removeDrill(join(dataDir, name));
  }
}

async function removeDrill(into: string): Promise<void> {
  if (!existsSync(into)) return;
  await stopEmbedded(into);
  removePlace(into);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
