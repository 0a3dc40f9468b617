import { memo, useMemo } from 'react';
import { EventBox, isSameEvent } from './event-box.tsx';
import { heightOf, outside, topOf, type Geometry } from './geometry.ts';
import type { GridBlock, GridColumn, Span } from './grid-types.ts';
import { inLanes } from './lanes.ts';
import { NowLine } from './now-line.tsx';
import type { Stop } from './stops.ts';
import { timeWords } from './words.ts';
import classes from './grid.module.css';

type Props = {
  column: GridColumn;
  geometry: Geometry;
  left: number;
  timeZone: string;
  /** Where the keys stand, if in this column. */
  stop: Stop | null;
  held: string | null;
  /** What choosing a time does, such as `Book`; empty where nothing. */
  slotWord: string;
};

/** One provider's day: hours without work shaded, blocks, visits in lanes, the free time under the keys. */
export const DayColumn = memo(function DayColumn({ column, geometry, left, timeZone, stop, held, slotWord }: Props) {
  const laned = useMemo(() => inLanes(column.events), [column.events]);
  const span = ({ start, end }: Span) => ({ top: topOf(geometry, start), height: heightOf(geometry, end - start) });
  return (
    <div
      role="group"
      aria-label={[column.group, column.title, column.note].filter(Boolean).join(', ')}
      data-column={column.key}
      className={classes.column}
      style={{ left, width: geometry.column }}
    >
      {outside(geometry, column.open).map((closed) => (
        <div key={closed.start} className={classes.closed} data-closed style={span(closed)} />
      ))}
      {column.blocks.map((block) => (
        <Block key={`${block.kind}${block.start}`} block={block} geometry={geometry} />
      ))}
      {column.isToday && <NowLine timeZone={timeZone} geometry={geometry} />}
      {laned.map(({ event, lane, lanes, share }) => (
        <EventBox
          key={event.id}
          event={event}
          top={topOf(geometry, event.start)}
          height={Math.max(heightOf(geometry, 15), heightOf(geometry, event.end - event.start))}
          lane={lane}
          lanes={lanes}
          share={share}
          isStop={stop?.event === event.id}
          isHeld={held === event.id}
        />
      ))}
      {stop && stop.event === null && (
        <button
          type="button"
          data-slot={stop.start}
          className={classes.slot}
          style={{ top: topOf(geometry, stop.start), height: heightOf(geometry, 30) }}
          aria-label={slotWords(stop.start, column, slotWord)}
        >
          {[slotWord, timeWords(stop.start)].filter(Boolean).join(' ')}
        </button>
      )}
    </div>
  );
}, isSame);

function Block({ block, geometry }: { block: GridBlock; geometry: Geometry }) {
  const start = Math.max(block.start, geometry.from);
  const end = Math.min(block.end, geometry.to);
  if (end <= start) return null;
  return (
    <div
      className={`${classes.blocked} ${block.kind === 'holiday' ? classes.holiday : ''}`}
      style={{ top: topOf(geometry, start), height: heightOf(geometry, end - start) }}
    >
      <span className={classes.blockWord}>{block.label}</span>
    </div>
  );
}

function slotWords(start: number, column: GridColumn, slotWord: string): string {
  const isOpen = column.open.some((span) => span.start <= start && span.end > start);
  const blocked = column.blocks.find((block) => block.start <= start && block.end > start);
  const what = blocked ? blocked.label : isOpen ? 'free' : 'outside working hours';
  return `${slotWord && `${slotWord} `}${timeWords(start)}, ${column.title}, ${what}`;
}

function isSame(a: Props, b: Props): boolean {
  return (
    a.geometry === b.geometry &&
    a.left === b.left &&
    a.timeZone === b.timeZone &&
    a.stop?.event === b.stop?.event &&
    a.stop?.start === b.stop?.start &&
    a.held === b.held &&
    a.slotWord === b.slotWord &&
    isSameColumn(a.column, b.column)
  );
}

function isSameColumn(a: GridColumn, b: GridColumn): boolean {
  if (a === b) return true;
  return (
    a.key === b.key &&
    a.title === b.title &&
    a.group === b.group &&
    a.note === b.note &&
    a.isToday === b.isToday &&
    isSameSpans(a.open, b.open) &&
    isSameSpans(a.blocks, b.blocks) &&
    a.events.length === b.events.length &&
    a.events.every((event, at) => isSameEvent(event, b.events[at] ?? event))
  );
}

function isSameSpans(a: readonly (Span & { label?: string })[], b: readonly (Span & { label?: string })[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, at) => one.start === b[at]?.start && one.end === b[at]?.end && one.label === b[at]?.label)
  );
}
