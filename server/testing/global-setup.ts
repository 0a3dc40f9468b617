import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../kit/db/embedded-postgres.ts';
import { migrate } from '../kit/db/migrate.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { passingFolder, passingFolders } from './passing-folder.ts';
import { demoDay, templateName, urlOf } from './urls.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { ownerUrl: string; apiUrl: string };
  }
}

const prefix = 'mainstay-test-';

/** One throw-away PostgreSQL for the whole run, with one migrated and seeded database that tests copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const root = mkdtempSync(join(passingFolder(), `${prefix}${process.pid}-`));
  const server = await startEmbedded(root, { fsync: false });
  const ownerUrl = urlOf(server.ownerUrl, templateName);
  await makeTemplate(server.ownerUrl, ownerUrl);
  project.provide('postgres', { ownerUrl: server.ownerUrl, apiUrl: server.apiUrl });
  return async () => {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  };
}

async function makeTemplate(maintenanceUrl: string, templateUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: maintenanceUrl });
  await owner.connect();
  await owner.query(`create database ${templateName}`);
  await owner.end();
  await migrate(templateUrl);
  await seedDemo(templateUrl, { today: demoDay });
}

/** A killed run leaves its server behind. */
async function removeLeftovers(): Promise<void> {
  for (const root of passingFolders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))) {
    const pid = Number(new RegExp(`/${prefix}(\\d+)-[^/]*$`).exec(root)?.[1]);
    if (!pid || isAlive(pid)) continue;
    try {
      if (existsSync(join(root, 'pg18', 'postmaster.pid'))) await (await startEmbedded(root, { fsync: false })).stop();
      rmSync(root, { recursive: true, force: true });
    } catch {
      // Another account's, or half made: not ours to clear.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
