import pg from 'pg';
import type { Tx } from '../context.ts';
import type { TransactionMode, Who } from './transaction-mode.ts';
import { statementName, written } from './statement.ts';

/** What every transaction is given first, in the order of `settingsFor`. */
const settings = [
  'transaction_read_only',
  'plan_cache_mode',
  'app.site',
  'app.user',
  'app.device',
  'app.version',
  'app.scopes',
];
const settingName = 'mainstay_settings';
/** Sets them all for the transaction, and finds no row: nobody asks what was set. */
const settingText = `select where ${settings.map((name, at) => `set_config('${name}', $${at + 1}, true)`).join(' || ')} is null`;

function settingsFor({ site, UserId, device, version = '', scopes }: Who, mode: TransactionMode): string[] {
  return [
    mode.readOnly ? 'on' : 'off',
    mode.planned === 'once' ? 'force_generic_plan' : 'auto',
    site,
    UserId ?? '',
    device ?? '',
    version,
    scopes.join(','),
  ];
}

/** Makes a new connection ready for `runAlone`. Where that fails, so does the first statement, and its connection goes. */
export function prepareAlone(client: pg.PoolClient): void {
  const values = settingsFor({ site: '', UserId: null, device: null, scopes: [] }, {});
  client.query({ name: settingName, text: settingText, values }).catch(() => undefined);
}

/**
 * One statement in a transaction of its own: its settings, the statement and the end leave together and are answered
 * together, where `begin` and `commit` are answered each for itself. That is half of what a short one costs.
 */
export async function runAlone<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  { who, mode = {} }: { who: Who; mode?: TransactionMode },
  { text, values }: { text: string; values: unknown[] },
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    const result = await send<R>(client, settingsFor(who, mode), { text, values: values.map(written) });
    isWhole = true;
    return result;
  } catch (error) {
    // Where it was asked for, and not where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    // What stands prepared on a connection where something failed is not worth finding out.
    client.release(!isWhole);
  }
}

function send<R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  given: string[],
  { text, values }: { text: string; values: unknown[] },
): Promise<pg.QueryResult<R>> {
  return new Promise((resolve, reject) => {
    const name = statementName(text);
    // Never as plain text, which would be a message of another kind and end what the settings have begun.
    const asked = { text, values, queryMode: 'extended', ...(name && { name }) };
    const query = new pg.Query<R>(asked, (error, results: unknown) => {
      if (error) reject(error);
      // The settings have a result too, without rows.
      else resolve((Array.isArray(results) ? results.at(-1) : results) as pg.QueryResult<R>);
    });
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.bind({ statement: settingName, values: given }, false);
      connection.execute(null, false);
      return submit(connection);
    };
    client.query(query);
  });
}

/** Reads by statements that are transactions of their own. */
export function readingApart(
  run: <R extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<pg.QueryResult<R>>,
): Tx {
  const refuse = () => {
    throw new Error('A call that reads by statements of their own has no transaction to write in.');
  };
  return {
    rows: async <R>(text: string, values: unknown[] = []) => (await run(text, values)).rows as R[],
    maybe: async <R>(text: string, values: unknown[] = []) => {
      const { rows } = await run(text, values);
      if (rows.length > 1) throw new Error('A query for one row found several.');
      return rows[0] as R | undefined;
    },
    run: refuse,
    leave: refuse,
    savepoint: refuse,
  };
}
