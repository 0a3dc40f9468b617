import { realpathSync, rmSync } from 'node:fs';
import pg from 'pg';
import { seedDemo } from '#server/demo/seed.ts';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { migrate } from '#server/kit/db/migrate.ts';
import { newFolder, removeLeftovers, templateVariable } from './clinic-folder.ts';

/**
 * Migrates and seeds one database for the day of the run, which every clinic of this process and of its children
 * copies from then on. What comes back removes it.
 */
export async function makeTemplate(): Promise<() => void> {
  await removeLeftovers();
  const folder = newFolder('template', 'passing');
  const remove = () => {
    delete process.env[templateVariable];
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const where = await fill(folder);
    // Where PostgreSQL's account cannot reach the folder the database lies elsewhere; then each clinic makes its own.
    if (where === realpathSync(folder)) process.env[templateVariable] = folder;
    return remove;
  } catch (error) {
    remove();
    throw error;
  }
}

/** The demo around the day it is where it is late morning now; gives where it lies. */
async function fill(folder: string): Promise<string> {
  const now = new Date();
  const server = await startEmbedded(folder, { fsync: false });
  try {
    await migrate(server.ownerUrl);
    await seedDemo(server.ownerUrl, { now, timeZone: zoneAtEleven(now) });
    await showEveryone(server.ownerUrl);
  } finally {
    await server.stop();
  }
  return server.where;
}

/** In the browser tests providers have chosen to see the visits of all; what one starts with is tested with the board. */
async function showEveryone(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`update users set "Preferences" = '{"onDeckProviderIds": []}' where "EmployeeId" is not null`);
  await client.end();
}

/** At whatever hour tests run, the clinics are at work, and hours from the next day, whose work list is another. */
function zoneAtEleven(now: Date): string {
  const behind = now.getUTCHours() - 11;
  return `Etc/GMT${behind < 0 ? behind : `+${behind}`}`;
}
