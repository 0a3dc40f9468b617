import { z } from 'zod';
import { showDate, showTime, WallTime } from '#contract/base/dates.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { providerName } from '#contract/providers/provider.ts';
import { keepsPlace } from '#contract/scheduling/booking-facts.ts';
import type { ChangedVisits } from '#contract/visits/changed-visits.ts';
import type { VisitBooking, visitEndpoints } from '#contract/visits/endpoints.ts';
import { futureVisits, othersInScope, shiftLike, type SeriesScope } from '#contract/visits/series-scope.ts';
import { stageAfterMove } from '#contract/visits/stage-after-move.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { assertFree, assertPlace } from '#server/features/scheduling/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { noteNews } from '#server/kit/messages/news.ts';
import {
  insertVisits,
  lockSeries,
  lockWaitingOfCase,
  readCaseOf,
  removeVisit,
  scheduleOf,
  setSchedule,
  unknownTags,
  wallTimeAt,
  withPostings,
  withRecords,
} from './booking-rows.ts';
import { assertFresh, notFound } from './fresh.ts';
import { addHistory, lockVisit, readProvider, readVisit, setStage } from './store.ts';

type Calls = Pick<typeof visitEndpoints, 'create' | 'createSeries' | 'reschedule' | 'remove' | 'removeFuture'>;

export const bookingHandlers: Handlers<Calls> = {
  async create({ accepted = [], ...booking }, ctx) {
    const [visit] = await book(ctx, [booking], { accepted, SeriesId: null });
    if (!visit) throw new Error('A visit was not booked');
    return { visit, changed: made([visit]) };
  },

  async createSeries({ SeriesId, visits, accepted = [] }, ctx) {
    const own = new Map<string | null, typeof accepted>(visits.map((one) => [one.VisitId, one.accepted ?? accepted]));
    const bookings = visits.map(({ accepted: _accepted, ...booking }) => booking);
    const booked = await book(ctx, bookings, { accepted: (id) => own.get(id) ?? [], SeriesId });
    return { visits: booked, changed: made(booked) };
  },

  async reschedule({ id, changes, lastUpdated, accepted = [], which = 'this' }, ctx) {
    const { tx, base } = ctx;
    const { visit, others } = await heldWithOthers(ctx, id, which);
    await assertFresh(tx, visit, lastUpdated);
    if (!reschedulable.includes(visit.stage))
      fail('user-visible', 'This visit has started. Its time and place can’t change.', { current: visit });
    const given = definedFields(changes);
    const next = { ...visit, ...given };
    const before = [visit, ...others];
    const ids = before.map(({ VisitId }) => VisitId);
    if (next.FacilityId !== visit.FacilityId && (await withRecords(tx, ids)).size > 0)
      fail('user-visible', staysWithRecords(others.length > 0), { current: visit });
    const { Start: _start, End: _end, ...rest } = given;
    // As far as the visit was moved on the screen, where somebody else may have moved it since.
    const shift = shiftLike({ ...visit, ...timesOf(base) }, next);
    const all = [next, ...others.map((other) => ({ ...other, ...rest, ...shift(other) }))];
    for (const [at, one] of all.entries()) await assertPlaceOf(ctx, one, before[at]);
    const elsewhere = all.filter((one, at) => !keepsPlace(before[at] ?? visit, one));
    await assertFree(tx, elsewhere, { accepted, current: visit });
    const changed: ChangedVisits = [];
    for (const [at, one] of all.entries()) {
      const was = before[at];
      if (!was) continue;
      const set = await setSchedule(tx, scheduleOf(one));
      const stage = stageAfterMove(was, set);
      const is = stage === set.stage ? set : await setStage(tx, set.VisitId, stage);
      await tellMoved(ctx, was, is);
      if (was.Start !== is.Start || was.FacilityId !== is.FacilityId) await noteNews(tx, was, is);
      changed.push({ VisitId: is.VisitId, was: was.updated_at, is: is.updated_at });
    }
    const moved = await readVisit(tx, id);
    // Whoever hands a visit to a provider whose visits they do not see is refused before.
    if (!moved) throw new Error('A visit is gone that was just moved');
    return { visit: moved, changed };
  },

  async remove({ id, deletionReason, lastUpdated }, ctx) {
    const { tx } = ctx;
    const visit = await lockVisit(tx, id);
    if (!visit) fail('not-found', notFound);
    if (lastUpdated !== undefined) await assertFresh(tx, visit, lastUpdated);
    if (!removable.includes(visit.stage))
      fail('user-visible', 'This visit has started, so it can’t be removed. Cancel it or bill it.', { current: visit });
    if ((await withRecords(tx, [id])).size > 0)
      fail('user-visible', 'This visit has a note or charges, so it can’t be removed. Cancel it instead.', {
        current: visit,
      });
    if ((await withPostings(tx, [id])).size > 0)
      fail('user-visible', 'This visit has a fee in the ledger, so it can’t be removed.', {
        current: visit,
      });
    await remove(ctx, visit, deletionReason);
    return { removed: 1 };
  },

  async removeFuture({ id, VisitIds }, ctx) {
    const { tx, now } = ctx;
    const of = await readCaseOf(tx, id);
    if (!of) fail('not-found', noCase);
    const wall = await wallTimeAt(tx, of.FacilityId, now);
    const waiting = futureVisits(await lockWaitingOfCase(tx, id), wall, VisitIds);
    const ids = waiting.map(({ VisitId }) => VisitId);
    const records = await withRecords(tx, ids);
    const postings = await withPostings(tx, ids);
    const gone = waiting.filter(({ VisitId }) => !records.has(VisitId) && !postings.has(VisitId));
    for (const visit of gone) await remove(ctx, visit, 'Future visits of the case');
    return { removed: gone.length };
  },
};

const WallTimes = z.object({ Start: WallTime, End: WallTime });

/** When the visit was, as whoever moved it saw it. */
function timesOf({ Start, End }: Ctx['base']): Partial<Pick<Visit, 'Start' | 'End'>> {
  const times = WallTimes.safeParse({ Start, End });
  return times.success ? times.data : {};
}

function staysWithRecords(isSeries: boolean): string {
  return isSeries
    ? 'One of these visits has a note or charges, so it can’t change facility. Nothing was changed.'
    : 'This visit has a note or charges, so it can’t change facility.';
}

const reschedulable: readonly Visit['stage'][] = ['scheduled', 'confirmed', 'checkedIn'];
const removable: readonly Visit['stage'][] = ['scheduled', 'confirmed', 'cancelled', 'noShow', 'lateCancel'];

function made(visits: readonly Visit[]): ChangedVisits {
  return visits.map(({ VisitId, updated_at }) => ({ VisitId, was: null, is: updated_at }));
}

/** A visit and those of its series that a change is for, held until the transaction ends. */
export async function heldWithOthers(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  id: string,
  which: SeriesScope,
): Promise<{ visit: Visit; others: Visit[] }> {
  const seen = which === 'this' ? undefined : await readVisit(tx, id);
  // All in one order: two who change one series at once wait for each other and not in a ring.
  const series = seen?.SeriesId ? await lockSeries(tx, seen.SeriesId) : [];
  const visit = await lockVisit(tx, id);
  if (!visit) fail('not-found', notFound);
  if (series.length === 0) return { visit, others: [] };
  const wall = await wallTimeAt(tx, visit.FacilityId, now);
  return { visit, others: othersInScope(visit, series, which, wall) };
}

async function book(
  ctx: Ctx,
  bookings: readonly VisitBooking[],
  { accepted, SeriesId }: { accepted: Parameters<typeof assertFree>[2]['accepted']; SeriesId: string | null },
): Promise<Visit[]> {
  const { tx, caller } = ctx;
  const [first] = bookings;
  const of = first && (await readCaseOf(tx, first.CaseId));
  if (!of || bookings.some(({ CaseId }) => CaseId !== first.CaseId)) refuseCase();
  for (const booking of bookings) await assertPlaceOf(ctx, booking);
  const wanted = bookings.map((booking) => ({ ...booking, PatientId: of.PatientId as Visit['PatientId'] }));
  await assertFree(tx, wanted, { accepted });
  const made = await insertVisits(tx, { PatientId: of.PatientId, SeriesId }, bookings);
  if (made.length < bookings.length) fail('conflict', 'One of these visits already exists. Nothing was booked.');
  for (const visit of made) {
    await addHistory(tx, visit, caller.UserId, { action: 'booked', note: whenAndWith(visit, await nameOf(tx, visit)) });
    await noteNews(tx, null, visit);
  }
  return made.toSorted((a, b) => a.Start.localeCompare(b.Start));
}

const noCase = 'This case was not found, or you can’t see it.';

function refuseCase(): never {
  fail('invalid', `${noCase} Nothing was booked.`, { fields: { CaseId: noCase } });
}

/** A place of the facility for a visit of a patient, with tags of the site. */
async function assertPlaceOf(ctx: Ctx, booking: Omit<VisitBooking, 'CaseId'>, before?: Visit): Promise<void> {
  await assertPlace(ctx, booking, { isNonPatient: false, ...(before && { before }) });
  const added = booking.TagIds.filter((id) => !before?.TagIds.includes(id));
  if ((await unknownTags(ctx.tx, added)) > 0)
    fail('invalid', 'One of these tags no longer exists. Nothing was booked.', {
      fields: { TagIds: 'must be tags of this site' },
    });
}

async function nameOf(tx: Tx, { ProviderId }: Visit): Promise<string> {
  const provider = await readProvider(tx, ProviderId);
  return provider ? providerName(provider) : 'a former provider';
}

function whenAndWith({ Start }: Visit, name: string): string {
  return `${showDate(Start)} ${showTime(Start)} with ${name}`;
}

/** What of a visit was moved; a note or a tag alone is told as such. */
async function tellMoved({ tx, caller }: Ctx, was: Visit, is: Visit): Promise<void> {
  const isMoved = (['Start', 'End', 'ProviderId', 'FacilityId'] as const).some((field) => was[field] !== is[field]);
  const from = whenAndWith(was, await nameOf(tx, was));
  const to = whenAndWith(is, await nameOf(tx, is));
  await addHistory(tx, is, caller.UserId, {
    action: isMoved ? 'rescheduled' : 'booking changed',
    note: isMoved ? `From ${from} to ${to}` : to,
  });
  if (was.stage !== is.stage)
    await addHistory(tx, is, caller.UserId, { action: 'moved', from: was.stage, to: is.stage, note: 'Not confirmed' });
}

async function remove({ tx, caller }: Ctx, visit: Visit, reason: string): Promise<void> {
  await audit(tx, caller.site, {
    UserId: caller.UserId,
    action: 'visit removed',
    entity: 'visits',
    pk: visit.VisitId,
    PatientId: visit.PatientId,
    detail: { reason },
  });
  await noteNews(tx, visit, null);
  await removeVisit(tx, visit.VisitId);
}
