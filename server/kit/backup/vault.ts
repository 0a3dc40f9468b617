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

const Check = z.strictObject({ at: z.iso.datetime(), seconds: z.number(), findings: z.array(z.string()) });
/** What the last restore on trial and the last look at the audit log found; nothing where all is well. */
export const Checks = z.strictObject({
  drill: Check.extend({ backup: About.shape.id }).nullable(),
  audit: Check.nullable(),
});
export type Checks = z.output<typeof Checks>;
export const noChecks: Checks = { drill: null, audit: null };

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
    save: (about: About) => saveJson(join(root, 'bases', about.id), 'about.json', About.parse(about)),
    checks(): Checks {
      const path = join(root, 'checks.json');
      return existsSync(path) ? Checks.parse(JSON.parse(readFileSync(path, 'utf8'))) : noChecks;
    },
    saveCheck(check: Partial<Checks>): void {
      saveJson(root, 'checks.json', Checks.parse({ ...this.checks(), ...check }));
    },
    /** What a backup left behind that did not come to its end. */
    unfinished: () => namesIn(join(root, 'bases')).filter((id) => !existsSync(join(root, 'bases', id, 'about.json'))),
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

function saveJson(folder: string, name: string, value: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${name}.part`);
  writeFileSync(part, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(part, join(folder, name));
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
