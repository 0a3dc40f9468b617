import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The file's text; made once with what `make` gives, readable by the owner alone. Safe when two processes start at once. */
export async function privateFile(path: string, make: () => string | Promise<string>): Promise<string> {
  const existing = readIfThere(path);
  if (existing !== undefined) return existing;
  const whole = `${path}.${randomUUID()}`;
  writeFileSync(whole, await make(), { mode: 0o600, flag: 'wx' });
  try {
    // A link appears with its whole content and never replaces what another process made meanwhile.
    linkSync(whole, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(whole);
  }
  return readFileSync(path, 'utf8');
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
