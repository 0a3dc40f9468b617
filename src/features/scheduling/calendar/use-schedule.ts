import { useEffect, useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { readRows } from '#local/reads/reads.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { readSchedule, type Schedule, type ScheduleFilter, type ScheduleRows } from './schedule-rows.ts';
import { useServerDays } from './use-server-days.ts';
import { daysShown, type Shown, type View } from './views.ts';

/** What the calendar shows: of the days this device holds, from this device; of others, from the server. */
export function useSchedule(shown: Shown, filter: ScheduleFilter): Schedule {
  const kept = keptDays();
  const days = daysShown(shown);
  const [from, to] = [days[0] ?? shown.date, days.at(-1) ?? shown.date];
  const isKept = from >= kept.from && to <= kept.to;
  // Of a month, what this device holds is shown, with the rest once, and unless, the server tells it.
  const isPartly = shown.view === 'month' && from <= kept.to && to >= kept.from;
  const here = useHere(shown, from, to, filter, isKept || isPartly);
  const there = useServerDays(shown, filter, { isOn: !isKept, isPartly });
  const rows = here.state === 'ready' ? here.rows : null;
  const others = useUnknownHere(isPartly && there?.state === 'ready' ? there.rows : null);
  const both = useMemo(
    () =>
      rows && others && isOf(rows, from, to) && isOf(others, from, to)
        ? together(rows, others, kept.from, kept.to)
        : null,
    [rows, others, from, to, kept.from, kept.to],
  );
  if (isKept) return here;
  // Its own days are never shown as the server has them first: they may have been changed here.
  if (isPartly && here.state === 'loading') return here;
  if (isPartly && here.state === 'ready') return both ? { ...here, rows: both, own: kept } : { ...here, kept };
  return there ?? { state: 'elsewhere', kept };
}

function useHere(shown: Shown, from: string, to: string, filter: ScheduleFilter, isOn: boolean): Schedule {
  const on = [from, to, shown.view, filter.FacilityId, filter.ProviderIds.join(), isOn];
  const live = useLive(async () => ({ shown, from, to, rows: isOn ? await readSchedule(from, to, filter) : null }), on);
  // A day chosen within the same week or month is not read anew.
  const isReady =
    live.state === 'ready' &&
    live.value.rows !== null &&
    live.value.shown.view === shown.view &&
    live.value.from === from &&
    live.value.to === to;
  const near = useNear(shown.view, shown.date, filter, isOn && isReady && shown.view !== 'month');
  const early = useMemo(
    () => (near && isOn && !isReady ? within(near, from, to, filter) : null),
    [near, isOn, isReady, from, to, filter],
  );
  if (live.state === 'failed')
    return {
      state: 'failed',
      sentence: 'Your work is kept on this device. Reload the page. If this happens again, sign out and back in.',
      retry: () => window.location.reload(),
    };
  if (early) return { state: 'ready', rows: early, shown, isFromServer: false };
  // The days before stay for the moment the next ones are read.
  if (live.state === 'loading' || !live.value.rows) return { state: 'loading' };
  return { state: 'ready', rows: live.value.rows, shown: isReady ? shown : live.value.shown, isFromServer: false };
}

type Near = { filter: ScheduleFilter; rows: ScheduleRows };
/** ms the calendar stands still before its neighbours are read. */
const quietMs = 300;

/** The days beside those shown, kept in memory: the next key finds them there. */
function useNear(view: View, date: string, filter: ScheduleFilter, isPainted: boolean): Near | null {
  const [wanted, setWanted] = useState<{ from: string; to: string; filter: ScheduleFilter } | null>(null);
  useEffect(() => {
    if (!isPainted) return undefined;
    const timer = setTimeout(() => {
      const days = daysShown({ view, date });
      const [first, last] = [days[0] ?? date, days.at(-1) ?? date];
      setWanted({ from: addDays(first, -days.length), to: addDays(last, days.length), filter });
    }, quietMs);
    return () => clearTimeout(timer);
  }, [isPainted, view, date, filter]);
  return (
    useLiveValue(
      async () => wanted && { filter: wanted.filter, rows: await readSchedule(wanted.from, wanted.to, wanted.filter) },
      [wanted],
    ) ?? null
  );
}

/** The part of what lies near that is asked for; null where it does not reach. */
function within({ filter, rows }: Near, from: string, to: string, wanted: ScheduleFilter): ScheduleRows | null {
  if (filter !== wanted || from < rows.from || to > rows.to) return null;
  const isIn = ({ Start }: { Start: string }) => Start.slice(0, 10) >= from && Start.slice(0, 10) <= to;
  const { visits, nonPatientVisits } = rows;
  return { ...rows, from, to, visits: visits.filter(isIn), nonPatientVisits: nonPatientVisits.filter(isIn) };
}

function isOf(rows: ScheduleRows, from: string, to: string): boolean {
  return rows.from === from && rows.to === to;
}

/**
 * What the server tells without what this device knows itself, on whatever day, of whatever provider: the server's row
 * of it may be older than what waits here or came since.
 */
function useUnknownHere(there: ScheduleRows | null): ScheduleRows | null {
  const read = async () => {
    if (!there) return null;
    const visits = await readRows('visits', there.visits.map(visitKey));
    const times = await readRows('nonPatientVisits', there.nonPatientVisits.map(timeKey));
    return without(there, new Set(visits.map(visitKey)), new Set(times.map(timeKey)));
  };
  return useLiveValue(read, [there]) ?? null;
}

const visitKey = ({ VisitId }: { VisitId: string }) => VisitId;
const timeKey = ({ NonPatientVisitId }: { NonPatientVisitId: string }) => NonPatientVisitId;

function without(rows: ScheduleRows, visits: ReadonlySet<string>, times: ReadonlySet<string>): ScheduleRows {
  return {
    ...rows,
    visits: rows.visits.filter((visit) => !visits.has(visitKey(visit))),
    nonPatientVisits: rows.nonPatientVisits.filter((time) => !times.has(timeKey(time))),
  };
}

/**
 * All this device knows, with what waits here to be sent, which may stand on a day that it does not hold; and of such days
 * what the server tells besides.
 */
function together(here: ScheduleRows, server: ScheduleRows, from: string, to: string): ScheduleRows {
  const there = without(server, new Set(here.visits.map(visitKey)), new Set(here.nonPatientVisits.map(timeKey)));
  const isHere = (day: string) => day >= from && day <= to;
  const days = <R>(pick: (rows: ScheduleRows) => R[], dayOf: (row: R) => string): R[] => [
    ...pick(here).filter((row) => isHere(dayOf(row))),
    ...pick(there).filter((row) => !isHere(dayOf(row))),
  ];
  const isThere = ({ Start }: { Start: string }) => !isHere(Start.slice(0, 10));
  return {
    ...here,
    visits: [...here.visits, ...there.visits.filter(isThere)],
    nonPatientVisits: [...here.nonPatientVisits, ...there.nonPatientVisits.filter(isThere)],
    customDays: days(
      (rows) => rows.customDays,
      ({ day }) => day,
    ),
    holidays: days(
      (rows) => rows.holidays,
      ({ day }) => day,
    ),
    patients: new Map([...there.patients, ...here.patients]),
  };
}
