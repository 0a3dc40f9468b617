import { useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import { SeriesId, VisitId } from '#contract/base/ids.ts';
import type { InputOf } from '#contract/endpoints.ts';
import type { Alternative } from '#contract/scheduling/alternatives.ts';
import type { BookingFacts } from '#contract/scheduling/booking-facts.ts';
import { acceptable } from '#contract/scheduling/issue.ts';
import { timesInstead } from '#contract/scheduling/times-instead.ts';
import { isBooked, previewSeries, type PreviewedVisit, type SeriesVisit } from '#contract/scheduling/series-preview.ts';
import { dayOf, type Span } from '#contract/scheduling/wall-time.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite, queueWrites } from '#local/outbox/outbox.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import type { LiveWithRetry } from '#shared/hooks/use-live.ts';
import { sharedOf, timesOf, type SeriesChoices, type Settled } from './series-choices.ts';
import { useSeriesFacts } from './series-facts.ts';

/** Takes a series back that was booked just now. */
export async function takeBack(ids: readonly VisitId[]): Promise<void> {
  const deletionReason = 'Booked by mistake and undone right away';
  await queueWrites(ids.map((id) => ({ name: 'visits.remove', input: { id, deletionReason } })));
}

/** What somebody decided of one visit: left out, another time, or booked in spite of what is said. */
export type Decision = 'left-out' | 'accepted' | Pick<Alternative, 'ProviderId' | 'Start' | 'End'>;

/** A visit of the rule with what is decided and said of it. */
export type SeriesLine = { planned: SeriesVisit; decision: Decision | null; preview: PreviewedVisit | null };

export type Series = {
  lines: SeriesLine[];
  /** Why there is nothing to show yet. */
  missing: string | null;
  facts: BookingFacts | undefined;
  /** How far reading the facts has come. */
  calendar: LiveWithRetry<BookingFacts>;
  decide: (of: SeriesVisit, decision: Decision | null) => void;
  /** Decides on the nearest other time of each visit in conflict, and says of how many. */
  findTimes: () => number;
  /** Every decision by the visit it is of, and what takes them over again. */
  decided: Decisions;
  recall: (decided: Decisions) => void;
  /** How many `book` would book; `all` is null when something hard stands against one of them. */
  counts: { good: number; all: number | null; leftOut: number };
  /** The visits that were booked; `draft` is that of the form. */
  book: (which: 'good' | 'all', draft?: Settles) => Promise<VisitId[]>;
};

const noTimes: Span[] = [];

/** Far enough for the next working day after the last visit. */
const lookAhead = 14;

/** The visits of the choices, each with what stands against it, and what books them. */
export function useSeries(choices: SeriesChoices, found: Settled, now: string): Series {
  const [decided, setDecided] = useState<Decisions>([]);
  const shared = useMemo(() => sharedOf(choices, found), [choices, found]);
  const times = useMemo(() => timesOf(choices, found, now), [choices, found, now]);
  const planned = 'refusal' in times ? noTimes : times.occurrences;
  const to = addDays(dayOf(planned.at(-1)?.Start ?? found.from), lookAhead);
  const calendar = useSeriesFacts(found.episode?.CaseId ?? null, found.from, to);
  const facts = calendar.state === 'ready' ? calendar.value : undefined;
  const missing = 'missing' in shared ? shared.missing : 'refusal' in times ? times.refusal : null;
  const { lines, all } = useMemo(() => {
    if ('missing' in shared || !facts) return nothing;
    return judged(planned, decided, shared.of.ProviderId, (visits) =>
      previewSeries(shared.series, visits, { ...facts, now }),
    );
  }, [shared, planned, decided, facts, now]);
  const good = lines.flatMap(({ preview }) => (preview && isBooked(preview, preview.issues) ? preview : []));

  function decide(of: SeriesVisit, decision: Decision | null): void {
    const key = keyOf(of);
    setDecided((before) => {
      const others = before.filter(([one]) => one !== key);
      return decision === null ? others : [...others, [key, decision]];
    });
  }
  async function book(which: 'good' | 'all', draft?: Settles): Promise<VisitId[]> {
    if ('missing' in shared) return [];
    const visits = (which === 'good' ? good : (all ?? [])).toSorted((a, b) => a.Start.localeCompare(b.Start));
    const { CaseId, FacilityId, VisitTypeName, RoomId } = shared.series;
    if (CaseId === null) return [];
    const { PlaceOfService } = shared.of;
    const ids = visits.map(() => VisitId.parse(newId()));
    const input: InputOf<'visits.createSeries'> = {
      SeriesId: SeriesId.parse(newId()),
      visits: visits.map(({ ProviderId, Start, End, issues }, at) => ({
        VisitId: ids[at] ?? VisitId.parse(newId()),
        CaseId,
        FacilityId,
        ProviderId,
        VisitTypeName,
        RoomId,
        PlaceOfService,
        Start,
        End,
        accepted: acceptable(issues) ?? [],
      })),
    };
    await queueWrite('visits.createSeries', input, {}, draft);
    return ids;
  }
  function findTimes(): number {
    if ('missing' in shared || !facts) return 0;
    const kept = lines.filter(({ decision }) => decision !== 'left-out');
    const visits = kept.map(({ planned: of, decision }) => visitOf(of, decision));
    const instead = timesInstead(visits, (each) => previewSeries(shared.series, each, { ...facts, now }));
    for (const [at, { ProviderId, Start, End }] of instead) {
      const line = kept[at];
      if (line) decide(line.planned, { ProviderId, Start, End });
    }
    return instead.size;
  }
  const leftOut = lines.filter(({ decision }) => decision === 'left-out').length;
  const counts = { good: good.length, all: all?.length ?? null, leftOut };
  return { lines, missing, facts, calendar, decide, findTimes, decided, recall: setDecided, counts, book };
}

type Decisions = readonly (readonly [string, Decision])[];
type Judged = { lines: SeriesLine[]; all: PreviewedVisit[] | null };
const nothing: Judged = { lines: [], all: null };

// With another provider or length it is another visit, of which nothing is decided yet.
function keyOf({ ProviderId, Start, End }: SeriesVisit): string {
  return `${ProviderId} ${Start} ${End}`;
}

function visitOf(planned: SeriesVisit, decision: Decision | null): SeriesVisit {
  if (decision !== null && typeof decision === 'object') return decision;
  return { ...planned, accepted: decision === 'accepted' };
}

function judged(
  spans: readonly Span[],
  decided: Decisions,
  ProviderId: SeriesVisit['ProviderId'],
  preview: (visits: SeriesVisit[]) => PreviewedVisit[],
): Judged {
  const byVisit = new Map(decided);
  const lines = spans.map((span) => {
    const planned = { ...span, ProviderId };
    return { planned, decision: byVisit.get(keyOf(planned)) ?? null };
  });
  const kept = lines.filter(({ decision }) => decision !== 'left-out');
  const visits = kept.map(({ planned, decision }) => visitOf(planned, decision));
  const previews = preview(visits);
  // Red ones that are booked after all stand in the way of others, so all together are judged anew.
  const together = previews.some((one) => one.verdict === 'red')
    ? preview(visits.map((visit) => ({ ...visit, accepted: true })))
    : previews;
  const byLine = new Map(kept.map((line, at) => [line, previews[at] ?? null]));
  return {
    lines: lines.map((line) => ({ ...line, preview: byLine.get(line) ?? null })),
    all: together.every((one) => acceptable(one.issues) !== null) ? together : null,
  };
}
