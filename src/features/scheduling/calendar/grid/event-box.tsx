import { memo } from 'react';
import type { GridEvent } from './grid-types.ts';
import { eventWords, timeWords } from './words.ts';
import classes from './grid.module.css';

type Props = {
  event: GridEvent;
  top: number;
  height: number;
  lane: number;
  lanes: number;
  /** Of the column's width that all lanes have together. */
  share: number;
  /** The one box that Tab stops at. */
  isStop: boolean;
  isHeld: boolean;
};

/** Heights, in px, from which a box has room for its second, third and fourth line. Who it is comes before when, which its place says. */
const roomFor = { two: 38, three: 56, four: 76 };

/** One visit or block. Plain elements, because a day has a thousand: the grid hears clicks and keys for all. */
export const EventBox = memo(function EventBox({ event, top, height, lane, lanes, share, isStop, isHeld }: Props) {
  const Glyph = event.icon;
  const isRow = height < roomFor.two;
  // Keys stop at every block, but only who may change one opens it.
  const isDumb = event.look === 'block' && event.isFixed;
  const Box = isDumb ? 'div' : 'button';
  const width = (share / lanes) * 100;
  return (
    <Box
      {...(isDumb
        ? { role: 'img', 'aria-label': eventWords(event) }
        : { type: 'button' as const, 'aria-roledescription': event.look === 'block' ? 'block' : 'visit' })}
      data-event={event.id}
      tabIndex={isStop ? 0 : -1}
      className={`${classes.event} ${classes[event.look]} ${isHeld ? classes.lifted : ''} ${isRow ? classes.row : ''}`}
      style={{ top, height: height - 2, left: `${lane * width}%`, width: `calc(${width}% - 3px)` }}
    >
      {!isDumb && <span className={classes.said}>{eventWords(event)}</span>}
      <span className={classes.head} aria-hidden>
        <Glyph size={14} stroke={1.75} className={classes.glyph} aria-hidden />
        <b className={classes.title}>{event.title}</b>
        {isRow && event.apartShort && <span className={classes.line}>{event.apartShort}</span>}
        {isRow && event.mark && <span className={classes.mark}>{event.mark}</span>}
      </span>
      {!isRow && event.apartShort && (
        <span className={classes.line} aria-hidden>
          {event.apartShort}
        </span>
      )}
      {height >= (event.apartShort ? roomFor.four : roomFor.two) && (
        <span className={classes.line} aria-hidden>
          {timeWords(event.start)} · {event.detail}
        </span>
      )}
      {height >= roomFor.three && event.word && (
        <span className={classes.line} aria-hidden>
          {event.word}
          {event.mark && <span className={classes.mark}>{event.mark}</span>}
        </span>
      )}
      {!event.isFixed && <span className={classes.grip} data-grip />}
    </Box>
  );
}, isSame);

function isSame(a: Props, b: Props): boolean {
  const isHighSame = a.top === b.top && a.height === b.height;
  const isWideSame = a.lane === b.lane && a.lanes === b.lanes && a.share === b.share;
  return isHighSame && isWideSame && a.isStop === b.isStop && a.isHeld === b.isHeld && isSameEvent(a.event, b.event);
}

/** Events are made anew from rows at each read; most say the same as before. */
export function isSameEvent(a: GridEvent, b: GridEvent): boolean {
  if (a === b) return true;
  return (Object.keys(a) as (keyof GridEvent)[]).every((key) => a[key] === b[key]);
}
