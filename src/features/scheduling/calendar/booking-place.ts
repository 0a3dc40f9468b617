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
