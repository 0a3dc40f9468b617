import { join } from 'node:path';
import { loadKeyRing, type KeyRing } from '#server/kit/keys/key-ring.ts';
import { newTextKey, readTextKey, type TextKey } from '#server/kit/keys/text-key.ts';

/** From the environment, where several servers share them, or kept in the data directory; never in the database. */
export function loadAuditKeys(from: { auditKey: string | undefined; dataDir: string }): Promise<KeyRing<TextKey>> {
  const path = join(from.dataDir, 'audit-key');
  return loadKeyRing({ given: from.auditKey, path, make: newTextKey, read: readTextKey });
}
