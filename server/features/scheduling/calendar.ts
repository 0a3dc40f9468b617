import { addDays, isRealDate } from '#contract/base/dates.ts';
import type { ScheduleView } from '#contract/scheduling/endpoints.ts';
import { workingDay } from '#contract/scheduling/working-day.ts';
import { weekStartOf } from '#contract/scheduling/week-start.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Ctx } from '#server/kit/context.ts';
import {
  customDaysIn,
  holidaysIn,
  nonPatientVisitsIn,
  patientLines,
  providersAt,
  providersNamed,
  visitsIn,
  type Days,
} from './rows.ts';
import { batchesFor, requestsFor } from './waiting-rows.ts';

type Asked = { employeeIds: readonly string[]; facilityId: string | null; patientId: string | null };

/** From the Sunday of a day's week. */
export function weekOf(day: string): Days {
  const from = weekStartOf(day);
  return { from, until: addDays(from, 7) };
}

export function monthOf(day: string): Days {
  const from = `${day.slice(0, 7)}-01`;
  // Day 28 and a week later is always in the next month, which begins by then.
  return { from, until: `${addDays(`${day.slice(0, 7)}-28`, 7).slice(0, 7)}-01` };
}

/** A month as it is drawn, in whole weeks; the first month of all times begins with itself. */
export function weeksOfMonth(day: string): Days {
  const { from, until } = monthOf(day);
  const first = weekStartOf(from);
  return { from: isRealDate(first) ? first : from, until: addDays(weekStartOf(addDays(until, -1)), 7) };
}

/** What a calendar shows of some days, of whom and where it is asked for, as far as the caller sees it. */
export async function calendar(
  { tx, caller }: Ctx,
  { employeeIds, facilityId, patientId }: Asked,
  days: Days,
  { withGone }: { withGone: boolean },
): Promise<ScheduleView> {
  const asked = { ...days, ProviderIds: employeeIds, FacilityId: facilityId, PatientId: patientId };
  const found = await visitsIn(tx, asked);
  const visits = withGone ? found : found.filter(takesPlace);
  const nonPatientVisits = patientId === null ? await nonPatientVisitsIn(tx, asked) : [];
  const named = employeeIds.length > 0 ? await providersNamed(tx, employeeIds) : await providersAt(tx, facilityId);
  const providers = named.filter(({ ProviderId }) => caller.providerIds?.includes(ProviderId) ?? true);
  const customDays = await customDaysIn(
    tx,
    providers.map(({ ProviderId }) => ProviderId),
    days,
  );
  const holidays = await holidaysIn(tx, days);
  const names = await patientLines(tx, [...new Set(visits.map(({ PatientId }) => PatientId))]);
  const requests = await requestsFor(tx, asked);
  const batches = await batchesFor(tx, asked);
  return {
    from: days.from,
    to: addDays(days.until, -1),
    visits,
    nonPatientVisits,
    customDays,
    holidays,
    patients: names,
    timeOff: providers.flatMap((provider) => timeOffIn(provider, days)),
    rawSchedules: providers.map(({ ProviderId, Schedule }) => ({ ProviderId, Schedule })),
    daySchedules: providers.flatMap((provider) =>
      daysIn(days).map((day) => {
        const { blocks, off } = workingDay({
          provider,
          customDays,
          holidays,
          day,
          FacilityId: facilityId ?? undefined,
        });
        return {
          ProviderId: provider.ProviderId,
          day,
          blocks: blocks.map(({ start, end, FacilityId }) => ({ start, end, FacilityId })),
          off: off.map(({ Start, End, why }) => ({ Start, End, why })),
        };
      }),
    ),
    visitRequests: requests,
    fillRequestBatches: batches,
  };
}

function timeOffIn({ ProviderId, time_off }: Provider, { from, until }: Days): ScheduleView['timeOff'] {
  return time_off.filter(({ Start, End }) => Start < until && End > from).map((off) => ({ ProviderId, ...off }));
}

function daysIn({ from, until }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}
