import { CustomDayId, ProviderId } from '#contract/base/ids.ts';
import { dayProblem, type ScheduleBlock } from '#contract/providers/schedule-blocks.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { skippedHours } from '#contract/scheduling/clock-changes.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import type { SeenDay } from '#contract/scheduling/days-meanwhile.ts';
import { datesOf, type PlannedDay } from '#contract/scheduling/planned-days.ts';
import type { RebookChoice } from '#contract/scheduling/rebooking.ts';
import { weekdayOf } from '#contract/scheduling/wall-time.ts';
import { newId } from '#local/store/new-id.ts';

/** `hours` replace the week's, `off` is a day without any, `week` takes a custom day back. */
export type DayKind = 'hours' | 'off' | 'week';

/** What is typed of days that are not as the week says. */
export type TypedDays = {
  ProviderId: string;
  first: string;
  last: string;
  weekdays: number[];
  kind: DayKind;
  blocks: ScheduleBlock[];
  Note: string;
};

/** Whose day is changed, and which. */
export type DayStart = { ProviderId: string | null; day: string };

/** A booking outside of the new hours, where it stood when somebody decided about it, and what becomes of it. */
export type Rebooking = { VisitId: string; ProviderId: string; Start: string; choice: RebookChoice; reason: string };
export type QueuedDay = PlannedDay & {
  rebook: Rebooking[];
  /** How the day was when this was planned; not there where the device could not know. */
  seen?: SeenDay['was'];
};

/** As the day is now: planned, custom, or as the week says. */
export function typedFor(
  provider: Provider | undefined,
  day: string,
  known: Pick<CustomDay, 'blocks' | 'Note'> | undefined,
  kind: DayKind,
): TypedDays {
  return {
    ProviderId: provider?.ProviderId ?? '',
    first: day,
    last: day,
    weekdays: [1, 2, 3, 4, 5],
    kind,
    blocks: known && known.blocks.length > 0 ? known.blocks : (provider?.Schedule[weekdayOf(day)] ?? []),
    Note: known?.Note ?? '',
  };
}

/** The days as typed, or by field what is wrong with them. */
export function daysFrom(
  typed: TypedDays,
  facilities: readonly Pick<Facility, 'FacilityId' | 'TimeZone'>[],
): { days: PlannedDay[] } | { wrong: Partial<Record<'ProviderId' | 'dates' | 'blocks', string>> } {
  const id = ProviderId.safeParse(typed.ProviderId).data;
  const dates = datesOf(typed);
  const hours = typeof dates === 'string' ? [] : dates.map((day) => ({ day, blocks: typed.blocks }));
  const skipped = typed.kind === 'hours' ? skippedHours(hours, facilities) : null;
  const problem = hoursProblem(typed) ?? skipped;
  if (!id || typeof dates === 'string' || problem !== null) {
    return {
      wrong: {
        ...(!id && { ProviderId: 'Choose a provider.' }),
        ...(typeof dates === 'string' && { dates }),
        ...(problem !== null && { blocks: problem }),
      },
    };
  }
  return {
    days: dates.map((day) => ({
      CustomDayId: CustomDayId.parse(newId()),
      ProviderId: id,
      day,
      ...hoursOf(typed),
    })),
  };
}

type TypedHours = Pick<TypedDays, 'kind' | 'blocks' | 'Note'>;

/** What is typed as each of the days keeps it. */
export function hoursOf({ kind, blocks, Note }: TypedHours): Pick<PlannedDay, 'blocks' | 'Note' | 'isRemoved'> {
  return {
    blocks: kind === 'hours' ? blocks : [],
    Note: kind === 'week' ? null : Note.trim() || null,
    isRemoved: kind === 'week',
  };
}

export function hoursProblem({ kind, blocks }: TypedHours): string | null {
  if (kind !== 'hours') return null;
  if (blocks.length === 0) return 'Add a time, or choose Off.';
  return dayProblem(blocks);
}
