import type { Script } from 'node:vm';
import { afterAll, beforeAll, vi } from 'vitest';
import { schemaVersion } from '#contract/schema-version.ts';
import { tabScript } from './realms.ts';
import { startServer, type Server } from './server.ts';
import { countTasks } from './turn.ts';
import { worldStart } from './world.ts';

/** What all worlds of a test file stand on: a server with its database, and a tab's code of this app and the last. */
export type Ground = { server: Server; script: Script; older: Script };

/** Made before the first test of the file and taken down after the last. */
export function withGround(change?: (path: string, code: string) => string): () => Ground {
  let ground: Ground | undefined;
  beforeAll(async () => {
    // The server's clock is the world's too.
    vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
    countTasks();
    const older = await tabScript((path, code) => asOlder(path, change?.(path, code) ?? code));
    ground = { server: await startServer(), script: await tabScript(change), older };
  });
  afterAll(async () => {
    await ground?.server.close();
    vi.useRealTimers();
  });
  return () => {
    if (!ground) throw new Error('The ground is made before the first test.');
    return ground;
  };
}

/** The app as it was one schema ago. */
function asOlder(path: string, code: string): string {
  if (!path.endsWith('contract/schema-version.ts')) return code;
  const now = `schemaVersion = ${schemaVersion};`;
  if (!code.includes(now)) throw new Error('The schema is numbered elsewhere now.');
  return code.replace(now, `schemaVersion = ${schemaVersion - 1};`);
}
