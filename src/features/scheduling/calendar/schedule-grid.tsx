import type { GridColumn, Slot } from './grid/grid-types.ts';
import { CalendarGrid } from './grid/calendar-grid.tsx';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useCurrentUser } from '#shared/session.ts';
import { VisitCard } from './visit-card.tsx';
import { placeOfKey } from './schedule-columns.ts';
import type { ScheduleRows } from './schedule-rows.ts';
import { usePoint } from './use-point.ts';
import type { useReschedule } from '../booking/use-reschedule.ts';

export type ScheduleGridProps = {
  label: string;
  /** The day asked for. */
  date: string;
  columns: readonly GridColumn[];
  rows: ScheduleRows;
  timeZone: string;
  mayMove: boolean;
  moves: ReturnType<typeof useReschedule>;
  onOpen: (id: string) => void;
  onBook?: ((slot: Slot) => void) | undefined;
  slotWord?: string;
};

/** The grid with what this screen does on it: the card of a visit, moving, copying, booking. */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { label, date, columns, rows, timeZone, mayMove, moves, onOpen, onBook, slotWord } = props;
  const { pointed, point, stay, hide } = usePoint();
  const own = useCurrentUser().provider?.ProviderId;
  // A phone shows one column: a provider's own comes first.
  const isFirst = useNarrow() ? (key: string) => placeOfKey(key).ProviderId === own : () => false;
  const day = columns.map(({ key }) => placeOfKey(key).day).find((each) => each >= date);
  const ofDay = columns.filter(({ key }) => placeOfKey(key).day === day);
  return (
    <>
      <CalendarGrid
        label={label}
        columns={columns}
        openAt={(ofDay.find(({ key }) => isFirst(key)) ?? ofDay[0])?.key}
        timeZone={timeZone}
        onPoint={point}
        onOpen={(id) => {
          hide();
          onOpen(id);
        }}
        {...(mayMove && {
          onMove: (change) => void moves.onMove(change),
          issueOf: moves.issueOf,
          onCopy: moves.onCopy,
          onPaste: (slot) => void moves.onPaste(slot),
        })}
        {...(onBook && { onBook })}
        {...(slotWord && { slotWord })}
      />
      <VisitCard pointed={pointed} rows={rows} onEnter={stay} onLeave={hide} />
    </>
  );
}
