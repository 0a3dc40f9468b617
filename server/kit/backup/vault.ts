import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { History } from './histories.ts';
import { positionOf, segmentAt, type Fork } from './timelines.ts';
import { inTurn, makeFolder, isThere, namesIn, readJson, saveJson } from './vault-files.ts';

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
  const toldHistory = async (name: string): Promise<History | undefined> => {
    const told = /^\d+\.json$/.test(name) ? await readJson(join(root, 'histories', name)) : undefined;
    return told === undefined ? undefined : History.parse(told);
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
    claim: (id: string) => makeFolder(join(root, 'bases', id)),
    save: (about: About) => saveJson(join(root, 'bases', about.id), 'about.json', About.parse(about)),
    async checks(timeline = 1): Promise<Checks> {
      const found = await readJson(join(root, checksOf(timeline)));
      return found === undefined ? noChecks : Checks.parse(found);
    },
    async saveCheck(check: Partial<Checks>, timeline = 1): Promise<void> {
      const all = { ...(await this.checks(timeline)), ...check };
      await saveJson(root, checksOf(timeline), Checks.parse(all));
    },
    /** Every history that anything here belongs to. */
    async histories(): Promise<History[]> {
      const told = new Map<number, History>();
      for (const name of await namesIn(join(root, 'histories'))) {
        const history = await toldHistory(name);
        if (history) told.set(history.timeline, history);
      }
      const known = (await backupsIn(dir)).filter((each) => each.system === system);
      for (const about of known) {
        const { timeline, parents } = whereabouts(about);
        const has = told.get(timeline);
        if (!has) told.set(timeline, { timeline, parents, beganAt: null, wroteAt: about.endedAt });
        else if ((has.wroteAt ?? '') < about.endedAt) told.set(timeline, { ...has, wroteAt: about.endedAt });
      }
      return [...told.values()];
    },
    /** A timeline's number is taken by whatever bears it. */
    async isTaken(timeline: number): Promise<boolean> {
      const isOfIt = (name: string) => Number(`0x${name.slice(0, 8)}`) === timeline;
      const histories = await this.histories();
      return histories.some((each) => each.timeline === timeline) || (await this.walNames()).some(isOfIt);
    },
    /** Where a restore goes on as another history; false where that number is another one's. */
    begin(history: History): Promise<boolean> {
      return saveJson(join(root, 'histories'), `${history.timeline}.json`, History.parse(history), true);
    },
    /** A server put something here. */
    wrote({ timeline, parents }: Pick<History, 'timeline' | 'parents'>, at: string): Promise<void> {
      const name = `${timeline}.json`;
      return inTurn(join(root, 'histories', name), async () => {
        const told = (await toldHistory(name)) ?? { timeline, parents, beganAt: null };
        const history = { ...told, parents: told.parents.length > 0 ? told.parents : parents, wroteAt: at };
        await saveJson(join(root, 'histories'), name, History.parse(history));
      });
    },
    /** What a backup left behind that did not come to its end. */
    async unfinished(): Promise<string[]> {
      const left: string[] = [];
      for (const id of await namesIn(join(root, 'bases')))
        if (!(await isThere(join(root, 'bases', id, 'about.json')))) left.push(id);
      return left;
    },
    async remove(id: string): Promise<void> {
      // Without this file it is no backup any more, whatever of it is left.
      await rm(join(root, 'bases', id, 'about.json'), { force: true });
      await rm(join(root, 'bases', id), { recursive: true, force: true });
      await rm(part('keys', id).path, { force: true });
    },
    removeWal: (segment: string) => rm(part('wal', segment).path, { force: true }),
    removeNewKeys: (name: string) => rm(part('new-keys', name).path, { force: true }),
  };
}
export type Vault = ReturnType<typeof vaultOf>;

/** All whole backups in a directory, oldest first. */
export async function backupsIn(dir: string): Promise<About[]> {
  const found: About[] = [];
  for (const system of (await namesIn(dir)).filter((name) => /^\d+$/.test(name)))
    for (const id of await namesIn(join(dir, system, 'bases'))) {
      const about = await readJson(join(dir, system, 'bases', id, 'about.json'));
      if (about !== undefined) found.push(About.parse(about));
    }
  return found.toSorted((a, b) => (a.endedAt < b.endedAt ? -1 : 1));
}

function checksOf(timeline: number): string {
  return timeline === 1 ? 'checks.json' : `checks-${timeline}.json`;
}

async function sealedIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).flatMap((name) => (name.endsWith('.sealed') ? [name.slice(0, -7)] : []));
}
