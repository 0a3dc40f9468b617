import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Closing } from './closing.ts';
import { showsToken } from './metrics.ts';

type Space = { free: number; total: number };
type Look = (directory: string) => Promise<Space>;
type Parts = {
  database: Pick<Database, 'outside'>;
  closing: Closing;
  /** Of the data, and of the database where it lies elsewhere. */
  dataDirs: string[];
  /** Of the disk that a directory is on, in bytes. */
  spaceOf?: Look;
  diskPatienceMs?: number;
  warnings?: () => string[];
  /** Who shows it reads the warnings; they name the state of the backups. */
  token: string | undefined;
};
type State = { problem: string | null; warnings: string[] };

/** Anybody may ask, and each look writes: it counts for so long. */
const freshMs = 1_000;
const patienceMs = 3_000;
const lookEveryMs = 60_000;
/** Two files of PostgreSQL's log of writes. */
const leastBytes = 32 * 1024 * 1024;
const warnBelow = 0.1;

/** `/healthz`: the process answers. `/readyz`: it takes on work, and the database keeps what it is told. */
export function healthRoutes(app: FastifyInstance, parts: Parts): void {
  const spaceOf = spaceWithin(parts.spaceOf ?? spaceOnDisk, parts.diskPatienceMs ?? patienceMs);
  const look = freshly(() => stateOf(parts, spaceOf));
  let warned: string[] = [];
  async function state(): Promise<State> {
    const found = await look();
    const fresh = found.warnings.filter((each) => !warned.some((former) => isSame(former, each)));
    if (fresh.length > 0) app.log.warn(fresh.join(' '));
    warned = found.warnings;
    return found;
  }
  const timer = setInterval(() => void state(), lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { problem, warnings } = parts.closing.isAsked() ? ending : await state();
    if (problem !== null) return reply.code(503).header('retry-after', '2').send({ status: problem });
    const isTold = warnings.length > 0 && showsToken(request, parts.token);
    return { status: 'ready', ...(isTold && { warnings }) };
  });
}

/** Of another figure alone: that is not told of again. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll(/\d+/g, '') === b.replaceAll(/\d+/g, '');
}

const ending: State = { problem: 'the server is stopping', warnings: [] };

async function stateOf(
  { database, dataDirs, warnings: others = () => [] }: Parts,
  spaceOf: (directory: string) => Promise<Space | undefined>,
): Promise<State> {
  const spaces = await Promise.all(dataDirs.map((directory) => spaceOf(directory)));
  const answered = spaces.filter((space) => space !== undefined);
  if (answered.length < spaces.length) return { problem: 'the disk does not answer', warnings: [] };
  if (answered.some(({ free }) => free < leastBytes)) return { problem: 'the disk is full', warnings: [] };
  const share = Math.min(...answered.map(({ free, total }) => free / total));
  const low = share < warnBelow ? [`Only ${Math.floor(share * 100)} % of the disk is free.`] : [];
  return { problem: await troubleOf(database), warnings: [...low, ...others()] };
}

async function troubleOf(database: Parts['database']): Promise<string | null> {
  const read = database.outside((tx) => tx.rows('select 1'));
  if (!(await inTime(read))) return 'the database does not answer';
  const written = database.outside((tx) => tx.rows('select probe_write()'));
  return (await inTime(written)) ? null : 'the database takes no writes';
}

/**
 * Undefined where the disk fails or takes longer. One that hangs is asked no second time meanwhile: each question holds
 * one of the few threads that read files.
 */
export function spaceWithin(spaceOf: Look, ms: number): (directory: string) => Promise<Space | undefined> {
  const asked = new Map<string, Promise<Space | undefined>>();
  return (directory) => {
    const answer =
      asked.get(directory) ??
      spaceOf(directory)
        .catch(() => undefined)
        .finally(() => asked.delete(directory));
    asked.set(directory, answer);
    return within(answer, undefined, ms);
  };
}

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const isDone = work.then(
    () => true,
    () => false,
  );
  return within(isDone, false, patienceMs);
}

async function within<T>(work: Promise<T>, late: T, ms: number): Promise<T> {
  const alarm = new AbortController();
  const isLate = wait(ms, late, { signal: alarm.signal, ref: false }).catch(() => late);
  const result = await Promise.race([work, isLate]);
  alarm.abort();
  return result;
}

async function spaceOnDisk(directory: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** All who ask at the same time, and shortly after, share one look. */
function freshly<T>(look: () => Promise<T>): () => Promise<T> {
  let last: Promise<T> | undefined;
  let endsAt = 0;
  return () => {
    if (last === undefined || performance.now() > endsAt) {
      endsAt = Number.POSITIVE_INFINITY;
      last = look().finally(() => (endsAt = performance.now() + freshMs));
    }
    return last;
  };
}
