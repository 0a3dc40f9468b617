import type { Script } from 'node:vm';
import { afterAll, beforeAll, vi } from 'vitest';
import { tabScript } from './realms.ts';
import { startServer, type Server } from './server.ts';
import { countTasks } from './turn.ts';
import { worldStart } from './world.ts';

/** What all worlds of a test file stand on: a server with its database, and the code of a tab. */
export type Ground = { server: Server; script: Script };

/** Made before the first test of the file and taken down after the last. */
export function withGround(change?: (path: string, code: string) => string): () => Ground {
  let ground: Ground | undefined;
  beforeAll(async () => {
    // The server's clock is the world's too.
    vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
    countTasks();
    ground = { server: await startServer(), script: await tabScript(change) };
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
