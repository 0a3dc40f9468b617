import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { passingFolder, passingFolders } from '#server/testing/passing-folder.ts';

const prefixes = { clinic: 'mainstay-clinic-', template: 'mainstay-template-' } as const;

/** Names the folder that new clinics copy; children of a process that set it see it too. */
export const templateVariable = 'CLINIC_TEMPLATE';

/**
 * A new folder for the data of a clinic; its name holds our process id, by which a later run knows what a killed one
 * left. It lies on the disk, or where what nobody keeps lies.
 */
export function newFolder(kind: keyof typeof prefixes, lies: 'disk' | 'passing' = 'disk'): string {
  const parent = lies === 'passing' ? passingFolder() : tmpdir();
  return mkdtempSync(join(parent, `${prefixes[kind]}${process.pid}-`));
}

/** Fills a new folder from the template, where there is one. */
export function copyTemplate(folder: string): void {
  const template = process.env[templateVariable];
  // Owners and modes as they are: PostgreSQL runs under an account of its own.
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, folder]);
}

/** Removes what killed runs left: their folders, and databases that still run in them. */
export async function removeLeftovers(): Promise<void> {
  for (const folder of passingFolders.flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))) {
    const name = basename(folder);
    const prefix = Object.values(prefixes).find((each) => name.startsWith(each));
    const pid = prefix && Number(/^\d+(?=-)/.exec(name.slice(prefix.length))?.[0]);
    if (!pid || isAlive(pid)) continue;
    try {
      if (existsSync(join(folder, 'pg18', 'postmaster.pid'))) await (await startEmbedded(folder)).stop();
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another account's, or half made: not ours to clear.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
