import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { AppError, fail } from '#contract/base/errors.ts';
import { uuidFrom, VisitId as VisitIdOf } from '#contract/base/ids.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import type { Booking } from '#contract/scheduling/booking-facts.ts';
import { bookingOf, fittingRequests, stopTime } from '#contract/scheduling/offers.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { addMinutes, showSpan } from '#contract/scheduling/wall-time.ts';
import { facilitySettingsFrom } from '#contract/settings/settings.ts';
import type { VisitBooking } from '#contract/visits/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { OfferShown } from '#contract/waitlist/endpoints.ts';
import { inBoth, inBothWords, saidIn, whenWords } from '#contract/messages/words.ts';
import { refusals } from '#contract/words/refusals.ts';
import { assertFree, facilitiesNamed } from '#server/features/scheduling/store.ts';
import {
  addHistory,
  insertVisits,
  lockVisit,
  readVisit,
  scheduleOf,
  setSchedule,
  siteSettings,
} from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { openPatientLink, parseToken } from '#server/kit/messages/links.ts';
import { writeMessage } from '#server/kit/messages/write-message.ts';
import {
  endBatch,
  endRequest,
  holdBatch,
  holdRequest,
  lookAgain,
  noteAnswer,
  offerFacts,
  offersOf,
  readOffer,
  readRule,
  type BatchRow,
  type OfferRow,
} from './rows.ts';
import { isTaken } from './taken.ts';

/** One sentence for every reason: a link that was never made, one that is too old and one of another kind look the same. */
const deadSentence = refusals.deadOfferLink.en;

export type Answer = 'accept' | 'decline';
type Shown = z.output<typeof OfferShown>;

/** What was offered; looking at it changes nothing, as mail scanners open every link. */
export function readOfferOf(database: Database, token: string, now: Date = new Date()): Promise<Shown> {
  return withOffer(database, { token, now, action: 'patient read' }, (tx, found) => shownOf(tx, found));
}

/** Accepts or declines. The first to accept has the time; whoever comes later, or again, is told how it stands. */
export function answerOffer(
  database: Database,
  { token, answer }: { token: string; answer: Answer },
  now: Date = new Date(),
): Promise<Shown> {
  return withOffer(database, { token, now, action: 'patient change' }, async (tx, found) => {
    const { state } = found;
    if (answer === 'decline') return state === 'open' ? decline(tx, found) : shownOf(tx, found);
    if (state === 'open' || state === 'declined') return accept(tx, found);
    if (state !== 'done') await noteAnswer(tx, found.offer.FillOfferId, 'late');
    return shownOf(tx, found);
  });
}

type Found = {
  site: string;
  now: Date;
  offer: OfferRow;
  batch: BatchRow;
  request: VisitRequest;
  facility: Facility;
  state: Shown['state'];
};

/** The offer of a link, its time and its request held against others, and how it stands. */
function withOffer<R>(
  database: Database,
  { token, now, action }: { token: string; now: Date; action: 'patient read' | 'patient change' },
  work: (tx: Tx, found: Found) => Promise<R>,
): Promise<R> {
  const named = parseToken(token);
  if (!named) fail('not-found', deadSentence);
  const { site } = named;
  return database.tx(offersOf(site), async (tx) => {
    const link = await openPatientLink(tx, named, now);
    const offer =
      link?.purpose === 'offer' && link.SubjectId !== null ? await readOffer(tx, link.SubjectId) : undefined;
    const batch = offer && (await holdBatch(tx, offer.FillBatchId));
    const request = offer && (await holdRequest(tx, offer.VisitRequestId));
    const [facility] = batch ? await facilitiesNamed(tx, [batch.FacilityId]) : [];
    // Read again: whoever held the batch until now may have answered by the same link.
    const current = offer && (await readOffer(tx, offer.FillOfferId));
    if (!current || !batch || !request || !facility) fail('not-found', deadSentence);
    const isLate = wallTimeIn(facility.TimeZone, now) >= stopTime(batch, await readRule(tx));
    const state = stateOf({ offer: current, batch, request, isLate });
    const { PatientId } = request;
    const detail = { principal: 'link', level: 'L0', purpose: 'offer' };
    await audit(tx, site, { UserId: null, action, entity: 'patientLinks', pk: offer.FillOfferId, PatientId, detail });
    return work(tx, { site, now, offer: current, batch, request, facility, state });
  });
}

function stateOf({ offer, batch, request, isLate }: Pick<Found, 'offer' | 'batch' | 'request'> & { isLate: boolean }) {
  if (offer.answer === 'accepted') return 'done';
  if (batch.state === 'filled' || batch.why === bookedElsewhere) return 'taken';
  // What stood against it was theirs alone; others may still be asked.
  if (offer.answer === 'late') return 'ended';
  if (batch.state !== 'open' || isLate || request.state !== 'open') return 'ended';
  return offer.answer === 'declined' ? 'declined' : 'open';
}

export const bookedElsewhere = 'The time is booked.';

async function decline(tx: Tx, found: Found): Promise<Shown> {
  const { offer } = found;
  await noteAnswer(tx, offer.FillOfferId, 'declined');
  await note(tx, found, 'offer declined');
  await askNext(tx, found);
  return shownOf(tx, { ...found, state: 'declined' });
}

/** The next ones need not wait for somebody who has answered. */
async function askNext(tx: Tx, { site, batch, now }: Found): Promise<void> {
  await lookAgain(tx, batch.FillBatchId, now);
  await tx.rows(`select tell_after_commit('offers ' || $1)`, [site]);
}

async function accept(tx: Tx, found: Found): Promise<Shown> {
  const { site, offer, batch, request, facility, now } = found;
  const visit = await book(tx, found);
  if (typeof visit === 'string') {
    await noteAnswer(tx, offer.FillOfferId, 'late');
    if (visit === 'taken') await endBatch(tx, batch.FillBatchId, { state: 'ended', why: bookedElsewhere });
    else await askNext(tx, found);
    return shownOf(tx, { ...found, state: visit });
  }
  const { VisitId } = visit;
  await noteAnswer(tx, offer.FillOfferId, 'accepted');
  await endBatch(tx, batch.FillBatchId, { state: 'filled', why: null, VisitId });
  await endRequest(tx, request.VisitRequestId, { state: 'booked', VisitId });
  await note(tx, found, 'offer accepted');
  const { day, time } = whenOf(found);
  await writeMessage(tx, site, {
    PatientId: request.PatientId,
    VisitId,
    Kind: 'booked',
    subject: inBothWords('offerBookedSubject'),
    text: inBoth((language) =>
      saidIn(language, 'offerBooked', {
        now: language === 'en' ? `${day}, ${time}` : whenWords(batch.Start, 'es'),
        place: facilityName(facility),
      }),
    ),
    replaces: { VisitId, Kinds: ['booked', 'moved', 'reminder'] },
    now,
  });
  return shownOf(tx, { ...found, request: { ...request, state: 'booked' }, state: 'done' });
}

async function note(tx: Tx, { site, batch, request }: Found, action: 'offer accepted' | 'offer declined') {
  const { PatientId } = request;
  await audit(tx, site, { UserId: null, action, entity: 'fillBatches', pk: batch.FillBatchId, PatientId });
}

/** The booking the patient has and that is given up for this one, if it still stands. */
async function standing(tx: Tx, { VisitId, PatientId }: VisitRequest, isHeld: boolean): Promise<Visit | undefined> {
  if (VisitId === null) return undefined;
  const visit = isHeld ? await lockVisit(tx, VisitId) : await readVisit(tx, VisitId);
  return visit?.PatientId === PatientId && ['scheduled', 'confirmed'].includes(visit.stage) ? visit : undefined;
}

/** Holds what is booked around it, unless something stands against the booking. */
async function isRefusedNow(tx: Tx, wanted: Booking): Promise<boolean> {
  try {
    await tx.savepoint(() => assertFree(tx, [wanted], { accepted: [] }));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'user-visible') return true;
    throw error;
  }
}

/** Books under the same locks as every booking; the visit the patient has moves there, so that it is free only then. */
async function book(tx: Tx, { batch, request, facility, now }: Found): Promise<Visit | 'taken' | 'ended'> {
  const old = await standing(tx, request, true);
  const asked = { ...request, VisitId: old?.VisitId ?? null };
  const wanted = bookingOf(asked, batch);
  const isRefused = await isRefusedNow(tx, wanted);
  const facts = await offerFacts(tx, batch, [request]);
  const beside = old ? [...batch.Beside, old.VisitId] : batch.Beside;
  if ((isRefused || batch.isAutomatic) && isTaken(batch, facts, beside)) return 'taken';
  // A clash of their own, such as another visit that day, is no reason for anybody else.
  if (isRefused || fittingRequests(batch, [asked], facts).length === 0) return 'ended';
  const { FacilityId, ProviderId, VisitTypeName, RoomId, Start, End } = wanted;
  const place = { FacilityId, ProviderId, VisitTypeName, RoomId, Start, End };
  const note = `${showDate(Start)} ${showTime(Start)}: the patient accepted a waitlist offer`;
  if (old) {
    const moved = await setSchedule(tx, { ...scheduleOf(old), ...place });
    await addHistory(tx, moved, null, {
      action: 'rescheduled',
      note: `From ${showDate(old.Start)} ${showTime(old.Start)} to ${note}`,
    });
    return moved;
  }
  const VisitId = VisitIdOf.parse(uuidFrom(now.getTime(), randomBytes(10)));
  const freed = facility.PlacesOfService.find((code) => code === batch.PlaceOfService);
  const PlaceOfService = freed ?? facility.PlacesOfService[0] ?? '11';
  const rest = { PlaceOfService, SchedulingNote: null, TagIds: [] };
  const booking: VisitBooking = { ...place, ...rest, VisitId, CaseId: request.CaseId };
  const [made] = await insertVisits(tx, { PatientId: request.PatientId, SeriesId: null }, [booking]);
  if (!made) throw new Error('A visit was not booked');
  await addHistory(tx, made, null, { action: 'booked', note });
  return made;
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });

function whenOf({ batch, request }: Pick<Found, 'batch' | 'request'>): { day: string; time: string } {
  const { Start } = batch;
  const day = `${weekday.format(new Date(`${Start.slice(0, 10)}T00:00Z`))}, ${showDate(Start.slice(0, 10))}`;
  return { day, time: showSpan({ Start, End: addMinutes(Start, request.Minutes) }) };
}

/** A facility as a patient knows it: its name, and whose it is. */
async function placeOf(tx: Tx, facility: Facility): Promise<string> {
  const own = facilitySettingsFrom(facility).patient_mail_name ?? (await siteSettings(tx)).Name;
  return [...new Set([facilityName(facility), own])].join(', ');
}

async function shownOf(tx: Tx, found: Found): Promise<Shown> {
  const { batch, request, facility, state } = found;
  const patient = await tx.maybe<{ FirstName: string }>(
    `select "FirstName" from patients where site = app_site() and "PatientId" = $1`,
    [request.PatientId],
  );
  const old = state === 'open' || state === 'declined' ? await standing(tx, request, false) : undefined;
  return {
    state,
    isOnList: request.state === 'open',
    FirstName: patient?.FirstName ?? '',
    clinic: await placeOf(tx, facility),
    Start: batch.Start,
    End: addMinutes(batch.Start, request.Minutes),
    insteadOf: old?.Start ?? null,
  };
}
