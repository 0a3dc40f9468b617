import { useEffect, useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import type { CaseId } from '#contract/base/ids.ts';
import type { BookingFacts } from '#contract/scheduling/booking-facts.ts';
import type { ScheduleView } from '#contract/scheduling/endpoints.ts';
import { weekStartOf } from '#contract/scheduling/week-start.ts';
import { bookingFacts } from '#local/reads/scheduling.ts';
import { call } from '#shared/api.ts';
import { useLiveWithRetry, type LiveWithRetry } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';

/** What the preview knows: this device's days, and while online the server's weeks beyond them. */
export function useSeriesFacts(CaseId: CaseId | null, from: string, to: string): LiveWithRetry<BookingFacts> {
  const live = useLiveWithRetry(() => bookingFacts({ from, to, CaseId }), [from, to, CaseId]);
  const here = live.state === 'ready' ? live.value : undefined;
  const weeks = useFarWeeks(here?.known?.to ?? null, to);
  const facts = useMemo(() => here && withWeeks(here, weeks), [here, weeks]);
  return facts ? { state: 'ready', value: facts, retry: live.retry } : live;
}

/** The weeks after a day as the server has them; those that could not be fetched are not there. */
function useFarWeeks(after: string | null, to: string): ReadonlyMap<string, ScheduleView> {
  const isOnline = useOnline();
  const [weeks, setWeeks] = useState<ReadonlyMap<string, ScheduleView>>(new Map());
  const wanted = after === null ? [] : weeksBetween(addDays(after, 1), to);
  const missing = wanted.filter((week) => !weeks.has(week)).join();
  useEffect(() => {
    if (!isOnline || missing === '') return undefined;
    let isWanted = true;
    // One after the other, nearest first: what is known grows from what this device holds.
    void (async () => {
      for (const week of missing.split(',')) {
        const view = await call('scheduling.weekData', { date: week.replaceAll('-', '/') }).catch(() => null);
        if (!isWanted || view === null) return;
        setWeeks((before) => new Map([...before, [week, view]]));
      }
    })();
    return () => {
      isWanted = false;
    };
  }, [isOnline, missing]);
  return weeks;
}

/** The Sundays of the weeks that days lie in. */
function weeksBetween(from: string, to: string): string[] {
  const weeks: string[] = [];
  for (let week = weekStartOf(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  return weeks;
}

/** What was fetched counts as known as long as no week in between is missing. */
export function withWeeks(facts: BookingFacts, weeks: ReadonlyMap<string, ScheduleView>): BookingFacts {
  if (!facts.known) return facts;
  const { from } = facts.known;
  const views: ScheduleView[] = [];
  let { to } = facts.known;
  for (let view = weeks.get(weekStartOf(addDays(to, 1))); view; view = weeks.get(weekStartOf(addDays(to, 1)))) {
    views.push(view);
    to = view.to;
  }
  const far = <T>(own: readonly T[], of: (view: ScheduleView) => readonly T[], key: (one: T) => string): T[] => [
    // This device's rows hold: they have what waits to be sent.
    ...new Map([...views.flatMap(of), ...own].map((one) => [key(one), one])).values(),
  ];
  return {
    ...facts,
    visits: far(
      facts.visits,
      (view) => view.visits,
      (one) => one.VisitId,
    ),
    nonPatientVisits: far(
      facts.nonPatientVisits,
      (view) => view.nonPatientVisits,
      (one) => one.NonPatientVisitId,
    ),
    customDays: far(
      facts.customDays,
      (view) => view.customDays,
      (one) => `${one.ProviderId} ${one.day}`,
    ),
    holidays: far(
      facts.holidays,
      (view) => view.holidays,
      (one) => `${one.day} ${one.Name}`,
    ),
    known: { from, to },
  };
}
