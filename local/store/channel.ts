import type { EntityName } from '#contract/entities.ts';
import type { BundleTable } from './db.ts';

/** What tabs and workers of one signed-in user tell each other; ids only, never patient data. */
export type DeviceNews =
  | { kind: 'queued' }
  | { kind: 'outbox' }
  | { kind: 'corrupt'; table: BundleTable | EntityName; key: string; PatientId: string | null }
  /** The mirror was emptied and has another key. */
  | { kind: 'mirrorKey' }
  | { kind: 'hello' }
  | { kind: 'state'; state: unknown }
  | { kind: 'names'; pages: number[] }
  | { kind: 'sync' }
  | { kind: 'chartWanted'; PatientId: string; ask: string }
  | { kind: 'chartDone'; ask: string; isLocal: boolean };

export type DeviceChannel = {
  tell(news: DeviceNews): void;
  /** Hears the others, and what this very thread tells. */
  hear(listener: (news: DeviceNews) => void): () => void;
  close(): void;
};

export function deviceChannel(site: string, UserId: string): DeviceChannel {
  const broadcast = new BroadcastChannel(`mainstay:${site}:${UserId}`);
  const listeners = new Set<(news: DeviceNews) => void>();
  broadcast.onmessage = (event: MessageEvent<DeviceNews>) => {
    for (const listener of listeners) listener(event.data);
  };
  let isOpen = true;
  return {
    tell(news) {
      if (!isOpen) return;
      broadcast.postMessage(news);
      for (const listener of listeners) listener(news);
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isOpen = false;
      listeners.clear();
      broadcast.close();
    },
  };
}
