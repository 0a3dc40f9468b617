import type { Database } from '../db/database.ts';
import type { Texts } from '#server/kit/outside/texts.ts';
import { pollLoop, type Round as AnyRound, type Rounds } from '#server/kit/rounds.ts';
import { remindOfIntakes } from './intake-remind.ts';
import { tellNews } from './news.ts';
import { remind } from './reminders.ts';
import { sendDueMessages } from './sender.ts';

/** Reminders are not that much in a hurry. */
const remindEveryMs = 60_000;

/** Sees to the messages of all sites, again and again. */
export function keepMessaging(database: Database, texts: Texts, told: { failed(): void }): Rounds {
  let remindedAt = 0;
  const clock = () => new Date();
  return pollLoop(async (given) => {
    const now = clock();
    const isReminding = now.getTime() - remindedAt >= remindEveryMs;
    if (isReminding) remindedAt = now.getTime();
    await messagesRound(database, { ...given, texts, now, clock, isReminding });
  }, told);
}

type Round = Partial<AnyRound> & {
  texts: Texts;
  now: Date;
  /** What time it is when one of them is sent: a slow gateway takes long for a full round. */
  clock?: () => Date;
  isReminding?: boolean;
};

/** One look at everything that is due at a moment, site by site. */
export async function messagesRound(
  database: Database,
  { texts, now, clock = () => now, isReminding = true, isStopped = () => false, attempt = (part) => part() }: Round,
): Promise<void> {
  if (isReminding) {
    const sites = await database.outside((tx) => tx.rows<{ site: string }>('select sites_that_remind() as site'));
    for (const { site } of sites) await attempt(() => remind(database, { site, now, isStopped }));
    const open = await database.outside((tx) => tx.rows<{ site: string }>('select sites_with_open_intakes() as site'));
    for (const { site } of open) await attempt(() => remindOfIntakes(database, { site, now, isStopped }));
  }
  const due = await database.outside((tx) =>
    tx.rows<{ site: string }>('select sites_with_messages_due($1) as site', [now]),
  );
  for (const { site } of due) {
    await attempt(() => tellNews(database, { site, now, isStopped }));
    await attempt(() => sendDueMessages(database, { site, texts, clock, isStopped }));
  }
}
