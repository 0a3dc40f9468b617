import '#local/store/without-eval.ts';
import { expose } from 'comlink';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { NameList } from './names/name-index.ts';
import { syncSession, type PageLink, type SyncSession, type Who } from './sync/session.ts';
import type { SyncState } from './sync/sync-state.ts';

export type { SyncState } from './sync/sync-state.ts';

/** What a page may ask of its sync worker. Nothing here throws because the network is away. */
export type SyncWorker = {
  open(who: Who): Promise<void>;
  setToken(token: string | null): void;
  /** Connection events do not fire inside a worker, so the page forwards them. */
  online(isOnline: boolean): void;
  /** Sends and fetches now; resolves when done, or when it has to wait. */
  sync(): Promise<void>;
  search(typed: string, limit: number): Promise<PatientName[]>;
  /** All names the user may see in their order, from one place on. */
  listNames(from: number, limit: number): Promise<NameList>;
  /** Fetches a whole chart where it is not here yet; false when it could not be fetched now. */
  openChart(PatientId: string): Promise<boolean>;
  /** Stops, closes the databases and forgets every key and name. */
  lock(): void;
  onState(callback: (state: SyncState) => void): void;
  /** How to get a fresh token when there is none, or the server says `held` has ended; null when the session is over. */
  onTokenWanted(callback: (held: string | null) => Promise<string | null>): void;
  /** Hears that the server wants this device erased, with the order as it came. */
  onErased(callback: (order: unknown) => void): void;
};

let session: SyncSession | null = null;
/** What a page asks while the device is still being opened waits for it, instead of finding nothing. */
const ready = Promise.withResolvers<void>();
let wanted: ((held: string | null) => Promise<string | null>) | null = null;
let tellErased: (order: unknown) => void = () => undefined;
const stateCallbacks: ((state: SyncState) => void)[] = [];

const page: PageLink = {
  origin: self.location.origin,
  isOnline: navigator.onLine,
  token: null,
  async renew() {
    const token = (await wanted?.(page.token)) ?? null;
    page.token = token;
    return token;
  },
  erased: (order) => tellErased(order),
};

const syncWorker: SyncWorker = {
  async open(who) {
    session?.close();
    page.token = who.token;
    try {
      session = await syncSession(who, page);
    } finally {
      ready.resolve();
    }
    session.board.watch((state) => {
      for (const callback of stateCallbacks) callback(state);
    });
  },
  setToken(token) {
    page.token = token;
    if (token) void session?.wake();
  },
  online: (isOnline) => (session ? session.online(isOnline) : void (page.isOnline = isOnline)),
  sync: async () => session?.wake(),
  async search(typed, limit) {
    await ready.promise;
    return session?.search(typed, limit) ?? [];
  },
  async listNames(from, limit) {
    await ready.promise;
    return (await session?.listNames(from, limit)) ?? { total: 0, names: [] };
  },
  async openChart(PatientId) {
    await ready.promise;
    return (await session?.openChart(PatientId)) ?? false;
  },
  lock() {
    session?.close();
    session = null;
    page.token = null;
  },
  onState(callback) {
    stateCallbacks.push(callback);
    if (session) callback(session.board.read());
  },
  onTokenWanted(callback) {
    wanted = callback;
  },
  onErased(callback) {
    tellErased = callback;
  },
};

expose(syncWorker);
