import { readSyncMark } from '#local/store/synced-at.ts';
import { call } from '#shared/api.ts';
import { awaySince } from './offline-since.ts';
import { outageCause } from './outage-rule.ts';
import { declareOutage, endOutage } from './change-outage.ts';
import { outage } from './outage-state.ts';
import { hasSentList } from './sent-place.ts';

/** Somebody came in without a fresh setup: decides whether that is an outage (spec 7). */
export async function detectOutage({ setupFailed = false }): Promise<void> {
  const after = await readSyncMark();
  const detailsAnswered = setupFailed && (await serverKnowsMe());
  const since = detailsAnswered ? Date.now() : awaySince();
  const cause = outageCause({
    isEntering: true,
    hasNetwork: navigator.onLine,
    awayMs: detailsAnswered ? null : Date.now() - since,
    setupFailed,
    detailsAnswered,
  });
  if (cause) declareOutage(cause, since, after);
}

/** The outage user-details call: answers from the token alone. */
export async function serverKnowsMe(): Promise<boolean> {
  return call('outage.userDetails', {}, { byCaller: true }).then(
    () => true,
    () => false,
  );
}

/** The server answers: ends the outage there was, also one of which only the list of what waited is left. */
export async function closeOutage(): Promise<void> {
  const now = outage();
  if (now.phase === 'over' || (now.phase === 'none' && !(await hasSentList()))) return;
  const { closeSentList, readSentList } = await import('./sent-list.ts');
  const since = now.phase === 'outage' ? now.since : ((await readSentList())?.since ?? null);
  if (since === null) return;
  const hasList = await closeSentList(Date.now());
  // Another tab may have done so meanwhile.
  if (outage() === now) endOutage(since, Date.now(), hasList);
}
