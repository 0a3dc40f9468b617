import { addDays } from '../base/dates.ts';
import type { ScheduleBlock } from '../providers/schedule-blocks.ts';
import type { Provider } from '../providers/provider.ts';
import type { CustomDay } from './custom-day.ts';
import type { Holiday } from './holiday.ts';
import { atTime, overlap, weekdayOf, type Span } from './wall-time.ts';

export type CustomHours = Pick<CustomDay, 'ProviderId' | 'day' | 'blocks' | 'updated_at'>;
export type ClosedDay = Pick<Holiday, 'day' | 'Name' | 'FacilityIds'>;

export type OffTime = Span & { why: string; kind: 'time-off' | 'holiday' };
export type WorkingDay = {
  /** Hours at the facility asked for, or at all, earliest first; time off is not cut out of them. */
  blocks: ScheduleBlock[];
  /** Time off and holidays of that day, within the day. */
  off: OffTime[];
  /** Where the hours come from; `holiday` when a holiday leaves none of them. */
  from: 'week' | 'custom' | 'holiday';
};

export type Hours = {
  provider: Pick<Provider, 'ProviderId' | 'Schedule' | 'time_off'>;
  customDays: readonly CustomHours[];
  holidays: readonly ClosedDay[];
  day: string;
  FacilityId?: string | undefined;
};

export function workingDay({ provider, customDays, holidays, day, FacilityId }: Hours): WorkingDay {
  const custom = customDayOf(customDays, provider.ProviderId, day);
  const planned = custom ? custom.blocks : (provider.Schedule[weekdayOf(day)] ?? []);
  const here = planned.filter((block) => FacilityId === undefined || block.FacilityId === FacilityId);
  const closings = holidays.filter((one) => one.day === day && (FacilityId === undefined || closes(one, FacilityId)));
  const open = here.filter((block) => !closings.some((one) => closes(one, block.FacilityId)));
  return {
    blocks: open.toSorted((a, b) => a.start.localeCompare(b.start)),
    off: [
      ...timeOffOn(provider, day),
      ...closings.flatMap((one) => holidayOff(one, day, FacilityId === undefined ? here : null)),
    ],
    from: closings.length > 0 && open.length === 0 ? 'holiday' : custom ? 'custom' : 'week',
  };
}

/** Of two custom days of one provider and day, made on two devices, the later one holds. */
function customDayOf(customDays: readonly CustomHours[], ProviderId: string, day: string): CustomHours | undefined {
  return customDays
    .filter((one) => one.ProviderId === ProviderId && one.day === day)
    .reduce<CustomHours | undefined>((last, one) => (last && last.updated_at > one.updated_at ? last : one), undefined);
}

export function closes({ FacilityIds }: ClosedDay, FacilityId: string): boolean {
  return FacilityIds === null || FacilityIds.some((one) => one === FacilityId);
}

export function timeOffOn(provider: Pick<Provider, 'time_off'>, day: string): OffTime[] {
  const all = wholeDay(day);
  return provider.time_off
    .filter((one) => overlap(one, all))
    .map(({ Start, End, Reason }) => ({
      Start: Start < all.Start ? all.Start : Start,
      End: End > all.End ? all.End : End,
      why: Reason || 'Time off',
      kind: 'time-off',
    }));
}

// A holiday of some facilities takes only the hours there of somebody who works at several.
function holidayOff(holiday: ClosedDay, day: string, blocks: readonly ScheduleBlock[] | null): OffTime[] {
  const why = holiday.Name;
  if (holiday.FacilityIds === null || blocks === null) return [{ ...wholeDay(day), why, kind: 'holiday' }];
  return blocks
    .filter((block) => closes(holiday, block.FacilityId))
    .map((block) => ({ Start: atTime(day, block.start), End: atTime(day, block.end), why, kind: 'holiday' }));
}

export function wholeDay(day: string): Span {
  return { Start: atTime(day, '00:00'), End: atTime(addDays(day, 1), '00:00') };
}

/** The hours as spans; blocks that touch are one. */
export function openSpans(day: string, blocks: readonly ScheduleBlock[]): Span[] {
  const spans: Span[] = [];
  for (const block of blocks.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const last = spans.at(-1);
    const span = { Start: atTime(day, block.start), End: atTime(day, block.end) };
    if (last && span.Start <= last.End) last.End = span.End > last.End ? span.End : last.End;
    else spans.push(span);
  }
  return spans;
}
