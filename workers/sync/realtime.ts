import Pusher from 'pusher-js/worker';

/** Where the embedded real-time server listens: beside the API. */
export type RealtimePlace = { key: string; host: string; port: number; isSecure: boolean };
export type Realtime = { socketId(): string | null; close(): void };

type Ears = {
  authorize(socketId: string, channel: string): Promise<{ auth: string; channel_data: string }>;
  /** `needsSetup` when rights or settings have changed too. */
  changed(needsSetup: boolean): void;
  connected(isConnected: boolean): void;
};

/** Hears that something changed in a site; the event says no more than that. */
export function realtime(site: string, place: RealtimePlace, ears: Ears): Realtime {
  const pusher = new Pusher(place.key, {
    cluster: 'mt1',
    wsHost: place.host,
    wsPort: place.port,
    wssPort: place.port,
    forceTLS: place.isSecure,
    enabledTransports: [place.isSecure ? 'wss' : 'ws'],
    enableStats: false,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler({ socketId, channelName }, callback) {
        ears.authorize(socketId, channelName).then(
          (signed) => callback(null, signed),
          (error: unknown) => callback(error instanceof Error ? error : new Error('refused'), null),
        );
      },
    },
  });
  const channel = pusher.subscribe(`private-site-${site}`);
  channel.bind('changed', (data: { hint?: unknown } | undefined) => ears.changed(data?.hint === 'setup'));
  channel.bind('pusher:subscription_succeeded', () => ears.connected(true));
  pusher.connection.bind('state_change', ({ current }: { current: string }) => {
    if (current !== 'connected') ears.connected(false);
  });
  return {
    socketId: () => pusher.connection.socket_id ?? null,
    close: () => pusher.disconnect(),
  };
}
