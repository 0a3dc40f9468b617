import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useListedKeys, type KeysOfPart } from '#shared/listed-keys.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { DayColumn } from './day-column.tsx';
import { Ghost } from './ghost.tsx';
import { gutter, heightOf, hoursOf, topOf, type Geometry } from './geometry.ts';
import { GridHead } from './grid-head.tsx';
import type { GridChange, GridColumn, GridIssue, Slot } from './grid-types.ts';
import { OneAtATime } from './one-at-a-time.tsx';
import { useFrame } from './use-frame.ts';
import { useGridHand } from './use-grid-hand.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useOpenAt } from './use-open-at.ts';
import { timeWords } from './words.ts';
import classes from './grid.module.css';

export type CalendarGridProps = {
  /** What is shown, such as `Schedule of Monday 11/23/2026`. */
  label: string;
  columns: readonly GridColumn[];
  /** The column that stands in sight first: of the day that was asked for. */
  openAt?: string | undefined;
  /** Of the clinic, for the line of the present time. */
  timeZone: string;
  onOpen: (id: string) => void;
  /** Left out, nothing can be moved. */
  onMove?: (change: GridChange, issue: GridIssue | null) => void;
  /** What speaks against a place, told while something is held over it. */
  issueOf?: (change: GridChange) => GridIssue | null;
  onBook?: (slot: Slot) => void;
  /** What choosing a time does, when it is not to book. */
  slotWord?: string;
  onCopy?: (id: string) => void;
  onPaste?: (slot: Slot) => void;
  /** The box under the mouse or under the keys, and null when it is left. */
  onPoint?: (id: string | null, box: HTMLElement | null) => void;
};

const hourPx = { desk: 88, phone: 132 };
const help =
  'Arrow keys move between visits and open times. Enter opens a visit. Space picks up a visit. Arrows then move it 15 minutes or to ' +
  'the next column. Shift and arrows change its end. Space drops it. Escape cancels the move.';

const listed: KeysOfPart = {
  part: 'In the calendar',
  list: [
    { keys: ['↑', '↓', '←', '→'], label: 'Go between visits and open times' },
    { keys: ['Enter'], label: 'Open the visit, or book the open time' },
    { keys: ['n'], label: 'Book at this time' },
    { keys: ['Space'], label: 'Pick up the visit, and drop it' },
    { keys: ['Shift+↑', 'Shift+↓'], label: 'Change the end of the visit you picked up' },
    { keys: ['Esc'], label: 'Leave the visit where it was' },
    { keys: ['Ctrl+C', 'Ctrl+V'], label: 'Copy a visit, and book it at an open time' },
  ],
};

/** Days of providers side by side, on a CSS grid of our own: 1,000 visits stay light, and every drag has its keys. */
export function CalendarGrid(props: CalendarGridProps) {
  useListedKeys(listed);
  const narrow = useNarrow();
  const [single, setSingle] = useState(0);
  useOpenAt(props.columns, props.openAt, setSingle);
  const shownAt = Math.min(single, props.columns.length - 1);
  const one = props.columns[shownAt];
  if (!narrow || props.columns.length < 2 || !one) return <Hours {...props} isNarrow={narrow} />;
  return (
    <div className={classes.single}>
      <OneAtATime columns={props.columns} shown={shownAt} onShow={setSingle} />
      <Hours {...props} columns={[one]} isNarrow />
    </div>
  );
}

function Hours(props: CalendarGridProps & { isNarrow: boolean }) {
  const { columns, isNarrow, timeZone } = props;
  const helpId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { column, first, last } = useFrame(frame, columns.length);
  const { from, to } = useMemo(() => hoursOf(columns.flatMap(({ open, events }) => [...open, ...events])), [columns]);
  const hour = isNarrow ? hourPx.phone : hourPx.desk;
  const geometry = useMemo<Geometry>(() => ({ from, to, hour, column }), [from, to, hour, column]);
  const hand = useGridHand({ ...props, geometry, frame, body });
  const keys = useGridKeys({ ...props, geometry, frame, body, hand });
  useOpenAt(columns, props.openAt, (at) => {
    if (frame.current) frame.current.scrollLeft = at * column;
  });
  // Half an hour before the first work or the first visit stands at the top when the screen opens.
  const isAtMorning = useRef(false);
  const isHeld = Boolean(hand.held);
  const { onPoint } = props;
  // A card would cover where it is carried.
  useEffect(() => {
    if (isHeld) onPoint?.(null, null);
  }, [isHeld, onPoint]);
  useEffect(() => {
    if (isAtMorning.current || !frame.current || columns.length === 0) return;
    isAtMorning.current = true;
    const starts = columns.flatMap(({ open, events }) => [...open, ...events].map(({ start }) => start));
    const morning = starts.length > 0 ? Math.min(...starts) : 8 * 60;
    frame.current.scrollTop = Math.max(0, topOf(geometry, morning - 30));
  }, [columns, geometry]);

  const drawn = drawnColumns(columns, first, last, [keys.stop?.column, hand.held?.from]);
  const heldAt = hand.held ? columns.findIndex(({ key }) => key === hand.held?.column) : -1;
  const hours = Array.from({ length: (to - from) / 60 }, (_, at) => from + at * 60);
  return (
    <div
      ref={frame}
      role="application"
      aria-label={props.label}
      aria-describedby={helpId}
      className={`${classes.frame} ${hand.held ? classes.holding : ''}`}
      onPointerDown={hand.press}
      onPointerOver={(event) => event.pointerType === 'mouse' && point(event.target)}
      onPointerLeave={() => props.onPoint?.(null, null)}
      onClick={keys.click}
      onKeyDown={keys.key}
      onFocus={(event) => {
        keys.focus(event);
        point(event.target.matches(':focus-visible') ? event.target : null);
      }}
      onBlur={keys.blur}
    >
      <p id={helpId} className="visually-hidden">
        {help}
      </p>
      <GridHead columns={columns} width={column} drawn={drawn} />
      <div
        ref={body}
        className={classes.body}
        style={{
          width: gutter + columns.length * column,
          height: ((to - from) / 60) * hour,
          ['--hour' as string]: `${hour}px`,
        }}
      >
        <div className={classes.gutter} style={{ width: gutter }} aria-hidden>
          {hours.map((each) => (
            <span key={each} style={{ top: topOf(geometry, each) }}>
              {timeWords(each).replace(':00', '')}
            </span>
          ))}
        </div>
        {drawn.map((at) => {
          const each = columns[at];
          if (!each) return null;
          return (
            <DayColumn
              key={each.key}
              column={each}
              geometry={geometry}
              left={gutter + at * column}
              timeZone={timeZone}
              stop={keys.stop?.column === each.key ? keys.stop : null}
              held={hand.held?.from === each.key ? hand.held.id : null}
              slotWord={props.onBook ? (props.slotWord ?? 'Book') : ''}
            />
          );
        })}
        {hand.held && heldAt >= 0 && (
          <Ghost
            held={hand.held}
            place={placeOf(columns[heldAt])}
            style={{
              left: gutter + heldAt * column,
              width: column - 3,
              top: topOf(geometry, hand.held.start),
              minHeight: heightOf(geometry, hand.held.end - hand.held.start) - 2,
            }}
          />
        )}
      </div>
    </div>
  );

  function point(target: EventTarget | null): void {
    const box = !hand.held && target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null;
    props.onPoint?.(box?.dataset['event'] ?? null, box);
  }
}

/** Indexes of the columns in sight, and of those that must stay drawn because the keys or a drag are in them. */
function drawnColumns(
  columns: readonly GridColumn[],
  first: number,
  last: number,
  kept: readonly (string | undefined)[],
): number[] {
  return columns.flatMap(({ key }, at) => ((at >= first && at <= last) || kept.includes(key) ? [at] : []));
}

export function placeOf(column: GridColumn | undefined): string {
  return column ? [column.group, column.title].filter(Boolean).join(', ') : '';
}
