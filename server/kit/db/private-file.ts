import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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

/** Puts another text in the place of the file's, whole or not at all, whenever the power goes. */
export function replacePrivateFile(path: string, text: string): void {
  const whole = `${path}.${randomUUID()}`;
  writeFileSync(whole, text, { mode: 0o600, flag: 'wx', flush: true });
  keepOwner(path, whole);
  renameSync(whole, path);
}

/** A command run by the machine's administrator must leave the file to the server. */
function keepOwner(path: string, whole: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(path) ? path : dirname(path));
  chownSync(whole, uid, gid);
}

export function readIfThere(path: string): string | undefined {
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
