import type { rtmEpisode } from '#contract/hep/rtm-episode.ts';
import { assertMayWriteCare } from '#server/features/documentation/store.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { monitoredBeside } from './store.ts';

/** No day of a case is monitored twice. */
export const rtmEpisodeHooks: RecordHooks<typeof rtmEpisode> = {
  async refuses(row, { ctx: { tx, caller } }) {
    await assertMayWriteCare(tx, caller, row);
    return (await monitoredBeside(tx, row)) ? { From: 'Another monitoring period has some of these days.' } : {};
  },

  async keeps(row, { tx, caller }) {
    await assertMayWriteCare(tx, caller, row);
    return null;
  },
};
