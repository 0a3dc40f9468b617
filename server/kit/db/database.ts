import pg from 'pg';
import type { Tx } from '../context.ts';
import { asRefusal, codeOf, isLostConnection, isWorthRepeating } from './database-failures.ts';
import { listenOn, noticeTeller } from './notice-channel.ts';
import { prepareAlone, readingApart, runAlone } from './lone-statement.ts';
import { createNotices } from './notices.ts';
import { openCables } from './open-cables.ts';
import type { TransactionMode, Who } from './transaction-mode.ts';
import { transactionOn } from './transaction.ts';

export type Database = {
  /** One transaction with site, user, device and row scopes set. Runs `work` again after a deadlock: it must touch nothing but `tx`. */
  tx<R>(who: Who, work: (tx: Tx) => Promise<R>, mode?: TransactionMode): Promise<R>;
  /**
   * One statement in a transaction of its own, with one way there and back; how many rows it changed. Nobody is told of
   * what it changes: for what no device keeps.
   */
  one(who: Who, statement: { text: string; values: unknown[] }): Promise<number>;
  /** One transaction that sees no site: for the few functions sign-in may call. */
  outside<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
  /** Calls back with each payload sent to a channel, and with null when some may have been missed. Resolves once listening. */
  listen(channel: string, heard: (payload: string | null) => void): Promise<() => Promise<void>>;
  /** Waits for what is on its way, but not for long: then its connections are cut, and PostgreSQL takes it back. */
  close(): Promise<void>;
};

const attempts = 3;
const closeMs = 700;

/** Logs in as the API, never as the owner of the tables. */
export function openDatabase(given: { apiUrl: string; connections?: number }): Database {
  const cables = openCables();
  const settings = { ...connectionSettings(given), stream: cables.add };
  const pool = new pg.Pool({
    ...settings,
    // Each statement leaves at once: `begin` with the first one, and one that nobody waits for with `commit`.
    pipeline: true,
    max: given.connections ?? 20,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
  });
  // A lost connection fails the query that needs it; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    prepareAlone(client);
  });
  const listeners = new Set<() => Promise<void>>();
  const teller = noticeTeller(settings);
  const notices = createNotices(teller.tell);

  async function running<R>(begin: string, work: (tx: Tx) => Promise<R>): Promise<R> {
    const done = await repeating(() => transaction(pool, begin, work));
    if (done.notices.length > 0) notices.tell(done.notices);
    return done.result;
  }

  return {
    tx: (who, work, mode = {}) =>
      mode.readOnly === 'apart'
        ? repeating(() => work(readingApart((text, values) => runAlone(pool, { who, mode }, { text, values }))))
        : running(beginFor(mode) + settingsOf(who), work),
    one: async (who, { text, values }) =>
      (await repeating(() => runAlone(pool, { who }, { text, values }))).rowCount ?? 0,
    outside: (work) => running('begin', work),
    listen: async (channel, heard) => {
      const stop = await listenOn(settings, channel, heard);
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    close: async () => {
      const alarm = setTimeout(cables.cut, closeMs);
      await notices.close();
      await teller.close();
      await Promise.all([...listeners].map((stop) => stop()));
      await pool.end();
      clearTimeout(alarm);
    },
  };
}

function connectionSettings({ apiUrl }: { apiUrl: string }): pg.ClientConfig {
  // One textual form for every instant, and no statement that outlives its caller's patience.
  const options = [
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    '-c statement_timeout=20s',
    '-c idle_in_transaction_session_timeout=60s',
    // A login that is only a member of it has its policies and triggers as well.
    '-c role=mainstay_api',
  ];
  return { connectionString: apiUrl, application_name: 'mainstay', options: options.join(' '), types };
}

const asNumber = new Set<number>([pg.types.builtins.INT8]);
const asText = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMP, pg.types.builtins.NUMERIC]);
const asInstant = new Set<number>([pg.types.builtins.TIMESTAMPTZ]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (asNumber.has(id)) return Number;
    if (asText.has(id)) return String;
    if (asInstant.has(id)) return instantOf;
    return pg.types.getTypeParser(id, format);
  },
};

/** `2026-11-26 23:41:58.12+00` as PostgreSQL's JSON has it; the session's zone is UTC. */
function instantOf(text: string): string {
  return text.endsWith('+00') ? `${text.replace(' ', 'T')}:00` : text;
}

function beginFor(mode: TransactionMode): string {
  const isolation = mode.isolation ? ` isolation level ${mode.isolation}` : '';
  const planned = mode.planned === 'once' ? ';set local plan_cache_mode = force_generic_plan' : '';
  return `begin${isolation}${mode.readOnly ? ' read only' : ''}${planned}`;
}

/** Sent together with `begin`: one round trip, and no row can be seen before they are set. */
function settingsOf(who: Who): string {
  const { site, UserId, device, version = '', scopes } = who;
  const values = { site, user: UserId ?? '', device: device ?? '', version, scopes: scopes.join(',') };
  return Object.entries(values)
    .map(([name, value]) => `;set local app."${name}" = ${pg.escapeLiteral(value)}`)
    .join('');
}

async function repeating<R>(attempt: () => Promise<R>): Promise<R> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left > 0 && isWorthRepeating(error)) continue;
      throw asRefusal(error);
    }
  }
}

async function transaction<R>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Tx) => Promise<R>,
): Promise<{ result: R; notices: string[] }> {
  const client = await pool.connect();
  const { tx, left, end, isSpoiled } = transactionOn(client);
  let broken = false;
  try {
    // Where it fails, so does whatever is sent behind it; what is told is the first failure.
    left.add(client.query(begin));
    const result = await work(tx).finally(end);
    return { result, notices: await left.before(commit(client)) };
  } catch (error) {
    const first = await left.failure();
    broken = isLostConnection(first ?? error) || !(await rolledBack(client));
    throw first ?? error;
  } finally {
    client.release(broken || isSpoiled());
  }
}

/** Commits; what the transaction leaves to be told (migration 0038) comes back in the same round trip. */
async function commit(client: pg.PoolClient): Promise<string[]> {
  try {
    const answered = await client.query(`select current_setting('app.notices', true) as notices; commit`);
    // Of several statements in one text, there is a result for each; the types know of one.
    const [left] = answered as unknown as pg.QueryResult<{ notices: string | null }>[];
    return (left?.rows[0]?.notices ?? '').split('\n').filter((notice) => notice !== '');
  } catch (error) {
    // PostgreSQL answers so when a statement failed and its error was swallowed.
    if (codeOf(error) !== '25P02') throw error;
    throw new Error('The transaction had failed before it was committed.', { cause: error });
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
