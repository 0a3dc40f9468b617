import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { ensureDataDir, readConfig, type Config } from './config.ts';
import { assertNoDemoLogins, demoLines, markDemoLogins, seedIfEmpty } from './demo-logins.ts';
import { keepBackups } from './kit/backup/keep-backups.ts';
import { recoveryKey } from './kit/backup/recovery-key.ts';
import { openOwnDatabase, type OwnDatabase } from './kit/db/own-database.ts';
import { noRounds, type Rounds } from './kit/rounds.ts';

/** Starts the database and the server, and stops both when the process is asked to end. */
export async function startServer(): Promise<void> {
  const config = readConfig(process.env, join(import.meta.dirname, '..'));
  await assertFreePort(config);
  ensureDataDir(config);
  const own = await openOwnDatabase(config, 'server');
  try {
    if (own.notice !== null) console.error(own.notice);
    if (own.isEmbedded && config.isLocal) await seedIfEmpty(own.ownerUrl);
    await assertNoDemoLogins(config, own.ownerUrl);
    const app = await buildApp({ database: own.database, config });
    const backups = backupsOf(own, config, () => app.log.error('backups could not be made just now'));
    stopOnSignals(async () => {
      await app.close();
      await backups.stop();
      await own.close();
    });
    await app.listen({ port: config.port, host: config.host });
    console.log(`Mainstay is ready at ${config.publicUrl}`);
    if (own.isEmbedded) for (const line of demoLines(await markDemoLogins(own.ownerUrl))) console.log(line);
  } catch (error) {
    await own.close();
    throw error;
  }
}

function backupsOf({ ownerUrl, where }: OwnDatabase, { backup, dataDir }: Config, failed: () => void): Rounds {
  if (!backup || where === null) return noRounds;
  const to = { dir: backup.dir, key: recoveryKey(backup.passphrase) };
  return keepBackups({ source: { ownerUrl, where, dataDir }, to, hour: backup.hour, told: { failed } });
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

async function isMainstay({ port }: Config): Promise<boolean> {
  try {
    const reply = await fetch(`http://localhost:${port}/api/openapi.json`, { signal: AbortSignal.timeout(2_000) });
    const document = (await reply.json()) as { info?: { title?: string } };
    return document.info?.title === 'Mainstay';
  } catch {
    return false;
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // npm and the terminal may both pass it on.
      if (isStopping) return;
      isStopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => failWith(error),
      );
    });
  }
}

/** Ends the process with one sentence for the operator. */
function failWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

if (import.meta.main) startServer().catch(failWith);
