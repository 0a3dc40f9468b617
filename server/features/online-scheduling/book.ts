import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { uuidFrom } from '#contract/base/ids.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { nameToday } from '#contract/facilities/name-today.ts';
import type { OnlineBooking, onlineSchedulingEndpoints } from '#contract/online-scheduling/endpoints.ts';
import { leastFillMs } from '#contract/online-scheduling/hold-limits.ts';
import type { OnlineSlot } from '#contract/online-scheduling/online-slots.ts';
import { dayOf } from '#contract/scheduling/wall-time.ts';
import { taskOfBooking } from '#contract/tasks/asked-by-answers.ts';
import type { VisitBooking } from '#contract/visits/endpoints.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { refusals } from '#contract/words/refusals.ts';
import { patientInSession } from '#server/features/patient-login/store.ts';
import { visitCalendar } from '#server/features/patient-visits/store.ts';
import { facilitiesNamed, providersNamed } from '#server/features/scheduling/store.ts';
import { askTask } from '#server/features/tasks/store.ts';
import { addHistory, insertVisits, readVisit } from '#server/features/visits/store.ts';
import type { Tx } from '#server/kit/context.ts';
import { noteNews } from '#server/kit/messages/news.ts';
import { askForApproval } from '#server/features/messages/store.ts';
import type { Offer } from './facts.ts';
import { freeSlot, liveHold, offerInTurn } from './holds.ts';
import { nameOf } from './options.ts';
import { noteBooker, type Booker } from './person.ts';
import { registerPerson } from './new-person.ts';
import { dropHold, holdOf, ruleOfType, type HoldRow } from './rows.ts';

type Asked = z.output<typeof onlineSchedulingEndpoints.book.input>;

const idAt = (now: Date) => uuidFrom(now.getTime(), randomBytes(10));

/**
 * Books what the session holds, under the locks of every booking and by the rules that showed the time. Somebody the
 * clinic does not know is registered in the same transaction, with a case. Sent again after a lost reply, also while the
 * first call is under way, it tells what was booked. Null, with the time given up, for who became known since the login:
 * their visits are the clinic's to plan.
 */
export async function bookHeld(
  tx: Tx,
  booker: Booker,
  asked: Asked,
  now: Date,
): Promise<z.input<typeof OnlineBooking> | null> {
  await noteBooker(tx, booker, 'patient change');
  // Waits for the same call where it is under way; what it booked is there afterwards.
  const row = await holdOf(tx, booker.SessionId);
  const already = await readVisit(tx, asked.VisitId);
  if (already) return alreadyBooked(tx, booker, already);
  const held = liveHold(row, asked.HoldId, now);
  refuseProgram(asked, held, now);
  const wanted = { ...held, ProviderId: held.AskedProviderId };
  const offer = await offerInTurn(tx, booker, wanted, now);
  const slot = await heldSlot(tx, offer, held);
  const person = offer.care
    ? { PatientId: offer.care.episode.PatientId, CaseId: offer.care.episode.CaseId }
    : await registerPerson(tx, booker, { ...asked, offer, slot, now, newId: () => idAt(now) });
  if (person === null) {
    await dropHold(tx, booker.SessionId);
    return null;
  }
  const visit = await insertVisit(tx, { offer, slot, person, asked });
  await tellOf(tx, { visit, offer, now });
  if (!offer.care) await askForEstimate(tx, { visit, offer, now });
  await dropHold(tx, booker.SessionId);
  return shownBooking(tx, booker.site, visit, offer);
}

/** Whoever books by a program fills in what nobody sees, or sends sooner than anybody types; patients are known by their code. */
function refuseProgram({ person }: Asked, { createdAt }: HoldRow, now: Date): void {
  if (!person) return;
  if (person.leftEmpty !== '') fail('user-visible', refusals.callToBook.en);
  if (now.getTime() - Date.parse(createdAt) < leastFillMs) fail('user-visible', refusals.tooFast.en);
}

/** Notice and days ahead count from when the time was held: whoever types slowly loses nothing. */
function heldSlot(tx: Tx, offer: Offer, held: HoldRow): Promise<OnlineSlot> {
  const { Start, ProviderId, SessionId } = held;
  return freeSlot(tx, offer, { Start, ProviderId, own: held, sid: SessionId, now: new Date(held.createdAt) });
}

type Made = { offer: Offer; slot: OnlineSlot; person: { PatientId: string; CaseId: string }; asked: Asked };

async function insertVisit(tx: Tx, { offer, slot, person, asked }: Made): Promise<Visit> {
  const { rule, facility } = offer;
  const { FacilityId, VisitTypeName } = rule;
  const booking = {
    ...slot,
    VisitId: asked.VisitId,
    CaseId: person.CaseId,
    FacilityId,
    VisitTypeName,
    PlaceOfService: facility.PlacesOfService[0] ?? '11',
    SchedulingNote: noteOf(rule.Questions, asked.answers),
    TagIds: [],
  } as unknown as VisitBooking;
  const [made] = await insertVisits(tx, { PatientId: person.PatientId, SeriesId: null }, [booking]);
  if (!made) fail('conflict', refusals.holdEnded.en);
  return made;
}

const mostNote = 500;

/** Questions with their answers, as the front desk reads them on the visit. */
function noteOf(questions: readonly { Question: string }[], answers: Asked['answers']): string | null {
  const lines = questions.flatMap(({ Question }, at) => {
    const answer = answers[at];
    return answer === null || answer === undefined || answer === '' ? [] : [`${Question} ${answer}`];
  });
  const note = lines.join(' · ');
  if (note === '') return null;
  return note.length <= mostNote ? note : `${note.slice(0, mostNote - 1)}…`;
}

async function tellOf(tx: Tx, { visit, offer, now }: { visit: Visit; offer: Offer; now: Date }): Promise<void> {
  const provider = offer.providers.find(({ ProviderId }) => ProviderId === visit.ProviderId);
  const when = `${showDate(visit.Start)} ${showTime(visit.Start)}`;
  const note = `${when} with ${provider ? nameOf(provider) : 'a provider'}: booked online`;
  await addHistory(tx, visit, null, { action: 'booked', note });
  if (offer.rule.NeedsApproval) await askForApproval(tx, visit.VisitId, now);
  await noteNews(tx, null, visit);
}

/** Nobody has said yet who pays for a new person. */
async function askForEstimate(tx: Tx, { visit, offer, now }: { visit: Visit; offer: Offer; now: Date }): Promise<void> {
  const { VisitId, PatientId, CaseId, Start } = visit;
  const today = dayOf(wallTimeIn(offer.facility.TimeZone, now));
  const asked = taskOfBooking({ VisitId, day: dayOf(Start), today });
  if (asked) await askTask(tx, asked, { PatientId, CaseId, now, dueOn: asked.dueOn });
}

/** The visit of an answer that was lost: told to whom it is of, and to nobody else. */
async function alreadyBooked(tx: Tx, booker: Booker, visit: Visit): Promise<z.input<typeof OnlineBooking>> {
  const PatientId = booker.PatientId ?? (await patientInSession(tx, booker.SessionId));
  if (visit.PatientId !== PatientId) fail('not-found', refusals.holdEnded.en);
  const types = (await facilitiesNamed(tx, [visit.FacilityId]))[0]?.visit_types ?? [];
  // The type may have another name since, and its rule be gone: the visit is booked all the same.
  const name = nameToday(types, visit.VisitTypeName);
  const type = types.find(({ Name, deleted_at }) => Name === name && deleted_at === null);
  const rule = type && (await ruleOfType(tx, visit.FacilityId, type.VisitTypeId));
  const names = { name: rule?.PublicName ?? name, needsApproval: rule?.NeedsApproval ?? false };
  return shownOf(tx, booker.site, visit, names);
}

function shownBooking(tx: Tx, site: string, visit: Visit, { rule }: Offer): Promise<z.input<typeof OnlineBooking>> {
  return shownOf(tx, site, visit, { name: rule.PublicName, needsApproval: rule.NeedsApproval });
}

type Names = { name: string; needsApproval: boolean };

async function shownOf(tx: Tx, site: string, visit: Visit, names: Names): Promise<z.input<typeof OnlineBooking>> {
  const [facility] = await facilitiesNamed(tx, [visit.FacilityId]);
  const [provider] = await providersNamed(tx, [visit.ProviderId]);
  if (!facility || !provider) throw new Error('A visit that was just booked has no facility or provider');
  return {
    VisitId: visit.VisitId,
    Start: visit.Start,
    End: visit.End,
    ...names,
    provider: nameOf(provider),
    place: facilityName(facility),
    address: [facility.Address1, facility.City].filter(Boolean).join(', '),
    phone: facility.Phone,
    calendar: await visitCalendar(tx, site, visit),
  };
}
