import { addDays } from '#contract/base/dates.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { addMinutes, atTime } from '#contract/scheduling/wall-time.ts';
import { workingDay } from '#contract/scheduling/working-day.ts';
import { placeOfKey } from './schedule-columns.ts';
import type { ScheduleFilter, ScheduleRows } from './schedule-rows.ts';

/** A free time somebody chose to book. */
export type BookingPlace = { FacilityId: string; ProviderId: string; Start: string; End: string };

/** In minutes, until a type of visit says otherwise. */
const usualLength = 45;

/** The facility is the one shown, else where the provider works at that time. */
export function bookingPlace(column: string, start: number, rows: ScheduleRows, filter: ScheduleFilter): BookingPlace {
  const { day, ProviderId } = placeOfKey(column);
  const Start = addMinutes(atTime(day, '00:00'), start);
  const provider = rows.providers.find((each) => each.ProviderId === ProviderId);
  const time = Start.slice(11);
  const at =
    provider &&
    workingDay({ provider, customDays: rows.customDays, holidays: rows.holidays, day }).blocks.find(
      (block) => block.start <= time && block.end > time,
    )?.FacilityId;
  const FacilityId = filter.FacilityId ?? at ?? provider?.FacilityIds[0] ?? '';
  return { FacilityId, ProviderId, Start, End: addMinutes(Start, usualLength) };
}

type NewPlace = {
  /** The day that is shown, and the wall time it is. */
  date: string;
  now: string;
  filter: ScheduleFilter;
  providers: readonly Pick<Provider, 'ProviderId' | 'FacilityIds' | 'Schedule' | 'time_off'>[];
  /** Of the days around, as far as they are known. */
  rows?: Pick<ScheduleRows, 'customDays' | 'holidays'> | null | undefined;
  /** Who books, where they treat patients. */
  own: string | null;
  /** The day itself was chosen: one that is past is booked late, and today stays today in the evening. */
  isDayChosen?: boolean;
};

/** First hour of a day on which no one works, and the hour after which today is over. */
const usualStart = '08:00';
const lastHour = '18:00';

/**
 * Where a new visit begins before anyone chose a time: on the day shown, never in the past nor before anyone works, with the one provider who is
 * shown or whoever books. What is empty is chosen in the form, or follows from the case.
 */
export function newPlace(of: NewPlace): BookingPlace {
  const { filter, providers, own } = of;
  const chosen = filter.ProviderIds.length === 1 ? filter.ProviderIds[0] : own;
  const provider = providers.find(({ ProviderId }) => ProviderId === chosen);
  const Start = startOn(of, provider ? [provider] : providers);
  return {
    FacilityId: filter.FacilityId ?? provider?.FacilityIds[0] ?? '',
    ProviderId: provider?.ProviderId ?? '',
    Start,
    End: addMinutes(Start, usualLength),
  };
}

function startOn(of: NewPlace, who: NewPlace['providers']): string {
  const { date, now } = of;
  const today = now.slice(0, 10);
  if (date > today || (of.isDayChosen && date < today)) return atTime(date, firstHour(of, who, date));
  const past = Number(now.slice(14)) % 15;
  const next = past === 0 ? now : addMinutes(now, 15 - past);
  const tomorrow = addDays(today, 1);
  if (next >= atTime(today, lastHour) && !of.isDayChosen) return atTime(tomorrow, firstHour(of, who, tomorrow));
  const opening = atTime(today, firstHour(of, who, today));
  return next > opening ? next : opening;
}

/** When the first of these people begins, where the calendar shows. */
function firstHour({ filter, rows }: NewPlace, who: NewPlace['providers'], day: string): string {
  const starts = who.flatMap((provider) =>
    workingDay({
      provider,
      customDays: rows?.customDays ?? [],
      holidays: rows?.holidays ?? [],
      day,
      FacilityId: filter.FacilityId ?? undefined,
    }).blocks.map(({ start }) => start),
  );
  return starts.toSorted()[0] ?? usualStart;
}
