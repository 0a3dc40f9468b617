import type { IDBFactory } from 'fake-indexeddb';
import type { DemoUserName } from '#server/demo/cast.ts';
import type { Chance } from '#server/demo/random.ts';
import type { SyncSession } from '#workers/sync/session.ts';
import type { Life, Machine, World as Surface } from './life.ts';
import type { Network } from './network.ts';
import type { Realm } from './realms.ts';
import type { Server } from './server.ts';

/** What one user has on one machine: databases, log files, key. */
export type Profile = {
  label: string;
  machine: Machine;
  user: DemoUserName;
  UserId: string;
  dataKey: CryptoKey;
  tabs: OpenTab[];
  /** What is half-written, by its key: the text that must be there, or one of several where a tab died meanwhile. */
  drafts: Map<string, (string | undefined)[]>;
  /** A log file could not be written: the database holds the only copy of something. */
  logFailed: boolean;
};

export type OpenTab = { label: string; profile: Profile; realm: Realm; life: Life; session: SyncSession | null };

/**
 * One call a person asked for. `saved`: the screen said so; `open`: the tab died meanwhile, it may be on disk
 * or not. A person may later have discarded it or sent it again.
 */
export type Asked = {
  profile: Profile;
  DeviceId: string;
  mid: number;
  name: string;
  input: Record<string, unknown>;
  base: Record<string, unknown>;
  state: 'saved' | 'open';
  decided: 'discarded' | 'resent' | null;
  /** Nobody was told that it was saved, its second copy may be torn, and the database that held it is gone. */
  mayBeGone?: true;
};

export type WorldState = Surface & {
  seed: number;
  site: string;
  server: Server;
  network: Network;
  chance: Chance;
  machines: (Machine & { factory: IDBFactory })[];
  profiles: Profile[];
  asked: Asked[];
  trace: string[];
  log(line: string): void;
  /** Texts typed by somebody outside of this world's devices. */
  slow: { what: string } | null;
  /** When the server was last backed up; null where its restore would prove nothing. */
  backedUpAt: number | null;
  restores: number;
  nextNumber(): number;
  advance(ms: number): Promise<void>;
  token(user: DemoUserName): Promise<string>;
};
