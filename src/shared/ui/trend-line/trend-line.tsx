import { showDate } from '#contract/base/dates.ts';
import type { TrendPoint } from '#contract/measures/trend.ts';
import classes from './trend-line.module.css';

const width = 64;
const height = 20;

/** The values of a measure over its notes as a line, told in words to who does not see it; nothing below two values. */
export function TrendLine({
  name,
  points,
}: {
  name: string;
  points: readonly Pick<TrendPoint, 'date' | 'y' | 'label'>[];
}) {
  const drawn = points.flatMap(({ y }) => (y === null ? [] : [y]));
  if (drawn.length < 2) return null;
  const [low, high] = [Math.min(...drawn), Math.max(...drawn)];
  const at = (y: number, n: number) => {
    const x = 2 + (n / (drawn.length - 1)) * (width - 4);
    const down = high === low ? 0.5 : (high - y) / (high - low);
    return `${x.toFixed(1)},${(2 + down * (height - 4)).toFixed(1)}`;
  };
  const words = points.map(({ date, label }) => `${showDate(date)} ${label}`).join(', ');
  const [endX, endY] = at(drawn.at(-1) ?? 0, drawn.length - 1).split(',');
  return (
    <svg className={classes.trend} width={width} height={height} role="img" aria-label={`${name} over time: ${words}`}>
      <title>{words}</title>
      <polyline points={drawn.map(at).join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <circle cx={endX} cy={endY} r={2} fill="currentColor" />
    </svg>
  );
}
