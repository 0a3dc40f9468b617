import type { Clock, ClockKind } from './clock.ts';

/** What a clock says on the card of a visit; `danger` is late. */
export type CardWord = { kind: 'danger' | 'needs'; word: string };

const late: Partial<Record<ClockKind, string>> = {
  certification: 'Certification late',
  recertification: 'Recertification late',
  planDays: 'Plan of care ended',
  progressReport: 'Progress report late',
  therapistTookPart: 'No therapist treated',
  script: 'Script expired',
  authorization: 'Authorization expired',
};

const due: Partial<Record<ClockKind, string>> = {
  progressReport: 'Progress report due',
  therapistTookPart: 'Therapist visit due',
};

const covering: Partial<Record<ClockKind, string>> = {
  planDays: 'plan of care',
  script: 'script',
  authorization: 'authorization',
};

/**
 * What somebody who checks a patient in should know of the clocks of the case (chart.md 6): those that warn at check-in,
 * the late ones first.
 */
export function cardWords(clocks: readonly Clock[]): CardWord[] {
  return clocks
    .filter(({ at }) => at.checkIn === 'warn')
    .map((clock) => ({ kind: clock.state === 'late' ? ('danger' as const) : ('needs' as const), word: wordOf(clock) }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind));
}

function wordOf({ kind, aboutId, state, from, used, of, uncoveredVisitIds, sentence }: Clock): string {
  const cover = covering[kind];
  if (cover && uncoveredVisitIds.length > 0) return `Visits without ${cover}`;
  if (cover && aboutId === null) return `No ${cover}`;
  if (state === 'late') return late[kind] ?? sentence;
  if (!cover) return due[kind] ?? sentence;
  if (used !== null && of !== null && used >= of) return `${capital(cover)} used up`;
  // One that is not approved yet has no days of its own.
  return from === null ? `Check the ${cover}` : `${capital(cover)} ends today`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
