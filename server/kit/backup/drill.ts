import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileAnchor } from '../audit/chain/anchor.ts';
import { loadAuditKey } from '../audit/chain/key.ts';
import { verifySite } from '../audit/chain/verify.ts';
import { openDatabase } from '../db/database.ts';
import { stopEmbedded, type Embedded } from '../db/embedded-postgres.ts';
import { differences, fingerprintNow, type Fingerprint } from './fingerprint.ts';
import type { RecoveryKey } from './recovery-key.ts';
import { removePlace, restoreInto } from './restore.ts';
import { namesIn, vaultOf, type About } from './vault.ts';

export type Drill = { tables: number; rows: number; seconds: number; findings: string[] };
type Drilling = {
  about: About;
  dir: string;
  key: RecoveryKey;
  dataDir: string;
  auditKey: string | undefined;
  fsync?: boolean;
};

/** Restores a backup beside the data, compares every row and the audit log with what was backed up, and removes it. */
export async function drill({ about, dir, key, dataDir, auditKey, fsync }: Drilling): Promise<Drill> {
  await removeLeftovers(dataDir);
  const into = join(dataDir, drillName(process.pid));
  const began = performance.now();
  try {
    const restoring = { about, dir, key, into, target: { kind: 'point' as const }, walFolders: [] };
    const { server, was } = await restoreInto({ ...restoring, ...(fsync === undefined ? {} : { fsync }) });
    const seconds = (performance.now() - began) / 1_000;
    const is = await fingerprintNow(server.ownerUrl);
    const findings = [...differences(was, is), ...(await auditFindings(server, into, auditKey)).findings];
    await server.stop();
    const now = new Date().toISOString();
    if (findings.length === 0) vaultOf(dir, about.system).save({ ...about, verifiedAt: now, drilledAt: now });
    return { ...sizeOf(is), seconds, findings };
  } finally {
    await removeDrill(into);
  }
}

export type AuditLook = { lines: string[]; findings: string[] };

/** What the audit log of a restored database says, with the keys that came with it. */
export async function auditFindings(
  server: Pick<Embedded, 'apiUrl'>,
  into: string,
  auditKey: string | undefined,
): Promise<AuditLook> {
  const keeper = { key: await loadAuditKey({ auditKey, dataDir: into }), anchor: fileAnchor(into) };
  const database = openDatabase({ apiUrl: server.apiUrl, connections: 2 });
  try {
    const sites = await database.outside((tx) => tx.rows<{ site: string }>('select audit_sites() as site'));
    const look: AuditLook = { lines: [], findings: [] };
    for (const site of new Set([...sites.map((each) => each.site), ...keeper.anchor.sites()])) {
      const { entries, seals, findings } = await verifySite(database, keeper, site);
      look.lines.push(`${site}: ${entries} entries in ${seals} seals`);
      look.findings.push(...findings.map(({ what }) => `${site}: ${what}`));
    }
    return look;
  } finally {
    await database.close();
  }
}

export function sizeOf(state: Fingerprint): { tables: number; rows: number } {
  const all = Object.values(state);
  return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
}

function drillName(pid: number): string {
  return `restore-drill-${pid}`;
}

/** A drill that was killed leaves its database, and maybe a server that runs on it. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of namesIn(dataDir)) {
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
