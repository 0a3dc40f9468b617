import { randomUUID } from 'node:crypto';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import { momentOf } from '#contract/messages/clock.ts';
import type { FillRule } from '#contract/scheduling/fill-rule.ts';
import { inBoth, inBothWords, saidIn, whenWords } from '#contract/messages/words.ts';
import { fittingRequests, offersDue, type FreeSlot } from '#contract/scheduling/offers.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { addMinutes } from '#contract/scheduling/wall-time.ts';
import { facilitiesNamed } from '#server/features/scheduling/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Tx } from '#server/kit/context.ts';
import type { Database } from '#server/kit/db/database.ts';
import { makeLink } from '#server/kit/messages/links.ts';
import { writeMessage } from '#server/kit/messages/write-message.ts';
import { pollLoop, type Rounds } from '#server/kit/rounds.ts';
import { bookedElsewhere } from './answer.ts';
import {
  contactsOf,
  endBatch,
  expireRequests,
  insertOffer,
  lookAgain,
  offerFacts,
  offersOf,
  readBatch,
  readRule,
  takeDue,
  waitingAt,
  type BatchRow,
} from './rows.ts';
import { isTaken } from './taken.ts';

/** Asks whoever is to be asked now at a site, and ends what is over. Each batch in a transaction of its own. */
export async function offerDue(database: Database, site: string, now: Date = new Date()): Promise<void> {
  await database.tx(offersOf(site), (tx) => expireRequests(tx, now));
  while (await database.tx(offersOf(site), (tx) => offerNext(tx, site, now)));
}

/** Whether there was one whose time had come. */
async function offerNext(tx: Tx, site: string, now: Date): Promise<boolean> {
  const batch = await takeDue(tx, now);
  if (!batch) return false;
  const [facility] = await facilitiesNamed(tx, [batch.FacilityId]);
  if (!facility) throw new Error('The facility of a free time is gone');
  const wall = wallTimeIn(facility.TimeZone, now);
  const rule = await readRule(tx);
  const slot: FreeSlot = batch;
  const requests = await waitingAt(tx, batch.FacilityId);
  const facts = await offerFacts(tx, slot, requests);
  const fitting = fittingRequests(slot, requests, facts);
  const { offers = [] } = (await readBatch(tx, batch.FillBatchId)) ?? {};
  const asked = offers.map((one) => ({
    PatientId: one.PatientId,
    at: wallTimeIn(facility.TimeZone, new Date(one.askedAt)),
    isReached: one.reached.length > 0,
    isAnswered: one.answer !== null,
  }));
  const contacts = await contactsOf(
    tx,
    fitting.map(({ PatientId }) => PatientId),
    now,
  );
  const taken = isTaken(slot, facts, batch.Beside);
  const round = offersDue({ slot, fitting, asked, contacts, rule, now: wall });
  // A time that was let go and taken back is over even where the provider could treat one more.
  if (round.over !== null || (taken && (batch.isAutomatic || fitting.length === 0))) {
    await endBatch(tx, batch.FillBatchId, { state: 'ended', why: whyOver(taken, round.over) });
    return true;
  }
  let reached = 0;
  for (const request of round.send) reached += await ask(tx, site, { batch, request, facility, rule, now });
  // Where nobody could be reached the next ones are asked at once.
  const isNobody = round.send.length > 0 && reached === 0;
  await lookAgain(
    tx,
    batch.FillBatchId,
    isNobody ? now : laterThan(now, momentOf(round.next ?? wall, facility.TimeZone)),
  );
  return true;
}

/** In the hour that comes twice a wall time may be over already. */
function laterThan(now: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime() + 60_000));
}

function whyOver(taken: boolean, over: 'late' | 'nobody' | null): string {
  if (taken) return bookedElsewhere;
  return over === 'late' ? 'No one accepted in time.' : 'No one else on the waitlist fits this time.';
}

type Asking = { batch: BatchRow; request: VisitRequest; facility: Facility; rule: FillRule; now: Date };

/** Writes to one patient; 0 when there is no way to reach them. */
async function ask(tx: Tx, site: string, { batch, request, facility, rule, now }: Asking): Promise<number> {
  const FillOfferId = randomUUID();
  const { PatientId } = request;
  const End = addMinutes(batch.Start, request.Minutes);
  // Longer than it can be accepted: whoever comes late reads what became of it.
  const expiresAt = new Date(momentOf(batch.Start, facility.TimeZone).getTime() + 7 * 86_400_000);
  const path = await makeLink(tx, site, { PatientId, purpose: 'offer', SubjectId: FillOfferId, expiresAt });
  const day = `${showDate(batch.Start.slice(0, 10))}, ${showTime(batch.Start)} to ${showTime(End)}`;
  const until = addMinutes(batch.Start, -rule.stopMinutesBefore);
  const place = facilityName(facility);
  const english = { now: day, until: `${showDate(until.slice(0, 10))} ${showTime(until)}` };
  const spanish = { now: whenWords(batch.Start, 'es'), until: whenWords(until, 'es') };
  const { reached } = await writeMessage(tx, site, {
    PatientId,
    FacilityId: batch.FacilityId,
    FillOfferId,
    Kind: 'offer',
    subject: inBothWords('offerSubject'),
    text: inBoth((language) => saidIn(language, 'offer', { place, ...(language === 'en' ? english : spanish) })),
    links: [{ label: inBothWords('offerLink'), path }],
    now,
  });
  await insertOffer(tx, batch, { FillOfferId, request, reached, now });
  await audit(tx, site, {
    UserId: null,
    action: 'offer sent',
    entity: 'fillBatches',
    pk: batch.FillBatchId,
    PatientId,
    detail: { reached: reached.join(' ') || 'none' },
  });
  return reached.length;
}

/** Offers what is due as long as the server runs; several servers share the work by holding each batch. */
export function keepOffering(database: Database, told: { failed(): void }): Rounds {
  return pollLoop(async ({ isStopped, attempt }) => {
    const due = await database.outside((tx) => tx.rows<{ site: string }>('select sites_with_offers_due() as site'));
    for (const { site } of due) if (!isStopped()) await attempt(() => offerDue(database, site));
  }, told);
}
