import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { privateFile } from '../db/private-file.ts';

const PusherApp = z.object({ key: z.string(), secret: z.string() });
/** The key is public and names this server's real-time app; the secret signs channel subscriptions. */
export type PusherApp = z.output<typeof PusherApp>;

let own: PusherApp | undefined;

/** Loaded once per process, from the environment or the data directory. */
export async function loadPusherApp(from: { pusher: PusherApp | undefined; dataDir: string }): Promise<PusherApp> {
  own ??= from.pusher ?? PusherApp.parse(JSON.parse(await privateFile(join(from.dataDir, 'realtime.json'), newApp)));
  return own;
}

/** The key a screen connects with (spec 3: pusher_key). */
export function pusherKey(): string {
  if (!own) throw new Error('The real-time app is not loaded yet.');
  return own.key;
}

function newApp(): string {
  return JSON.stringify({ key: randomBytes(10).toString('hex'), secret: randomBytes(32).toString('hex') });
}
