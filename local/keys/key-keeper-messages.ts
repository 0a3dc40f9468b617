import type { Unlocked } from './keyring.ts';

/** What a page asks of the service worker, which keeps the open key in memory and nowhere else. */
export type KeeperRequest =
  | { type: 'KEEP_KEY'; unlocked: Unlocked }
  /** Answered on the message's port with `Unlocked` or null. */
  | { type: 'GIVE_KEY' }
  /** Of one person only, if told: another one may have signed in on this machine since. */
  | { type: 'FORGET_KEY'; of?: { site: string; UserId: string } };
