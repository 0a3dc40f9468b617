import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { History } from './histories.ts';
import { positionOf, segmentAt, type Fork } from './timelines.ts';

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
  /** The timelines it is on, and where its point lies; not said by backups of older versions. */
  timeline: History.shape.timeline.optional(),
  parents: History.shape.parents.optional(),
  pointLsn: z.string().optional(),
  /** Of the database's files, and sealed. */
  bytes: z.int(),
  sealedBytes: z.int(),
  /** When each of its files was last read back and found as it was; `drilledAt`: when it was last restored. */
  verifiedAt: z.iso.datetime().nullable(),
  drilledAt: z.iso.datetime().nullable(),
});
export type About = z.output<typeof About>;

export type Whereabouts = { timeline: number; parents: Fork[]; end: bigint };

/** On which timeline a backup is, and up to where that has to be in a history that it is restored for. */
export function whereabouts({ timeline, parents = [], pointLsn, walEnd }: WhereaboutsOf): Whereabouts {
  const last = segmentAt(walEnd);
  const end = pointLsn === undefined ? (last?.end ?? 0n) : positionOf(pointLsn);
  return { timeline: timeline ?? last?.timeline ?? 1, parents, end };
}
type WhereaboutsOf = Pick<About, 'timeline' | 'parents' | 'pointLsn' | 'walEnd'>;

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
  const toldHistory = (name: string): [number, History][] => {
    const path = join(root, 'histories', name);
    if (!/^\d+\.json$/.test(name) || !existsSync(path)) return [];
    const history = History.parse(JSON.parse(readFileSync(path, 'utf8')));
    return [[history.timeline, history]];
  };
  const part = (...names: string[]) => ({ path: file(join(root, ...names)), name: [system, ...names].join('/') });
  return {
    root,
    system,
    base: (id: string) => part('bases', id, 'files'),
    manifest: (id: string) => part('bases', id, 'manifest'),
    state: (id: string) => part('bases', id, 'state'),
    /** Apart from the database, so that they can be kept in another place. */
    keys: (id: string) => part('keys', id),
    wal: (segment: string) => part('wal', segment),
    walNames: () => sealedIn(join(root, 'wal')),
    /** Keys that were made after a backup, before anything was sealed with them. */
    newKeys: (name: string) => part('new-keys', name),
    newKeyNames: () => sealedIn(join(root, 'new-keys')),
    /** False where another server has just taken that name. */
    claim(id: string): boolean {
      mkdirSync(join(root, 'bases'), { recursive: true, mode: 0o700 });
      return mkdirSync(join(root, 'bases', id), { recursive: true, mode: 0o700 }) !== undefined;
    },
    save: (about: About) => saveJson(join(root, 'bases', about.id), 'about.json', About.parse(about)),
    checks(timeline = 1): Checks {
      const path = join(root, checksOf(timeline));
      return existsSync(path) ? Checks.parse(JSON.parse(readFileSync(path, 'utf8'))) : noChecks;
    },
    saveCheck(check: Partial<Checks>, timeline = 1): void {
      saveJson(root, checksOf(timeline), Checks.parse({ ...this.checks(timeline), ...check }));
    },
    /** Every history that anything here belongs to. */
    histories(): History[] {
      const told = new Map(namesIn(join(root, 'histories')).flatMap(toldHistory));
      const known = backupsIn(dir).filter((each) => each.system === system);
      for (const about of known) {
        const { timeline, parents } = whereabouts(about);
        const has = told.get(timeline);
        if (!has) told.set(timeline, { timeline, parents, beganAt: null, wroteAt: about.endedAt });
        else if ((has.wroteAt ?? '') < about.endedAt) told.set(timeline, { ...has, wroteAt: about.endedAt });
      }
      return [...told.values()];
    },
    /** A timeline's number is taken by whatever bears it. */
    isTaken(timeline: number): boolean {
      const isOfIt = (name: string) => Number(`0x${name.slice(0, 8)}`) === timeline;
      return this.histories().some((each) => each.timeline === timeline) || this.walNames().some(isOfIt);
    },
    /** Where a restore goes on as another history; false where that number is another one's. */
    begin(history: History): boolean {
      return saveJson(join(root, 'histories'), `${history.timeline}.json`, History.parse(history), true);
    },
    /** A server put something here. */
    wrote({ timeline, parents }: Pick<History, 'timeline' | 'parents'>, at: string): void {
      const [[, told] = [timeline, { timeline, parents, beganAt: null }]] = toldHistory(`${timeline}.json`);
      const history = { ...told, parents: told.parents.length > 0 ? told.parents : parents, wroteAt: at };
      saveJson(join(root, 'histories'), `${timeline}.json`, History.parse(history));
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
    removeNewKeys: (name: string) => rmSync(part('new-keys', name).path, { force: true }),
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

/** False where it is to be new and is not. It is there whole or not at all, on disks with hard links. */
function saveJson(folder: string, name: string, value: object, isNew = false): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const whole = join(folder, `${name}.${randomUUID()}.part`);
  writeFileSync(whole, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
  if (!isNew) {
    renameSync(whole, join(folder, name));
    return true;
  }
  try {
    linkSync(whole, join(folder, name));
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    // A disk without hard links, as memory sticks and many network folders are, still makes a file just once.
    return createOnce(join(folder, name), whole);
  } finally {
    rmSync(whole);
  }
}

function createOnce(path: string, from: string): boolean {
  try {
    writeFileSync(path, readFileSync(from), { mode: 0o600, flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if (isThere(error)) return false;
    throw error;
  }
}

function isThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

function checksOf(timeline: number): string {
  return timeline === 1 ? 'checks.json' : `checks-${timeline}.json`;
}

function sealedIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => (name.endsWith('.sealed') ? [name.slice(0, -7)] : []));
}

export function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
