import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/kit/db/embedded-postgres.ts';
import { copyTemplate, newFolder } from './clinic-folder.ts';
import { reporting, whatHolds } from './what-holds.ts';
import { within } from './within.ts';

/** For a start, an end or a statement of the database, also on a machine that five browsers keep busy. */
const longestMs = 90_000;

/** The one that `npm start` uses: a server that is started again and again is there in half the time. */
const compileCache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'mainstay');

export const demoPassword = 'Mainstay-demo-2026';

/** The port itself where it is free, or any for 0. */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A port that stays ours from one clinic to the next: no system gives those below 32768 to whoever asks for any. */
export async function fixedPort(): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const port = 20_000 + randomInt(10_000);
    try {
      return await freePort(port);
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** A whole Mainstay of its own for a test: real process, real database in a folder of its own. */
export type Clinic = {
  url: string;
  dataDir: string;
  /** ms from spawning the process to the ready line. */
  start(): Promise<number>;
  /** The process id of the API. */
  pid(): number;
  /** Ends the API process as a power cut would. */
  kill9(): Promise<void>;
  /** Ends the API process as Ctrl-C does. */
  end(): Promise<void>;
  /** Ends everything and removes its folder. */
  stop(): Promise<void>;
  /** Rows as the owner of the database sees them. */
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
};

/** `copied`: from the template of the run, if there is one, and kept in a way that no power cut may meet. */
type Data = 'own' | 'copied';

/** `program`: what Node is started with. */
export async function makeClinic(
  environment: Record<string, string> = {},
  data: Data = 'own',
  program: readonly string[] = ['server/main.ts'],
): Promise<Clinic> {
  const dataDir = newFolder('clinic', data === 'copied' ? 'passing' : 'disk');
  if (data === 'copied') copyTemplate(dataDir);
  const port = Number(environment['PORT'] ?? (await freePort()));
  const url = `http://localhost:${port}`;
  let api: ChildProcess | undefined;
  let database: pg.Client | undefined;

  async function start(): Promise<number> {
    const began = performance.now();
    // The server takes over what already runs.
    if (data === 'copied') await startEmbedded(dataDir, { fsync: false });
    const child = spawn(process.execPath, [...reporting(dataDir), ...program], {
      // A test that builds an app has a variable of the build's.
      env: {
        NODE_COMPILE_CACHE: compileCache,
        ...process.env,
        NODE_ENV: '',
        PORT: String(port),
        DATA_DIR: dataDir,
        JUDGED_REPLIES: '1',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    api = child;
    let printed = '';
    const ready = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('Mainstay is ready at')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('exit', (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
    });
    await within(longestMs, 'the server to be ready', ready);
    return performance.now() - began;
  }

  function ended(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => child.once('exit', () => resolve()));
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const child = api;
    if (!child) return;
    api = undefined;
    child.kill(signal);
    try {
      await within(longestMs, 'the server to end', ended(child));
    } catch (error) {
      const held = await whatHolds(child, dataDir);
      child.kill('SIGKILL');
      throw new Error(`${error instanceof Error ? error.message : String(error)} It is held by:\n${held}`, {
        cause: error,
      });
    }
  }

  async function sql<R>(text: string, values: unknown[] = []): Promise<R[]> {
    if (!database) {
      const { ownerUrl } = await startEmbedded(dataDir);
      const client = new pg.Client({
        connectionString: ownerUrl,
        connectionTimeoutMillis: longestMs,
        query_timeout: longestMs,
      });
      // The database ends before this client when the clinic stops.
      client.on('error', () => (database = undefined));
      await client.connect();
      database = client;
    }
    return (await database.query(text, values)).rows as R[];
  }

  return {
    url,
    dataDir,
    start,
    pid: () => api?.pid ?? 0,
    kill9: () => end('SIGKILL'),
    async end() {
      await database?.end();
      database = undefined;
      await end('SIGTERM');
    },
    async stop() {
      await database?.end();
      database = undefined;
      // What is thrown away need not end in good order, for which the server waits for its callers.
      await end(data === 'copied' ? 'SIGKILL' : 'SIGTERM');
      const left = await startEmbedded(dataDir);
      await left.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    sql,
  };
}

/**
 * Tests that let hours pass, or take long, must not come into the next day, whose work list is another: in the clinic's afternoon
 * and evening its clocks are put back by moving it west, where it is the same day for hours more.
 */
export async function leaveEvening(clinic: Clinic): Promise<void> {
  for (const table of ['sites', 'facilities', 'users'])
    await clinic.sql(
      `update ${table} set "TimeZone" = 'Etc/GMT+12' where extract(hour from now() at time zone "TimeZone") >= 13`,
    );
}
