import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import type { schedulingEndpoints } from '#contract/scheduling/endpoints.ts';
import { keepsPlace } from '#contract/scheduling/booking-facts.ts';
import { placeOfBlock } from '#contract/scheduling/non-patient-visit.ts';
import type { Handlers } from '#server/kit/context.ts';
import { assertPlace } from './places.ts';
import { deleteNonPatientVisit, readNonPatientVisit, storeNonPatientVisit } from './rows.ts';
import { assertFree } from './slots.ts';

type Own = Pick<Handlers<typeof schedulingEndpoints>, 'saveNonPatientVisit' | 'removeNonPatientVisit'>;

/** Meetings, breaks and blocks. */
export const blockHandlers: Own = {
  async saveNonPatientVisit({ id, accepted = [], restores, ...wanted }, ctx) {
    const { tx, base } = ctx;
    const before = await readNonPatientVisit(tx, id);
    // Who tells how it was has changed it, so it was there.
    if (!before && !restores && Object.keys(base).length > 0) fail('changed-elsewhere', removed, { current: null });
    const { merged: fields, clashes } = before
      ? mergedFields<typeof wanted>(before, wanted, base, [placeOfBlock])
      : { merged: wanted, clashes: [] };
    if (clashes.length > 0) fail('changed-elsewhere', changed, { current: before });
    await assertPlace(ctx, fields, { isNonPatient: true, ...(before && { before }) });
    const booking = { ...fields, VisitId: id, PatientId: null, CaseId: null, RoomId: null };
    const isPlaced = before && keepsPlace({ ...before, RoomId: null }, booking);
    if (!isPlaced) await assertFree(tx, [booking], { accepted, current: before ?? null });
    const stored = await storeNonPatientVisit(tx, { ...fields, NonPatientVisitId: id });
    return { nonPatientVisit: stored ?? fail('conflict', 'Another record has this ID. Nothing was changed.') };
  },

  async removeNonPatientVisit({ id }, { tx, base }) {
    const before = await readNonPatientVisit(tx, id);
    if (before && isChangedSince(base, before)) fail('changed-elsewhere', other, { current: before });
    return { removed: await deleteNonPatientVisit(tx, id) };
  },
};

const changed =
  'This block changed since you edited it: someone else changed it, or your earlier change was not accepted. Nothing was changed. Review it, then send yours again if it still applies.';
const removed =
  'This block is gone: someone else removed it, or your earlier change was not accepted. Nothing was booked. Send yours again to book it.';
const other =
  'Someone else changed this block first. Nothing was removed. Review it, then send yours again to remove it.';
