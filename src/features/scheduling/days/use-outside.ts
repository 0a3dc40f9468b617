import { useEffect, useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import { customDaysWith, withPlanned, type PlannedDay } from '#contract/scheduling/planned-days.ts';
import { bookingsOutside } from '#contract/scheduling/outside-hours.ts';
import { planRebooking, withDecided, type RebookChoice, type RebookLine } from '#contract/scheduling/rebooking.ts';
import type { BookingFacts } from '#contract/scheduling/booking-facts.ts';
import { workingDay } from '#contract/scheduling/working-day.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { readAll, readRows } from '#local/reads/reads.ts';
import { bookingFactsOf, holidaysBetween, visitsBetween } from '#local/reads/scheduling.ts';
import { call } from '#shared/api.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import type { QueuedDay, Rebooking } from './day-form.ts';

type Found = { visits: Visit[]; facts: BookingFacts; patients: ReadonlyMap<string, Patient> };

export type Outside = {
  /** Null while they are looked for. */
  lines: RebookLine<Visit>[] | null;
  /** Where they could not be looked for: looks again. */
  retry: (() => void) | null;
  patients: ReadonlyMap<string, Patient>;
  /** Days of which this device holds no bookings: how many lie outside, or null where the server cannot say. */
  beyond: { days: number; count: number | null } | null;
};

const nobody: ReadonlyMap<string, Patient> = new Map();

/** The bookings that other hours would leave outside, by the rule the server has, and where each of them could go. */
export function useOutside(
  days: readonly PlannedDay[],
  of: { planned: readonly QueuedDay[]; choices: ReadonlyMap<string, RebookChoice>; usual: 'move' | 'leave' },
): Outside {
  const now = useClinicNow();
  const { from, to } = keptDays();
  const near = useMemo(() => days.filter(({ day }) => day >= from && day <= to), [days, from, to]);
  const far = useMemo(() => days.filter(({ day }) => day < from || day > to), [days, from, to]);
  const { planned, choices, usual } = of;
  const hours = useMemo(() => hoursOf(near), [near]);
  const live = useLiveWithRetry(
    async () => ({ of: hours, found: await find(near, planned, now) }),
    [near, planned, now],
  );
  const read = live.state === 'ready' ? live.value : undefined;
  // A live read gives what it found before until it has found again: that may be of other days or of somebody else.
  const found = read?.of === hours ? read.found : undefined;
  const lines = useMemo(
    () => (found ? planRebooking(found.visits, found.facts, choices, { usual, now }) : found === null ? [] : null),
    [found, choices, usual, now],
  );
  const retry = live.state === 'failed' ? live.retry : null;
  return { lines, retry, patients: found?.patients ?? nobody, beyond: useBeyond(far) };
}

/** All of the days that decides which bookings lie outside; a note does not. */
function hoursOf(days: readonly PlannedDay[]): string {
  return JSON.stringify(days.map(({ ProviderId, day, blocks, isRemoved }) => ({ ProviderId, day, blocks, isRemoved })));
}

/** Days after those changed of which a free time may be offered. */
const daysAhead = 15;

async function find(days: readonly PlannedDay[], planned: readonly QueuedDay[], now: string): Promise<Found | null> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const [booked, holidays, providers] = await Promise.all([
    visitsBetween(first.day, last.day, { FacilityId: null, ProviderIds: [first.ProviderId] }),
    holidaysBetween(first.day, last.day),
    readAll('providers'),
  ]);
  const provider = providers.find(({ ProviderId }) => ProviderId === first.ProviderId);
  const customDays = customDaysWith([], days);
  const visits = provider
    ? days.flatMap(({ ProviderId, day }) =>
        bookingsOutside(booked, { ProviderId, day, ...workingDay({ provider, customDays, holidays, day }) }, now),
      )
    : [];
  const CaseIds = [...new Set(visits.map(({ CaseId }) => CaseId))];
  const facts = await bookingFactsOf({ from: first.day, to: addDays(last.day, daysAhead), CaseIds });
  const patients = await readRows('patients', [...new Set(visits.map(({ PatientId }) => PatientId))]);
  return {
    visits,
    facts: {
      ...facts,
      visits: await withHeld(facts.visits, heldBeside(planned, days)),
      customDays: customDaysWith(facts.customDays, withPlanned<PlannedDay>(planned, days)),
    },
    patients: new Map(patients.map((patient) => [patient.PatientId, patient])),
  };
}

/** What is decided of bookings on the other days that are held. */
function heldBeside(planned: readonly QueuedDay[], days: readonly PlannedDay[]): Rebooking[] {
  const isChanged = (held: QueuedDay) =>
    days.some(({ ProviderId, day }) => ProviderId === held.ProviderId && day === held.day);
  return planned.filter((held) => !isChanged(held)).flatMap(({ rebook }) => rebook);
}

/** The bookings with those that are moved among them: they may stand on a day far from these. */
async function withHeld(visits: BookingFacts['visits'], held: readonly Rebooking[]): Promise<BookingFacts['visits']> {
  const moving = await readRows(
    'visits',
    held.map(({ VisitId }) => VisitId),
  );
  const all = new Map([...visits, ...moving].map((visit) => [visit.VisitId, visit]));
  return withDecided([...all.values()], held);
}

/** What the server says of days this device does not hold. */
function useBeyond(days: readonly PlannedDay[]): Outside['beyond'] {
  const isOnline = useOnline();
  const [count, setCount] = useState<{ days: readonly PlannedDay[]; count: number } | null>(null);
  useEffect(() => {
    if (days.length === 0 || !isOnline) return undefined;
    let isWanted = true;
    countOutside(days).then(
      (found) => isWanted && setCount({ days, count: found }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [days, isOnline]);
  if (days.length === 0) return null;
  return { days: days.length, count: count?.days === days ? count.count : null };
}

async function countOutside(days: readonly PlannedDay[]): Promise<number> {
  let count = 0;
  for (const { ProviderId, day, blocks, isRemoved } of days) {
    // Nobody asks about the week's own hours: whoever takes a day back was asked when it was made.
    if (isRemoved) continue;
    const { outside } = await call('scheduling.processDaySchedule', { scheduleDay: { ProviderId, day, blocks } });
    count += outside.length;
  }
  return count;
}
