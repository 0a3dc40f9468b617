import { setupOf } from '#local/store/setup.ts';
import { coalesce } from './coalesce.ts';
import type { Engine } from './engine.ts';
import { realtime, type Realtime, type RealtimePlace } from './realtime.ts';
import { spread } from './spread.ts';
import type { SyncLoop } from './sync-loop.ts';

const coalesceMs = 250;

type From = { engine: Engine; site: string; origin: string; loop(): SyncLoop | null };

/** Wakes the loop when the server says that something changed. */
export function serverHints({ engine, site, origin, loop }: From) {
  const { device, server, board } = engine;
  let channel: Realtime | null = null;
  let isSetupStale = false;
  let hasConnected = false;

  const changed = coalesce(() => {
    const setup = isSetupStale;
    isSetupStale = false;
    void loop()?.wake({ pull: true, setup });
  }, coalesceMs);

  return {
    /** Connects once, when the setup is here and this tab leads. */
    async connect(): Promise<void> {
      const setup = await setupOf(device);
      if (channel || !loop() || !setup?.website.pusher_key) return;
      channel = realtime(site, placeOf(origin, setup.website.pusher_key), {
        authorize: (socket_id, channel_name) => server.call('session.broadcastingAuth', { socket_id, channel_name }),
        changed(needsSetup) {
          isSetupStale ||= needsSetup;
          changed.call();
        },
        connected(isConnected) {
          board.set({ connected: isConnected });
          // Events were missed while the connection was lost.
          const setup = hasConnected;
          hasConnected ||= isConnected;
          if (isConnected) spread(() => loop()?.wakeNow({ push: true, pull: true, setup }));
        },
      });
    },
    socketId: () => channel?.socketId() ?? null,
    close() {
      changed.cancel();
      channel?.close();
    },
  };
}

function placeOf(origin: string, key: string): RealtimePlace {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  return { key, host: hostname, port: Number(port) || (isSecure ? 443 : 80), isSecure };
}
