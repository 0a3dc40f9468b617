import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { heightOf, topOf, type Geometry } from './geometry.ts';
import type { Held } from './grid-types.ts';
import { spanWords } from './words.ts';
import classes from './grid.module.css';

const glyphs = { refused: IconExclamationCircle, asks: IconAlertTriangle, told: IconInfoCircle };

/** Where the event in the hand would come to stand, with the time in words and what speaks against it. */
export function Ghost({
  held,
  geometry,
  left,
  place,
}: {
  held: Held;
  geometry: Geometry;
  left: number;
  place: string;
}) {
  const Glyph = held.issue && glyphs[held.issue.tone];
  return (
    <div
      className={`${classes.ghost} ${held.issue ? classes[held.issue.tone] : ''}`}
      style={{
        left,
        width: geometry.column - 3,
        top: topOf(geometry, held.start),
        minHeight: heightOf(geometry, held.end - held.start) - 2,
      }}
      data-ghost
      aria-hidden
    >
      <b>{spanWords(held)}</b>
      <span>{held.event.title}</span>
      <span className={classes.ghostPlace}>{place}</span>
      {held.issue && Glyph && (
        <span className={classes.issue}>
          <Glyph size={14} stroke={1.75} />
          <span>{held.issue.sentence}</span>
        </span>
      )}
    </div>
  );
}
