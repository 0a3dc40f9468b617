import { useEffect, useRef } from 'react';
import { useListedKeys, type KeysOfPart } from '#shared/listed-keys.ts';
import type { Geometry } from './grid/geometry.ts';
import type { GridChange, GridColumn, GridIssue } from './grid/grid-types.ts';
import { useGridHand } from './grid/use-grid-hand.ts';
import { MonthBox } from './month-box.tsx';
import type { MonthDay } from './month-days.ts';
import { dayUnder, useMonthKeys } from './use-month-keys.ts';
import { monthOf, weekdayOf } from './views.ts';
import classes from './scheduling.module.css';

type Props = {
  days: readonly MonthDay[];
  /** The days a visit can be carried to. */
  columns: readonly GridColumn[];
  date: string;
  today: string;
  /** Walking by keys may lead into another month. */
  onDate: (day: string) => void;
  onOpen: (day: string) => void;
  onVisit: (VisitId: string) => void;
  /** Left out, nothing can be booked. */
  onBook?: ((day: string) => void) | undefined;
  /** What choosing a day does where `onBook` is there: `New visit`. */
  bookWord: string;
  /** Left out, nothing can be moved. Columns are days. */
  onMove?: (change: GridChange) => void;
  issueOf?: (change: GridChange) => GridIssue | null;
  onCopy?: (VisitId: string) => void;
  onPaste?: (day: string) => void;
  /** The visit under the mouse or under the keys, and null when it is left. */
  onPoint: (id: string | null, box: HTMLElement | null) => void;
};

/** A month shows no hours: what is carried keeps its time. */
const geometry: Geometry = { from: 0, to: 24 * 60, hour: 60, column: 1 };

const listed: KeysOfPart = {
  part: 'In the month',
  list: [
    { keys: ['↑', '↓', '←', '→'], label: 'Go by week and day' },
    { keys: ['Enter'], label: 'Open the day or the visit' },
    { keys: ['n'], label: 'Book on this day' },
    { keys: ['Space'], label: 'Pick up the visit, and drop it on another day' },
    { keys: ['Esc'], label: 'Leave the visit where it was' },
    { keys: ['Ctrl+C', 'Ctrl+V'], label: 'Copy a visit, and book it on another day' },
  ],
};

/** A month by day: its number opens the day, a visit opens or is carried to another day, the rest of the box books. */
export function MonthView(props: Props) {
  const { days, columns, date, today, onOpen, onVisit, onBook, bookWord, onDate, onMove } = props;
  useListedKeys(listed);
  const table = useRef<HTMLTableElement>(null);
  const hand = useGridHand({
    columns,
    geometry,
    frame: table,
    body: table,
    under: (x, y) => dayUnder(table.current, columns, x, y),
    ...(onMove && { onMove }),
    ...(props.issueOf && { issueOf: props.issueOf }),
  });
  const { onCopy, onPaste, onPoint } = props;
  const mayMove = onMove !== undefined;
  const keys = useMonthKeys({ table, columns, date, hand, mayMove, onDate, onOpen, onBook, onCopy, onPaste });
  const most = Math.max(1, ...days.map(({ visits }) => visits));
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7));
  const { held } = hand;
  const isHeld = held !== null;
  // A card would cover where it is carried.
  useEffect(() => {
    if (isHeld) onPoint(null, null);
  }, [isHeld, onPoint]);
  function point(target: EventTarget | null): void {
    const box = !isHeld && target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null;
    onPoint(box?.dataset['event'] ?? null, box);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what a press beside the buttons does, each day's buttons do too
    <table
      ref={table}
      className={`${classes.month} ${held ? classes.carrying : ''}`}
      onPointerDown={hand.press}
      onPointerOver={(event) => event.pointerType === 'mouse' && point(event.target)}
      onPointerLeave={() => onPoint(null, null)}
      onClick={keys.click}
      onKeyDown={keys.key}
      onFocus={(event) => {
        keys.focus(event);
        point(event.target.matches(':focus-visible') ? event.target : null);
      }}
      onBlur={keys.blur}
    >
      <caption className="visually-hidden">
        {monthOf(date)} {date.slice(0, 4)}: visits of each day
        {onMove && '. Space picks up a visit, arrows carry it to another day, Space drops it.'}
      </caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map(({ day }) => (
            <th key={day} scope="col" className={classes.weekday}>
              <span className={classes.long}>{weekdayOf(day)}</span>
              <span className={classes.short} aria-hidden>
                {weekdayOf(day).slice(0, 1)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((each) => (
              <MonthBox
                key={each.day}
                of={each}
                today={today}
                isStop={each.day === date}
                share={each.visits / most}
                held={held && (held.column === each.day || held.from === each.day) ? held : null}
                onOpen={onOpen}
                onVisit={onVisit}
                onBook={columns.some(({ key }) => key === each.day) ? onBook : undefined}
                bookWord={bookWord}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
