import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { backupNotice, backupsOf } from './backups.ts';
import { assertProxyNamed, ensureDataDir, fillsDemo, readConfig, type Config } from './config.ts';
import { assertNoDemoLogins, demoLines, markDemoLogins, seedIfEmpty } from './demo-logins.ts';
import { endOnSignals, type Ending } from './ending.ts';
import type { Backups } from './kit/backup/keep-backups.ts';
import { openOwnDatabase } from './kit/db/own-database.ts';
import { notFound } from './kit/http/failures.ts';
import { giveMemoryBack } from './kit/http/give-memory-back.ts';
import { assertKeysHere } from './kit/keys/keys-in-use.ts';

/** With people elsewhere, who come by way of something that asks whether this server is ready. */
const drainMs = 1_000;

/** Starts the database and the server, and stops both when the process is asked to end, at whatever point it is. */
export async function startServer(): Promise<void> {
  const ending = endOnSignals((sentence) => console.error(sentence));
  try {
    await start(ending);
  } catch (error) {
    if (ending.signal.aborted) return;
    await ending.end();
    throw error;
  }
}

async function start(ending: Ending): Promise<void> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  assertProxyNamed(config);
  await assertFreePort(config);
  ensureDataDir(config);
  const running: { backups?: Backups; stopping?: Promise<void> } = {};
  // Side by side: one after the other, both could take longer than they may, and the disk of the backups may hang.
  const own = await ending.started(openOwnDatabase(config, 'server', ending.signal), (opened) =>
    Promise.all([opened.close(), running.stopping]),
  );
  for (const notice of [own.notice, await backupNotice(own, config)]) if (notice !== null) console.error(notice);
  if (fillsDemo(config)) await seedIfEmpty(own.ownerUrl);
  await assertNoDemoLogins(config, own.ownerUrl);
  for (const sentence of await assertKeysHere(own.database, config)) console.error(sentence);
  const warnings = () => running.backups?.warnings() ?? [];
  const { signal } = ending;
  const places = { database: own.database, databaseDir: own.where };
  const parts = { ...places, config, warnings, signal, drainMs: config.isLocal ? 0 : drainMs };
  const app = await ending.started(buildApp(parts), (built) => built.close());
  giveMemoryBack(app.server);
  const to = { log: app.log, say: (line: string) => console.log(line), signal };
  running.backups = await ending.started(backupsOf(own, config, to), async (backups) => {
    running.stopping = backups.stop();
    running.stopping.catch(() => undefined);
  });
  await app.listen({ port: config.port, host: config.host });
  console.log(`Mainstay is ready at ${config.publicUrl}`);
  if (own.isEmbedded) for (const line of demoLines(await markDemoLogins(own.ownerUrl))) console.log(line);
}

/** Asked before anything is started, so that a second start changes nothing. */
async function assertFreePort(config: Config): Promise<void> {
  const taken = await new Promise<boolean>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(true) : reject(error),
    );
    probe.listen({ port: config.port, host: config.host }, () => probe.close(() => resolve(false)));
  });
  if (!taken) return;
  if (await isMainstay(config)) throw new Error(`Mainstay is already running at ${config.publicUrl}.`);
  throw new Error(
    `Another program uses port ${config.port}. Choose another one, such as PORT=${config.port + 1} npm start.`,
  );
}

/** Whether what answers there says in our words that nothing is at an address, which costs it nothing. */
async function isMainstay({ port }: Config): Promise<boolean> {
  try {
    const reply = await fetch(`http://localhost:${port}/api`, { signal: AbortSignal.timeout(2_000) });
    const said = (await reply.json()) as { kind?: string; message?: string };
    return said.kind === notFound.kind && said.message === notFound.message;
  } catch {
    return false;
  }
}

/** Ends the process with one sentence for the operator. */
function failWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

if (import.meta.main) startServer().catch(failWith);
