import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasNewerKeys } from './make-backup.ts';

const now = Date.parse('2026-11-20T03:00:00Z');

test('keys that were rotated after a backup began make it too old; the mark of the audit log does not', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'mainstay-keys-'));
  const source = { ownerUrl: '', where: join(dataDir, 'nowhere'), dataDir };
  const write = (name: string, at: string) => {
    writeFileSync(join(dataDir, name), 'x');
    utimesSync(join(dataDir, name), new Date(at), new Date(at));
  };
  try {
    expect(hasNewerKeys(source, '2026-11-18T03:00:00.000Z', now)).toBe(false);
    write('audit-key', '2026-11-01T12:00:00.000Z');
    write('audit-anchor.json', '2026-11-18T12:00:00.000Z');
    expect(hasNewerKeys(source, '2026-11-18T03:00:00.000Z', now)).toBe(false);
    write('signing-key.jwk', '2026-11-18T12:00:00.000Z');
    expect(hasNewerKeys(source, '2026-11-18T03:00:00.000Z', now)).toBe(true);
    expect(hasNewerKeys(source, '2026-11-19T03:00:00.000Z', now)).toBe(false);
    // A clock that was set back since.
    expect(hasNewerKeys(source, '2026-11-18T03:00:00.000Z', Date.parse('2026-11-18T04:00:00Z'))).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
