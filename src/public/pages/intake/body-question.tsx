import { useId, type MouseEvent } from 'react';
import type { IntakeMark } from '#contract/intake/form.ts';
import { bodyRegionAt, bodyRegions, type BodyRegion } from '#contract/measures/body/body-regions.ts';
import { bodyParts, intakeWords } from '#contract/words/intake-page.ts';
import { fill } from '#contract/words/language.ts';
import { useLanguage, useWords } from '../../kit/language.tsx';

type Props = { marks: readonly IntakeMark[]; onMarks(marks: readonly IntakeMark[]): void };
const views = ['front', 'back'] as const;
/** The body is narrow: of the picture only the middle is shown. */
const frame = '280 0 440 1000';

/** Where it hurts: by a tap on the body, or from a list; both put the same marks. */
export function BodyQuestion({ marks, onMarks }: Props) {
  const words = useWords(intakeWords);
  const nameOf = useRegionName();
  const id = useId();
  const add = ({ Region, View, Side }: BodyRegion, [x, y]: readonly [number, number]) =>
    onMarks([...marks, { Region, View, Side, Quality: null, Intensity: null, x, y }]);

  function tapped(event: MouseEvent<SVGSVGElement>, view: (typeof views)[number]): void {
    const box = event.currentTarget.getBoundingClientRect();
    const x = Math.round(280 + ((event.clientX - box.left) / box.width) * 440);
    const y = Math.round(((event.clientY - box.top) / box.height) * 1000);
    const region = bodyRegionAt(view, x, y);
    if (region) add(region, [x, y]);
  }
  return (
    <>
      <div className="bodies">
        {views.map((view) => (
          <figure key={view}>
            {/* The list below does the same for those who do not point. */}
            <svg viewBox={frame} aria-hidden="true" onClick={(event) => tapped(event, view)}>
              {bodyRegions
                .filter(({ View }) => View === view)
                .map(({ Region, Side, polygon }) => (
                  <polygon key={`${Region}${Side}`} points={polygon.map((point) => point.join(',')).join(' ')} />
                ))}
              {marks
                .filter(({ View }) => View === view)
                .map(({ x, y }, at) => (
                  <circle key={`${x},${y},${at}`} cx={x} cy={y} r={18} />
                ))}
            </svg>
            <figcaption>{view === 'front' ? words.front : words.backView}</figcaption>
          </figure>
        ))}
      </div>
      <label htmlFor={id}>{words.addPart}</label>
      <select
        id={id}
        className="wide"
        value=""
        onChange={(event) => {
          const region = bodyRegions[Number(event.currentTarget.value)];
          if (region) add(region, region.center);
        }}
      >
        <option value="">{words.choose}</option>
        {bodyRegions.map((region, at) => (
          <option key={`${region.View}${region.Region}${region.Side}`} value={at}>
            {nameOf(region)}
          </option>
        ))}
      </select>
      {marks.length === 0 ? (
        <p className="hint">{words.noMarks}</p>
      ) : (
        <ul className="marks">
          {marks.map((mark, at) => (
            <li key={`${mark.Region}${mark.x},${mark.y},${at}`}>
              <span>{nameOf(mark)}</span>
              <button
                type="button"
                className="as-link"
                aria-label={fill(words.remove, { name: nameOf(mark) })}
                onClick={() => onMarks(marks.filter((one) => one !== mark))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** `Knee, right (front)` */
function useRegionName() {
  const words = useWords(intakeWords);
  const { language } = useLanguage();
  return ({ Region, View, Side }: Pick<BodyRegion, 'Region' | 'View' | 'Side'>): string => {
    const part = bodyParts[Region]?.[language === 'en' ? 0 : 1] ?? Region;
    const side = Side === null ? '' : `, ${Side === 'R' ? words.right : words.left}`;
    return `${part}${side} (${(View === 'front' ? words.front : words.backView).toLowerCase()})`;
  };
}
