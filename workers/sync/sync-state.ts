import type { Device } from '#local/store/device.ts';
import type { DeviceNews } from '#local/store/channel.ts';

/** What the pill and its list say. */
export type SyncState = {
  phase: 'starting' | 'hydrating' | 'ready';
  /** The server can be reached. */
  online: boolean;
  /** The server answers, but could not give the setup (spec 7). */
  setupFailed: boolean;
  /** Told of changes at once; otherwise by the minute. */
  connected: boolean;
  waiting: number;
  parked: number;
  /** ms since 1970, by this device's clock. */
  lastSyncAt: number | null;
  /** When a pull last brought a change of the calendar: of any day, also of those this device does not hold. */
  calendarChangedAt: number | null;
  /** The same of days that this device does not hold. */
  farDaysChangedAt: number | null;
  /** When this device last forgot all rows it held: what was read before may be out of scope. */
  resetAt: number | null;
  /** This tab's worker talks to the server for all tabs. */
  leader: boolean;
  hydrated: { P0: boolean; P1: boolean; names: boolean };
  /** Rows fetched so far of what is being fetched, by priority; counted from the start of this worker. */
  fetched: { P0: number; P1: number; names: number };
  /** When this device was last found to hold what the server holds, and how many rows had to be corrected for it. */
  compared: { at: number; corrected: number } | null;
  /** One sentence a person should read, or null. */
  problem: string | null;
};

export const stateBefore: SyncState = {
  phase: 'starting',
  online: true,
  setupFailed: false,
  connected: false,
  waiting: 0,
  parked: 0,
  lastSyncAt: null,
  calendarChangedAt: null,
  farDaysChangedAt: null,
  resetAt: null,
  leader: false,
  hydrated: { P0: false, P1: false, names: false },
  fetched: { P0: 0, P1: 0, names: 0 },
  compared: null,
  problem: null,
};

/** Another time than the former, also where the clock stood still or was set back. */
export function later(former: number | null): number {
  return Math.max(Date.now(), (former ?? 0) + 1);
}

export type StateBoard = {
  read(): SyncState;
  set(changes: Partial<SyncState>): void;
  /** Counts what waits in the outbox anew. */
  recount(): Promise<void>;
  /** A follower takes what the leader said. */
  adopt(news: DeviceNews): void;
  publish(): void;
  watch(listener: (state: SyncState) => void): void;
};

export function stateBoard(device: Device, start: SyncState): StateBoard {
  let state = start;
  const listeners = new Set<(state: SyncState) => void>();
  const show = () => {
    for (const listener of listeners) listener(state);
  };
  const publish = () => {
    show();
    if (state.leader) device.channel.tell({ kind: 'state', state });
  };
  const set = (changes: Partial<SyncState>) => {
    const next = { ...state, ...changes };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    publish();
  };
  return {
    read: () => state,
    set,
    async recount() {
      const count = (of: string) => device.outbox.calls.where('state').equals(of).count();
      const [waiting, parked] = await Promise.all([count('waiting'), count('parked')]);
      set({ waiting, parked });
    },
    adopt(news) {
      if (state.leader || news.kind !== 'state') return;
      const { waiting, parked } = state;
      state = { ...(news.state as SyncState), leader: false, waiting, parked };
      show();
    },
    publish,
    watch(listener) {
      listeners.add(listener);
      listener(state);
    },
  };
}
