import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { privateFile } from '#server/kit/db/private-file.ts';

/** From the environment, where several servers share it, or kept in the data directory; never in the database. */
export function loadAuditKey(from: { auditKey: string | undefined; dataDir: string }): Promise<string> {
  if (from.auditKey) return Promise.resolve(from.auditKey);
  return privateFile(join(from.dataDir, 'audit-key'), () => randomBytes(32).toString('base64url'));
}
