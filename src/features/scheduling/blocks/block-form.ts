import { isRealDate, minutesBetween } from '#contract/base/dates.ts';
import { FacilityId, ProviderId } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { VisitType } from '#contract/facilities/visit-type.ts';
import type { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { datesOf } from '#contract/scheduling/planned-days.ts';
import { addMinutes, atTime, weekdayOf } from '#contract/scheduling/wall-time.ts';
import type { BlockFields } from './block-writes.ts';
import type { Slot } from '../booking/visit-form.ts';

/** What is typed of a meeting, a break or a block; empty texts are what is not chosen yet. */
export type TypedBlock = {
  FacilityId: string;
  ProviderId: string;
  VisitTypeName: string;
  Title: string;
  day: string;
  time: string;
  minutes: number;
  /** Every week on this weekday until this day; null is once. */
  until: string | null;
};

export function blockTypes(facility: Facility | undefined): VisitType[] {
  return facility?.visit_types.filter((type) => type.deleted_at === null && type.IsNonPatientVisit) ?? [];
}

export function typedBlock(of: Slot | NonPatientVisit): TypedBlock {
  return {
    FacilityId: of.FacilityId,
    ProviderId: of.ProviderId,
    VisitTypeName: 'VisitTypeName' in of ? of.VisitTypeName : '',
    Title: ('Title' in of && of.Title) || '',
    day: of.Start.slice(0, 10),
    time: of.Start.slice(11),
    minutes: minutesBetween(of.Start, of.End),
    until: null,
  };
}

/** The blocks as typed, one or one a week, or by field what is still missing. */
export function blocksFrom(
  typed: TypedBlock,
): { blocks: BlockFields[] } | { missing: Partial<Record<string, string>> } {
  const missing: Partial<Record<string, string>> = {};
  const at = FacilityId.safeParse(typed.FacilityId).data;
  const by = ProviderId.safeParse(typed.ProviderId).data;
  if (!at) missing['FacilityId'] = 'Choose a facility.';
  if (!by) missing['ProviderId'] = 'Choose a provider.';
  if (typed.VisitTypeName === '') missing['VisitTypeName'] = 'Choose a type.';
  if (!isRealDate(typed.day)) missing['day'] = 'Enter a date.';
  if (!/^\d{2}:\d{2}$/.test(typed.time)) missing['time'] = 'Enter a time.';
  if (!(typed.minutes >= 5 && typed.minutes <= 24 * 60)) missing['minutes'] = 'Enter 5 minutes to 24 hours.';
  const days = missing['day'] === undefined ? daysOfBlock(typed) : [];
  if (typeof days === 'string') missing['until'] = days;
  if (Object.keys(missing).length > 0 || !at || !by || typeof days === 'string') return { missing };
  return {
    blocks: days.map((day) => {
      const Start = atTime(day, typed.time);
      return {
        FacilityId: at,
        ProviderId: by,
        VisitTypeName: typed.VisitTypeName,
        Title: typed.Title.trim() || null,
        Start,
        End: addMinutes(Start, typed.minutes),
      };
    }),
  };
}

function daysOfBlock({ day, until }: TypedBlock): string[] | string {
  if (until === null) return [day];
  return datesOf({ first: day, last: until, weekdays: [weekdayOf(day)] });
}
