import pg from 'pg';
import type { Tx } from '../context.ts';
import { statementName, written } from './statement.ts';

/**
 * A transaction on a connection where it has begun. `end` comes before it is committed or rolled back: whoever still
 * holds it then, a branch of a `Promise.all` whose other one failed, must not write into whatever comes next on the
 * connection. `isSpoiled` of a connection where a statement failed half sent: its prepared names cannot be trusted.
 */
export function transactionOn(client: pg.PoolClient) {
  const left = leftAlone();
  let depth = 0;
  let hasEnded = false;
  let isSpoiled = false;
  const assertOpen = () => {
    if (hasEnded) throw new Error('This transaction has ended. Nothing more can be read or written in it.');
  };
  const spoilsUnlessAnswered = (error: unknown) => {
    if (!(error instanceof pg.DatabaseError)) isSpoiled = true;
  };
  const query = <R extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    assertOpen();
    const writable = values.map(written);
    const name = statementName(text);
    const sent = client.query<R>({ text, values: writable, ...(name && { name }) });
    sent.catch(spoilsUnlessAnswered);
    return sent;
  };
  const tx: Tx = {
    rows: async <R>(text: string, values: unknown[] = []) => (await query(text, values)).rows as R[],
    maybe: async <R>(text: string, values: unknown[] = []) => {
      const { rows } = await query(text, values);
      if (rows.length > 1) throw new Error('A query for one row found several.');
      return rows[0] as R | undefined;
    },
    run: async (text, values = []) => (await query(text, values)).rowCount ?? 0,
    // Throws at once where it cannot be sent: the transaction might be committed without it.
    leave: (text, values = []) => left.add(query(text, values)),
    savepoint: async (attempt) => {
      depth += 1;
      const name = `inner_${depth}`;
      const mark = (text: string) => {
        assertOpen();
        return client.query(text);
      };
      try {
        await left.settle();
        await mark(`savepoint ${name}`);
        return await insideOf(name, mark, attempt);
      } finally {
        depth -= 1;
      }
    },
  };
  async function insideOf<R>(name: string, mark: (text: string) => Promise<unknown>, attempt: () => Promise<R>) {
    try {
      const result = await attempt();
      await left.settle();
      await mark(`release savepoint ${name}`);
      return result;
    } catch (error) {
      const first = await left.failure();
      if (!hasEnded) await mark(`rollback to savepoint ${name}; release savepoint ${name}`);
      throw first ?? error;
    }
  }
  return { tx, left, end: () => void (hasEnded = true), isSpoiled: () => isSpoiled };
}

/** Statements that were sent and that nobody waits for until the transaction or a part of it ends. */
function leftAlone() {
  let sent: Promise<unknown>[] = [];
  const settle = async () => {
    const waiting = sent;
    sent = [];
    for (const one of waiting) await one;
  };
  return {
    add(one: Promise<unknown>): void {
      one.catch(() => undefined);
      sent.push(one);
    },
    settle,
    /** What `last` answers, once all before it went well. */
    async before<R>(last: Promise<R>): Promise<R> {
      last.catch(() => undefined);
      await settle();
      return last;
    },
    failure: () =>
      settle().then(
        () => undefined,
        (error: unknown) => error,
      ),
  };
}
