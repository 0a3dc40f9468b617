import type { MouseEvent } from 'react';
import { BodyView, viewNames } from '#contract/measures/body/body-mark.ts';
import { bodyRegions } from '#contract/measures/body/body-regions.ts';
import { markWords } from '#contract/measures/body/mark-place.ts';
import { bodyFrame as frame, type NamedMark } from '#contract/measures/body/marks.ts';
import classes from './body.module.css';

type Props = {
  marks: readonly NamedMark[];
  /** Where on a view the pointer was pressed, in thousandths of its picture; without it the picture is read alone. */
  onPoint?: (view: BodyView, x: number, y: number) => void;
};

/** A body from the front and from behind with its marks, numbered as in the list, which says the same in words. */
export function BodyPicture({ marks, onPoint }: Props) {
  return (
    <div className={classes.views}>
      {BodyView.options.map((view) => (
        <figure key={view} className={classes.view}>
          <div className={classes.picture}>
            <Drawing view={view} marks={marks} />
            {onPoint && (
              // The list beside it does the same by keyboard.
              <button
                type="button"
                tabIndex={-1}
                className={classes.point}
                aria-label={`${viewNames[view]} of the body: press where it hurts, or choose a region from the list`}
                onClick={(event) => {
                  const at = pointOf(event);
                  if (at) onPoint(view, at.x, at.y);
                }}
              />
            )}
          </div>
          <figcaption className={classes.caption}>{viewNames[view]}</figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Null where it was pressed by keyboard, which points nowhere. */
function pointOf({ detail, clientX, clientY, currentTarget }: MouseEvent): { x: number; y: number } | null {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  if (detail === 0 || width === 0 || height === 0) return null;
  return {
    x: frame.left + ((clientX - left) / width) * frame.width,
    y: ((clientY - top) / height) * frame.height,
  };
}

function Drawing({ view, marks }: { view: BodyView; marks: readonly NamedMark[] }) {
  const shown = marks.map((one, at) => ({ ...one, number: at + 1 })).filter(({ mark }) => mark.View === view);
  const words = shown.map(({ mark }) => markWords(mark)).join('; ');
  return (
    <svg
      className={classes.drawing}
      viewBox={`${frame.left} 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={`${viewNames[view]}: ${words === '' ? 'no marks' : words}`}
    >
      {bodyRegions
        .filter(({ View }) => View === view)
        .map(({ Region, Side, name, polygon }) => (
          <polygon key={`${Region}${Side ?? ''}`} points={polygon.map((point) => point.join(',')).join(' ')}>
            <title>{name}</title>
          </polygon>
        ))}
      {shown.map(({ id, mark, number }) => (
        <g key={id} className={classes.mark}>
          <circle cx={mark.x} cy={mark.y} r={17} />
          <text x={mark.x} y={mark.y + 8}>
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}
