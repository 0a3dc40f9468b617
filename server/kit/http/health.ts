import { statfs } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Closing } from './closing.ts';

type Space = { free: number; total: number };
type Parts = {
  database: Pick<Database, 'outside'>;
  closing: Closing;
  dataDir: string;
  /** Of the disk that a directory is on, in bytes. */
  spaceOf?: (directory: string) => Promise<Space>;
  warnings?: () => string[];
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
  const look = freshly(() => stateOf(parts));
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
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const { problem, warnings } = parts.closing.isAsked() ? ending : await state();
    if (problem !== null) return reply.code(503).header('retry-after', '2').send({ status: problem });
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) };
  });
}

/** Of another figure alone: that is not told of again. */
function isSame(a: string, b: string): boolean {
  return a.replaceAll(/\d+/g, '') === b.replaceAll(/\d+/g, '');
}

const ending: State = { problem: 'the server is stopping', warnings: [] };

async function stateOf({
  database,
  dataDir,
  spaceOf = spaceOnDisk,
  warnings: others = () => [],
}: Parts): Promise<State> {
  const { free, total } = await spaceOf(dataDir);
  if (free < leastBytes) return { problem: 'the disk is full', warnings: [] };
  const share = free / total;
  const low = share < warnBelow ? [`Only ${Math.floor(share * 100)} % of the disk is free.`] : [];
  return { problem: await troubleOf(database), warnings: [...low, ...others()] };
}

async function troubleOf(database: Parts['database']): Promise<string | null> {
  const read = database.outside((tx) => tx.rows('select 1'));
  if (!(await inTime(read))) return 'the database does not answer';
  const written = database.outside((tx) => tx.rows('select probe_write()'));
  return (await inTime(written)) ? null : 'the database takes no writes';
}

async function inTime(work: Promise<unknown>): Promise<boolean> {
  const alarm = new AbortController();
  const isDone = work.then(
    () => true,
    () => false,
  );
  const isLate = wait(patienceMs, false, { signal: alarm.signal, ref: false }).catch(() => false);
  const isWell = await Promise.race([isDone, isLate]);
  alarm.abort();
  return isWell;
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
