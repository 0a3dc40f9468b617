import type { Caller } from '../context.ts';
import type { Database } from '../db/database.ts';
import { insertOf, type Told } from './audit.ts';

type Reader = Pick<Caller, 'site' | 'device' | 'version'>;
type Line = Told & Pick<Reader, 'device'>;
type Batch = { lines: Line[]; written: Promise<unknown> };

/** Notes what a call showed; resolves once that is committed, and rejects where it could not be: then nothing goes out. */
export type AuditTogether = (reader: Reader, told: Told) => Promise<void>;

const most = 20;

/**
 * Entries of calls that only read: those that come while others are being written are written in one transaction. Each in
 * one of its own cost a third of a search. The first of them waits for nothing.
 */
export function auditTogether(database: Pick<Database, 'one'>): AuditTogether {
  /** What is begun next, and what is under way, by what the database adds to an entry from its transaction. */
  const next = new Map<string, Batch>();
  const underway = new Map<string, Promise<unknown>>();

  const write = ({ site, version }: Reader, lines: readonly Line[]) =>
    database.one({ site, UserId: null, device: null, version, scopes: [] }, insertOf(site, lines));

  function beginBatch(key: string, reader: Reader): Batch {
    const lines: Line[] = [];
    const former = underway.get(key) ?? Promise.resolve();
    const begin = () => {
      if (next.get(key) === batch) next.delete(key);
      return write(reader, lines);
    };
    const written = former.then(begin, begin);
    const end = () => void (underway.get(key) === written && underway.delete(key));
    written.then(end, end);
    const batch = { lines, written };
    next.set(key, batch);
    underway.set(key, written);
    return batch;
  }

  return async (reader, told) => {
    const key = JSON.stringify([reader.site, reader.version]);
    const line = { ...told, device: reader.device };
    const open = next.get(key);
    const batch = open && open.lines.length < most ? open : beginBatch(key, reader);
    batch.lines.push(line);
    try {
      await batch.written;
    } catch (error) {
      if (batch.lines.length === 1) throw error;
      // One that cannot be written keeps no other out.
      await write(reader, [line]);
    }
  };
}
