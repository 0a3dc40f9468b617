import { useMemo } from 'react';
import type { useReschedule } from '../booking/use-reschedule.ts';
import type { GridChange } from './grid/grid-types.ts';
import { monthColumns, monthDays, type MonthGround } from './month-days.ts';
import { MonthView } from './month-view.tsx';
import { columnKey } from './schedule-columns.ts';
import { usePoint } from './use-point.ts';
import { daysShown } from './views.ts';
import { VisitCard } from './visit-card.tsx';

type Props = Omit<MonthGround, 'month' | 'days'> & {
  date: string;
  today: string;
  moves: ReturnType<typeof useReschedule>;
  onDate: (day: string) => void;
  onOpen: (day: string) => void;
  onVisit: (VisitId: string) => void;
  onBook?: ((day: string) => void) | undefined;
  bookWord: string;
};

/** A month with what this screen does in it: moving to another day with the same provider and time, booking, opening. */
export function MonthSchedule(props: Props) {
  const { rows, filter, places, kept, own, mayMove, moves, date, today, onDate, onOpen, onVisit, onBook } = props;
  const { pointed, point, stay, hide } = usePoint();
  const month = date.slice(0, 7);
  const drawn = useMemo(
    () =>
      monthDays({
        days: daysShown({ view: 'month', date: `${month}-01` }),
        month,
        rows,
        filter,
        places,
        kept,
        own,
        mayMove,
      }),
    [month, rows, filter, places, kept, own, mayMove],
  );
  const columns = useMemo(() => monthColumns(drawn, today), [drawn, today]);
  /** A day is a column of the month; to move, it is the provider's of that day. */
  function withProvider(change: GridChange): GridChange {
    const { ProviderId = '' } = rows.visits.find(({ VisitId }) => VisitId === change.id) ?? {};
    return { ...change, from: columnKey(change.from, ProviderId), column: columnKey(change.column, ProviderId) };
  }
  return (
    <>
      <MonthView
        days={drawn}
        columns={columns}
        date={date}
        today={today}
        onDate={onDate}
        onOpen={onOpen}
        onVisit={(id) => {
          hide();
          onVisit(id);
        }}
        onPoint={point}
        onBook={onBook}
        bookWord={props.bookWord}
        {...(mayMove && {
          onMove: (change: GridChange) => void moves.onMove(withProvider(change)),
          issueOf: (change: GridChange) => moves.issueOf(withProvider(change)),
          onCopy: (id: string) => moves.onCopy(id, 'another day'),
          onPaste: (day: string) => void moves.onPasteOn(day),
        })}
      />
      <VisitCard pointed={pointed} rows={rows} onEnter={stay} onLeave={hide} />
    </>
  );
}
