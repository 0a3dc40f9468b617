import { showDate } from '#contract/base/dates.ts';
import { ScheduleGrid, type ScheduleGridProps } from './schedule-grid.tsx';

type Props = { days: readonly string[] } & Omit<ScheduleGridProps, 'label'>;

/** The days of a week, and on each of them who works. */
export function WeekView({ days, ...grid }: Props) {
  return <ScheduleGrid {...grid} label={`Schedule of ${showDate(days[0])} to ${showDate(days.at(-1))}`} />;
}
