import pg from 'pg';
import type { Source } from './make-backup.ts';

export async function asOwner<R>(
  { ownerUrl }: Pick<Source, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<R>,
): Promise<R> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mainstay-backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
