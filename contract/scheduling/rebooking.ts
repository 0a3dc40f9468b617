import type { ProviderId } from '../base/ids.ts';
import { minutesBetween } from '../base/dates.ts';
import { alternativesTo, standInsFor, type Alternative } from './alternatives.ts';
import { indexFacts, type BookedVisit, type BookingFacts, type IndexedFacts } from './booking-facts.ts';
import { clashIssues } from './clash-issues.ts';
import { dayIssues } from './day-issues.ts';
import { dayOf } from './wall-time.ts';

/** What becomes of a booking that lies outside of its provider's hours. */
export type RebookChoice =
  | { kind: 'leave' }
  | { kind: 'ask' }
  | { kind: 'cancel' }
  | { kind: 'move'; to: Pick<Alternative, 'Start' | 'End'> & { ProviderId: ProviderId } };
export type RebookLine<V> = { visit: V; alternatives: Alternative[]; choice: RebookChoice };

/** What somebody decided of a booking, where it stood then. */
export type Decided = { VisitId: string; ProviderId: string; Start: string; choice: RebookChoice };

/** Moves that are decided and not done take their places already; whoever was moved elsewhere meanwhile stays there. */
export function withDecided<V extends BookedVisit>(visits: readonly V[], decided: readonly Decided[]): V[] {
  const known = new Map<string, Decided>(decided.map((one) => [one.VisitId, one]));
  return visits.map((visit) => {
    const { Start, ProviderId, choice } = known.get(visit.VisitId) ?? {};
    if (choice?.kind !== 'move' || Start !== visit.Start || ProviderId !== visit.ProviderId) return visit;
    return { ...visit, ...choice.to, RoomId: null };
  });
}

/**
 * For each booking up to three other times and what was chosen, or without a choice what `usual` says: the first free
 * time, or to leave it. `now` in wall time: nothing is offered in the past. No two of them are offered the same place: what one takes is booked for those after it.
 * A place that was chosen and has been taken since is chosen no more.
 */
export function planRebooking<V extends BookedVisit>(
  visits: readonly V[],
  facts: BookingFacts,
  chosen: ReadonlyMap<string, RebookChoice>,
  { usual, now }: { usual: 'move' | 'leave'; now: string },
): RebookLine<V>[] {
  const moving = new Set<string>(visits.map(({ VisitId }) => VisitId));
  const index = indexFacts({ ...facts, visits: facts.visits.filter(({ VisitId }) => !moving.has(VisitId)) });
  const take = (visit: V, choice: RebookChoice) => {
    if (choice.kind !== 'cancel')
      index.add({ ...visit, ...(choice.kind === 'move' && { ...choice.to, RoomId: null }) });
  };
  const kept = new Map<string, RebookChoice>();
  for (const visit of visits) {
    const choice = chosen.get(visit.VisitId);
    if (!choice || !isOpen(visit, choice, { index, now })) continue;
    kept.set(visit.VisitId, choice);
    take(visit, choice);
  }
  return visits.map((visit) => {
    const alternatives = waysOut(visit, index).filter(({ Start }) => Start > now);
    const known = kept.get(visit.VisitId);
    if (known) return { visit, alternatives, choice: known };
    const [first] = alternatives;
    const choice: RebookChoice = first && usual === 'move' ? moveTo(first) : { kind: 'leave' };
    take(visit, choice);
    return { visit, alternatives, choice };
  });
}

export function moveTo({ ProviderId, Start, End }: Alternative): RebookChoice {
  return { kind: 'move', to: { ProviderId, Start, End } };
}

/** Whether the calendar still has the chosen place; whatever is no move asks for none. */
function isOpen(
  visit: BookedVisit,
  choice: RebookChoice,
  { index, now }: { index: IndexedFacts; now: string },
): boolean {
  if (choice.kind !== 'move') return true;
  // A room belongs to the time that was booked.
  const moved = { ...visit, ...choice.to, RoomId: null };
  return moved.Start > now && clashIssues(moved, index).length === 0 && dayIssues(moved, index).length === 0;
}

/** A patient who comes as planned and sees somebody else loses least; then the same day at another time, then another day. */
function waysOut(visit: BookedVisit, facts: IndexedFacts): Alternative[] {
  const booking = { ...visit, RoomId: null };
  const found = alternativesTo(booking, facts).toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const day = dayOf(visit.Start);
  if (found.some(({ Start }) => dayOf(Start) === day)) return found;
  const distance = ({ Start }: Alternative) => Math.abs(minutesBetween(visit.Start, Start));
  const others = standInsFor(booking, facts)
    .flatMap(({ ProviderId }) => alternativesTo({ ...booking, ProviderId }, facts))
    .filter(({ kind }) => kind === 'other-time')
    // To come later is easier than to come sooner.
    .toSorted((a, b) => distance(a) - distance(b) || (a.Start < b.Start ? 1 : -1));
  return [...others.slice(0, 2).map((one) => ({ ...one, kind: 'other-provider' as const })), ...found];
}

const order = ['other-provider', 'other-time', 'next-day'];
