import { fail } from '#contract/base/errors.ts';
import { arrivedAtAll } from '#contract/kiosk/arrivals.ts';
import type { kioskEndpoints } from '#contract/kiosk/endpoints.ts';
import { doubtSentence, matchDoubts, type MatchDoubt } from '#contract/kiosk/match-doubts.ts';
import { facilityOf } from '#server/features/messages/store.ts';
import { readVisit } from '#server/features/visits/store.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import {
  dismissedArrivals,
  heldArrival,
  personOf,
  removeForms,
  settleArrival,
  waitingArrivals,
  type ArrivalRow,
} from './arrival-rows.ts';
import { checkIn, noteArrival } from './sealed.ts';

/** Of whom an arrival is, nobody knows yet: whoever sees the visits of some providers alone sees none. */
const seesArrivals = ({ caller }: Ctx) => caller.providerIds === null;

const already = 'This arrival was already matched or dismissed.';

async function ownArrival(ctx: Ctx, id: string): Promise<ArrivalRow> {
  const row = seesArrivals(ctx) ? await heldArrival(ctx.tx, id) : undefined;
  const { facilityIds } = ctx.caller;
  if (!row || (facilityIds !== null && !facilityIds.includes(row.FacilityId.toLowerCase())))
    fail('not-found', 'This arrival was not found, or you can’t see it.');
  // One that was dismissed is open as long as it has forms, which are nowhere else.
  const isOpen = row.state === 'waiting' || (row.state === 'dismissed' && row.forms !== null);
  return isOpen ? row : fail('user-visible', already);
}

async function doubtsOf({ tx }: Ctx, { DateOfBirth, signedAs }: ArrivalRow, PatientId: string): Promise<MatchDoubt[]> {
  const patient = await personOf(tx, PatientId);
  if (!patient || DateOfBirth === null) fail('not-found', 'This visit was not found at the facility of the kiosk.');
  return matchDoubts({ DateOfBirth, signedAs }, patient);
}

/** What the front desk does about arrivals that fitted no visit by themselves. */
export const arrivalHandlers: Pick<Handlers<typeof kioskEndpoints>, 'arrivals' | 'match' | 'dismiss'> = {
  async arrivals(_input, ctx) {
    if (!seesArrivals(ctx)) return { arrivals: [], dismissed: [] };
    const { tx, caller } = ctx;
    return {
      arrivals: await waitingArrivals(tx, caller.facilityIds),
      dismissed: await dismissedArrivals(tx, caller.facilityIds),
    };
  },

  async match({ id, VisitId, confirmed = false }, ctx) {
    const { tx, now, services, caller } = ctx;
    const { site, UserId } = caller;
    const row = await ownArrival(ctx, id);
    const visit = await readVisit(tx, VisitId);
    const facility = visit && (await facilityOf(tx, visit.FacilityId));
    if (!visit || !facility || visit.FacilityId !== row.FacilityId)
      fail('not-found', 'This visit was not found at the facility of the kiosk.');
    if (!arrivedAtAll.includes(visit.stage))
      fail('user-visible', 'This visit does not take place. Choose another one, or schedule it again first.');
    const { PatientId, Start } = visit;
    const doubts = await doubtsOf(ctx, row, PatientId);
    if (doubts.length > 0 && !confirmed) {
      const sentence = doubtSentence(doubts);
      fail('invalid', `${sentence} Confirm that it is their visit.`, { fields: { confirmed: sentence } });
    }
    await settleArrival(tx, id, { state: 'matched', VisitId, UserId, now });
    await noteArrival(tx, site, {
      row,
      UserId,
      PatientId,
      detail: { matched: VisitId, ...(doubts.length > 0 && { confirmed: doubts.join(', ') }) },
    });
    const place = { VisitId, PatientId, Start, TimeZone: facility.TimeZone };
    await checkIn(tx, { site, files: services.files, now, row, visit: place, isStaff: true, UserId });
    return { isCheckedIn: true };
  },

  async dismiss({ id, reason, removesForms = false }, ctx) {
    const { tx, now, caller } = ctx;
    const { site, UserId } = caller;
    const row = await ownArrival(ctx, id);
    const isAgain = row.state === 'dismissed';
    if (isAgain && !removesForms) fail('user-visible', already);
    if (!isAgain && removesForms) fail('user-visible', 'Dismiss this arrival before you delete its forms.');
    if (isAgain) await removeForms(tx, id);
    else await settleArrival(tx, id, { state: 'dismissed', UserId, reason, now });
    const detail = isAgain ? { forms: 'removed' } : { dismissed: 'with a reason' };
    await noteArrival(tx, site, { row, UserId, PatientId: null, detail });
    return { isDismissed: true };
  },
};
