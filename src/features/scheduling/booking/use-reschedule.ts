import { useEffect, useRef, useState } from 'react';
import { minutesBetween, showDate, showTime } from '#contract/base/dates.ts';
import { ProviderId, VisitId, type CaseId } from '#contract/base/ids.ts';
import { providerName } from '#contract/providers/provider.ts';
import { indexFacts, type Booking, type IndexedFacts } from '#contract/scheduling/booking-facts.ts';
import { issuesIn } from '#contract/scheduling/booking-issues.ts';
import { acceptable, type Issue, type IssueCode } from '#contract/scheduling/issue.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { addMinutes, atTime } from '#contract/scheduling/wall-time.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { stoodAgainst } from '#local/reads/clashes.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import { bookingFacts } from '#local/reads/scheduling.ts';
import { readVisit } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure, toastNegative, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { bookingOfBlock } from '../blocks/booking-of-block.ts';
import { blockName, bookBlocks, changeBlock } from '../blocks/block-writes.ts';
import type { GridChange, GridIssue, Slot } from '../calendar/grid/grid-types.ts';
import { minuteOf } from '../calendar/grid/words.ts';
import { columnKey, placeOfKey } from '../calendar/schedule-columns.ts';
import { toldWords } from './notice-words.ts';
import type { ScheduleRows } from '../calendar/schedule-rows.ts';

/** A booking that something speaks against, until somebody says that it is meant. */
export type Doubt = { sentences: string[]; confirm: () => void };

/** What stands in the calendar: a patient's visit, or a meeting, break or block. */
type Item = { visit: Visit } | { block: NonPatientVisit };

/** A place in the calendar as a booking has it. */
type Place = Pick<Visit, 'ProviderId' | 'Start' | 'End'>;

/** Moves and copies visits and blocks of the shown days: says what speaks against a place, asks where it must, offers undo. */
export function useReschedule(rows: ScheduleRows | null) {
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const facts = useFacts(rows);
  const itemOf = (id: string): Item | null => {
    const visit = rows?.visits.find((one) => one.VisitId === id);
    if (visit) return { visit };
    const block = rows?.nonPatientVisits.find((one) => one.NonPatientVisitId === id);
    return block ? { block } : null;
  };
  const ofCase = useRef<{ CaseId: CaseId; since: IndexedFacts; facts: IndexedFacts | null }>(undefined);
  // Drawn again when they are there: what the hand holds is then looked at anew.
  const [, setFound] = useState<IndexedFacts | null>(null);

  /** With the plan, authorizations and scripts of the visit in hand as soon as they are read: they take a moment. */
  function factsFor(item: Item): IndexedFacts | null {
    if (!rows || !facts || !('visit' in item)) return facts;
    const { CaseId } = item.visit;
    if (ofCase.current?.CaseId !== CaseId || ofCase.current.since !== facts) {
      const asked = { CaseId, since: facts, facts: null as IndexedFacts | null };
      ofCase.current = asked;
      void readFacts(rows, CaseId).then(
        (found) => {
          asked.facts = found;
          setFound(found);
        },
        () => undefined,
      );
    }
    return ofCase.current.facts ?? facts;
  }

  function issuesOf(item: Item, place: Place, known: IndexedFacts, isNew = false): Issue[] {
    const booking = bookingOf(item);
    return issuesIn({ ...booking, ...place, VisitId: isNew ? null : booking.VisitId }, known);
  }

  /** What is known of the days, waited for where somebody was faster. */
  async function weigh(item: Item, place: Place, isNew = false): Promise<Issue[]> {
    const known = factsFor(item) ?? (rows && (await readFacts(rows, bookingOf(item).CaseId)));
    return known ? issuesOf(item, place, known, isNew) : [];
  }

  /** Books at once, asks first, or says why not. */
  function propose(issues: readonly Issue[], run: (accepted: IssueCode[], amber: string) => Promise<void>): void {
    const accepted = acceptable(issues);
    const isOther = issues.some(isOtherDiscipline);
    if (accepted === null)
      return toastNegative(
        issues
          .filter(isHard)
          .map(({ sentence }) => sentence)
          .join(' '),
      );
    const book = (amber = '') => void run(accepted, amber).catch(sayWhy);
    const sentences = issues.map(({ sentence }) => sentence);
    if (accepted.length === 0 && !isOther) return book(sentences.map((sentence) => ` ${sentence}`).join(''));
    setDoubt({ sentences, confirm: () => [setDoubt(null), book()] });
  }

  async function move(item: Item, place: Place, accepted: IssueCode[], amber: string): Promise<void> {
    if ('block' in item) return changeBlock(item.block, place, accepted, { amber });
    const { visit } = item;
    const told = place.Start === visit.Start ? '' : await toldWords(visit.PatientId);
    // Not waited for: the visit stands at its new place at once.
    const stood = stoodAgainst(visit);
    const before = await queueChange(visit, place, accepted);
    const sentence = `${nameOf(rows, item)} is now ${placeWords(rows, place)}.${amber}${told}`;
    toastUndo(sentence, () => putBack(before, stood));
  }

  async function copy(item: Item, place: Place, accepted: IssueCode[], amber: string): Promise<void> {
    if ('block' in item) {
      const { NonPatientVisitId: _id, SeriesId: _series, updated_at: _stamp, ...block } = item.block;
      return bookBlocks([{ ...block, ...place }], accepted, { amber });
    }
    const { visit } = item;
    const { FacilityId, VisitTypeName, PlaceOfService } = visit;
    const kept = { FacilityId, VisitTypeName, PlaceOfService, CaseId: visit.CaseId };
    const id = VisitId.parse(newId());
    const told = await toldWords(visit.PatientId);
    await queueWrite('visits.create', { ...kept, ...place, VisitId: id, accepted });
    const sentence = `${nameOf(rows, item)} is booked ${placeWords(rows, place)}.${amber}${told}`;
    toastUndo(sentence, () =>
      queueWrite('visits.remove', { id, deletionReason: 'Booked by mistake and undone right away' }),
    );
  }

  const { take, paste } = useCopied(async (item, place) =>
    propose(await weigh(item, place, true), (accepted, amber) => copy(item, place, accepted, amber)),
  );

  return {
    doubt,
    dropDoubt: () => setDoubt(null),
    issueOf(change: GridChange): GridIssue | null {
      const item = itemOf(change.id);
      const known = item && factsFor(item);
      return known ? gridIssue(issuesOf(item, placeFrom(change), known)) : null;
    },
    async onMove(change: GridChange): Promise<void> {
      const item = itemOf(change.id);
      if (!item) return;
      const place = placeFrom(change);
      // Whom it is with already is not asked about again.
      const isSame = place.ProviderId === bookingOf(item).ProviderId;
      const issues = (await weigh(item, place)).filter((one) => !isSame || !isOtherDiscipline(one));
      propose(issues, (accepted, amber) => move(item, place, accepted, amber));
    },
    onCopy(id: string, goal = 'an open time'): void {
      const item = itemOf(id);
      if (item) take(item, `${nameOf(rows, item)} is copied. Go to ${goal} and press Ctrl+V to book it there.`);
    },
    onPaste: (slot: Slot) => paste(() => slot),
    /** On a day of which no time was chosen: with the same provider, at the same time. */
    onPasteOn: (day: string) =>
      paste(({ ProviderId, Start }) => ({ column: columnKey(day, ProviderId), start: minuteOf(Start) })),
  };
}

/** What Ctrl+C took, until Ctrl+V books it where `slotOf` says. */
function useCopied(book: (item: Item, place: Place) => Promise<void>) {
  const [copied, setCopied] = useState<Item | null>(null);
  return {
    take(item: Item, words: string): void {
      setCopied(item);
      announce(words);
    },
    async paste(slotOf: (booking: Booking) => Slot): Promise<void> {
      const item = copied && (await presentOf(copied));
      if (!item) return announce('Nothing is copied. Press Ctrl+C on a visit first.');
      const booking = bookingOf(item);
      const slot = slotOf(booking);
      await book(item, placeFrom({ ...slot, end: slot.start + minutesBetween(booking.Start, booking.End) }));
    },
  };
}

/** As it is now; what was copied may have been changed, or be gone, since. */
async function presentOf(item: Item): Promise<Item | null> {
  if ('block' in item) {
    const block = await readRow('nonPatientVisits', item.block.NonPatientVisitId);
    return block ? { block } : null;
  }
  const visit = await readVisit(item.visit.VisitId);
  return visit ? { visit } : null;
}

function bookingOf(item: Item): Booking {
  return 'visit' in item ? item.visit : bookingOfBlock(item.block);
}

function placeFrom({ column, start, end }: Pick<GridChange, 'column' | 'start' | 'end'>): Place {
  const { day, ProviderId: id } = placeOfKey(column);
  const midnight = atTime(day, '00:00');
  return { ProviderId: ProviderId.parse(id), Start: addMinutes(midnight, start), End: addMinutes(midnight, end) };
}

/** ms the calendar stands still before anything is read that only a move asks for. */
const quietMs = 500;

function useFacts(rows: ScheduleRows | null): IndexedFacts | null {
  const [asked, setAsked] = useState<{ from: string; to: string } | null>(null);
  const { from, to } = rows ?? {};
  useEffect(() => {
    const timer = setTimeout(() => setAsked(from && to ? { from, to } : null), quietMs);
    return () => clearTimeout(timer);
  }, [from, to]);
  const facts = useLiveValue(async () => (asked ? { asked, facts: await readFacts(asked, null) } : null), [asked]);
  return facts && facts.asked.from === from && facts.asked.to === to ? facts.facts : null;
}

/** Everything that is booked on these days, whoever's and wherever: only that says whether a place is free. */
async function readFacts({ from, to }: { from: string; to: string }, CaseId: CaseId | null): Promise<IndexedFacts> {
  return indexFacts(await bookingFacts({ from, to, CaseId }));
}

/** Queues the change and gives back the visit as it was. */
async function queueChange(visit: Visit, place: Place, accepted: IssueCode[]): Promise<Visit> {
  // The screen may be a moment older than the device: the stamp must be the row's present one.
  const before = (await readVisit(visit.VisitId)) ?? visit;
  const { Start, End, ProviderId } = before;
  await queueWrite(
    'visits.reschedule',
    { id: before.VisitId, changes: place, lastUpdated: before.updated_at, accepted },
    { Start, End, ProviderId },
  );
  return before;
}

/** The way back asks nothing of what it was booked in spite of before, and of nothing else. */
async function putBack({ VisitId, Start, End, ProviderId }: Visit, stood: Promise<IssueCode[]>): Promise<void> {
  const now = await readVisit(VisitId);
  if (now) await queueChange(now, { Start, End, ProviderId }, await stood);
}

function sayWhy(cause: unknown): void {
  toastFailure(cause, 'This could not be saved on this device.');
}

/** Only told where it is typed, and easily done by a hand that drops a visit one column too far. */
function isOtherDiscipline({ code }: Issue): boolean {
  return code === 'other-discipline';
}

function isHard({ severity }: Issue): boolean {
  return severity === 'hard';
}

const tones = { hard: 'refused', red: 'asks', amber: 'told' } as const;

/** The gravest that is to be said, with all of its weight. */
function gridIssue(issues: readonly Issue[]): GridIssue | null {
  const [first] = issues;
  if (!first) return null;
  const same = issues.filter(({ severity }) => severity === first.severity);
  return { tone: tones[first.severity], sentence: same.map(({ sentence }) => sentence).join(' ') };
}

function nameOf(rows: ScheduleRows | null, item: Item): string {
  if ('block' in item) return blockName(item.block);
  const { visit } = item;
  const patient = rows?.patients.get(visit.PatientId);
  if (!patient) return 'The visit';
  const name = `${patient.FirstName} ${patient.LastName}`;
  return patient.apart ? `${name}, ${patient.apart},` : name;
}

/** `on 11/23/2026 at 10:15 AM with Ben Sandoval, PT` */
function placeWords(rows: ScheduleRows | null, { ProviderId, Start }: Place): string {
  const provider = rows?.providers.find((each) => each.ProviderId === ProviderId);
  const whom = provider ? ` with ${providerName(provider)}` : '';
  return `on ${showDate(Start)} at ${showTime(Start)}${whom}`;
}
