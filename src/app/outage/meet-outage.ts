import { call } from '#shared/api.ts';
import { outageCause } from './outage-rule.ts';
import { declareOutage } from './outage-state.ts';

/** Somebody came in without a fresh setup: decides whether that is an outage (spec 7). */
export async function meetOutage({ setupFailed }: { setupFailed: boolean }): Promise<void> {
  const detailsAnswered = setupFailed && (await serverKnowsMe());
  const cause = outageCause({
    isEntering: true,
    hasNetwork: navigator.onLine,
    awayMs: detailsAnswered ? null : 0,
    setupFailed,
    detailsAnswered,
  });
  if (cause) declareOutage(cause, Date.now());
}

/** The outage user-details call: answers from the token alone. */
export async function serverKnowsMe(): Promise<boolean> {
  return call('outage.userDetails', {}, { byCaller: true }).then(
    () => true,
    () => false,
  );
}
