import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** In clear beside a base backup: when, where in the history and how large it is, nothing of anybody. */
export const About = z.strictObject({
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** Of the cluster; backups of two never mix. */
  system: z.string().regex(/^\d{1,20}$/),
  startedAt: z.iso.datetime(),
  /** The first moment it can be restored to, and the name PostgreSQL knows it by. */
  endedAt: z.iso.datetime(),
  point: z.string(),
  /** The segments of the log without which it is nothing. */
  walStart: z.string(),
  walEnd: z.string(),
  /** Of the database's files, and sealed. */
  bytes: z.int(),
  sealedBytes: z.int(),
  /** When each of its files was last read back and found as it was; `drilledAt`: when it was last restored. */
  verifiedAt: z.iso.datetime().nullable(),
  drilledAt: z.iso.datetime().nullable(),
});
export type About = z.output<typeof About>;

const file = (name: string) => `${name}.sealed`;

/** Where the parts of one cluster's backups lie; `name` is what a part is sealed as. */
export function vaultOf(dir: string, system: string) {
  const root = join(dir, system);
  const part = (...names: string[]) => ({ path: file(join(root, ...names)), name: [system, ...names].join('/') });
  return {
    root,
    base: (id: string) => part('bases', id, 'files'),
    manifest: (id: string) => part('bases', id, 'manifest'),
    state: (id: string) => part('bases', id, 'state'),
    /** Apart from the database, so that they can be kept in another place. */
    keys: (id: string) => part('keys', id),
    wal: (segment: string) => part('wal', segment),
    walNames: () => namesIn(join(root, 'wal')).flatMap((name) => (name.endsWith('.sealed') ? [name.slice(0, -7)] : [])),
    save: (about: About) => saveAbout(join(root, 'bases', about.id), about),
    remove(id: string): void {
      // Without this file it is no backup any more, whatever of it is left.
      rmSync(join(root, 'bases', id, 'about.json'), { force: true });
      rmSync(join(root, 'bases', id), { recursive: true, force: true });
      rmSync(part('keys', id).path, { force: true });
    },
    removeWal: (segment: string) => rmSync(part('wal', segment).path, { force: true }),
  };
}
export type Vault = ReturnType<typeof vaultOf>;

/** All whole backups in a directory, oldest first. */
export function backupsIn(dir: string): About[] {
  const systems = namesIn(dir).filter((name) => /^\d+$/.test(name));
  const found = systems.flatMap((system) =>
    namesIn(join(dir, system, 'bases')).flatMap((id) => {
      const path = join(dir, system, 'bases', id, 'about.json');
      return existsSync(path) ? [About.parse(JSON.parse(readFileSync(path, 'utf8')))] : [];
    }),
  );
  return found.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
}

export function sizeOf(path: string): number {
  return statSync(path).size;
}

function saveAbout(folder: string, about: About): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, 'about.json.part');
  writeFileSync(part, `${JSON.stringify(About.parse(about), null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, join(folder, 'about.json'));
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
