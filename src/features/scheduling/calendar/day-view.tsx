import { showDate } from '#contract/base/dates.ts';
import { ScheduleGrid, type ScheduleGridProps } from './schedule-grid.tsx';
import { weekdayOf } from './views.ts';

/** Providers side by side on one day. */
export function DayView({ day, ...grid }: { day: string } & Omit<ScheduleGridProps, 'label'>) {
  return <ScheduleGrid {...grid} label={`Schedule of ${weekdayOf(day)} ${showDate(day)}`} />;
}
