import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { CSSProperties } from 'react';
import type { Held } from './grid-types.ts';
import { spanWords } from './words.ts';
import classes from './grid.module.css';

const glyphs = { refused: IconExclamationCircle, asks: IconAlertTriangle, told: IconInfoCircle };

/** Where the event in the hand would come to stand, with the time in words and what speaks against it. */
export function Ghost({ held, place, style }: { held: Held; place: string; style: CSSProperties }) {
  const Glyph = held.issue && glyphs[held.issue.tone];
  return (
    <div
      className={`${classes.ghost} ${held.issue ? classes[held.issue.tone] : ''}`}
      style={style}
      data-ghost
      aria-hidden
    >
      <b>{spanWords(held)}</b>
      <span>{[held.event.title, held.event.apartShort].filter(Boolean).join(', ')}</span>
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
