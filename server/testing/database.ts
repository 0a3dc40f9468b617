import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../kit/db/database.ts';
import { demoDay, templateName, urlOf } from './urls.ts';

export { demoDay };

/** A database of a test's own. `owner` runs a statement past row-level security, to arrange and to look. */
export type TestDatabase = Database & {
  ownerUrl: string;
  apiUrl: string;
  owner<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
};

/** A fresh copy of the migrated and seeded clinic; `close` drops it. */
export async function testDatabase(options: { connections?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied file by file: writing each page into the log as well takes twice the time.
  await maintain(server.ownerUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const ownerUrl = urlOf(server.ownerUrl, name);
  const apiUrl = urlOf(server.apiUrl, name);
  const database = openDatabase({ apiUrl, connections: options.connections ?? 10 });
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  return {
    ...database,
    ownerUrl,
    apiUrl,
    owner: async <R>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as R[],
    close: async () => {
      await database.close();
      await owner.end();
      await maintain(server.ownerUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function maintain(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
