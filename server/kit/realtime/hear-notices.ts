import type { Identity } from '../auth/identity.ts';
import type { Database } from '../db/database.ts';
import { noticeChannel } from '../db/notice-channel.ts';
import type { Rounds } from '../rounds.ts';
import { findMissed } from './missed-changes.ts';
import type { Realtime } from './realtime.ts';

type Wakes = Pick<Rounds, 'wake'>;
export type Hearers = {
  realtime: Pick<Realtime, 'changed' | 'sites'>;
  identity: Pick<Identity, 'forget' | 'forgetUser'>;
  rounds: { mail: Wakes | undefined; messages: Wakes; offers: Wakes };
  failed(): void;
};

/** Passes on what the processes of this database tell each other, and what none of them told. */
export async function hearNotices(database: Database, hearers: Hearers): Promise<() => Promise<void>> {
  const { realtime, identity, rounds } = hearers;
  const missed = findMissed(database, realtime, hearers);
  const kinds: Record<string, (of: string, snapshot: string | undefined) => void> = {
    changed(site, snapshot) {
      if (snapshot !== undefined) missed.told(site, snapshot);
      realtime.changed(site);
    },
    setup: (site) => realtime.changed(site, 'setup'),
    ended: (SessionId) => identity.forget(SessionId),
    tied: (SessionId) => identity.forget(SessionId),
    rights: (UserId) => identity.forgetUser(UserId),
    mail: () => rounds.mail?.wake(),
    messages: () => rounds.messages.wake(),
    offers: () => rounds.offers.wake(),
  };
  const stopListening = await database.listen(noticeChannel, (said) => {
    if (said === null) return missed.startAnew();
    const [kind = '', of = '', snapshot] = said.split(' ');
    kinds[kind]?.(of, snapshot);
  });
  return async () => {
    await missed.stop();
    await stopListening();
  };
}
