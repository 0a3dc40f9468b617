import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** The template, the copies of all workers and the log, with room to spare. */
const roomNeeded = 2 * 1024 ** 3;

/**
 * Where databases that nobody keeps lie: in memory where the machine has room there, because copying and dropping one
 * takes a fifth of the processor time that it takes on a disk; else where temporary files lie.
 */
export function passingFolder(): string {
  return hasRoom() ? memory : tmpdir();
}

/** Wherever an earlier run may have left one. */
export const passingFolders: readonly string[] = [memory, tmpdir()].filter((folder) => existsSync(folder));

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > roomNeeded && process.availableMemory() > 2 * roomNeeded;
  } catch {
    return false;
  }
}
