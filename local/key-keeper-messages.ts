import type { Unlocked } from './keyring.ts';

/** What a page asks of the service worker, which keeps the open key in memory and nowhere else. */
export type KeeperRequest =
  | { type: 'KEEP_KEY'; unlocked: Unlocked }
  /** Answered on the message's port with `Unlocked` or null. */
  | { type: 'GIVE_KEY' }
  | { type: 'FORGET_KEY' };
