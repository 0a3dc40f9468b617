import { dot, line, ring, at, round, type Ink } from './ink.ts';
import type { Face, Point } from './pose.ts';

const mouthSizes: Record<Face['mouth'], readonly [wide: number, high: number]> = {
  closed: [9, 0],
  open: [8, 8],
  wide: [9, 13],
  pucker: [3.5, 3.5],
  smile: [14, -5],
  blow: [4, 2.5],
};

/** A face from the front; the mouth opens downward. */
export function drawFace(ink: Ink, { mouth, tongue, cheeks }: Face): void {
  const [wide, high] = mouthSizes[mouth];
  const jaw = mouth === 'wide' ? 8 : mouth === 'open' ? 4 : 0;
  head(ink, jaw, cheeks);
  for (const x of [-11, 11]) {
    dot(ink, [x, 68], 2.2);
    line(
      ink,
      [
        [x - 5, 75],
        [x + 5, 75],
      ],
      { width: 2, opacity: 0.6 },
    );
  }
  line(
    ink,
    [
      [0, 66],
      [-3, 54],
      [2, 54],
    ],
    { width: 2 },
  );
  const middle: Point = [0, 42 - Math.max(high, 0) / 2];
  if (high <= 0) curve(ink, [-wide, 42 - high], [0, 42 + high], [wide, 42 - high]);
  else ellipse(ink, middle, wide, high);
  if (tongue) drawTongue(ink, tongue, middle, high);
  if (mouth === 'blow')
    for (const x of [-6, 0, 6])
      line(
        ink,
        [
          [x, 33],
          [x * 2, 20],
        ],
        { width: 1.6, opacity: 0.6 },
      );
}

function head(ink: Ink, jaw: number, cheeks: Face['cheeks']): void {
  ink.cover([-34, 100], 0);
  ink.cover([34, 22 - jaw], 0);
  const [left, right] = [cheeks ? 10 : 0, cheeks === 'full' ? 10 : 0];
  const outline =
    `M${at([-28, 70])}C${at([-28, 108])} ${at([28, 108])} ${at([28, 70])}` +
    `C${at([28 + right, 45])} ${at([24 + right, 32 - jaw])} ${at([0, 24 - jaw])}` +
    `C${at([-24 - left, 32 - jaw])} ${at([-28 - left, 45])} ${at([-28, 70])}Z`;
  ink.add(
    `<path d="${outline}" stroke-width="2.4"/><path d="${outline}" fill="currentColor" stroke="none" opacity=".12"/>`,
  );
}

function curve(ink: Ink, from: Point, middle: Point, to: Point): void {
  ink.add(`<path d="M${at(from)}Q${at(middle)} ${at(to)}" stroke-width="2.8"/>`);
}

function ellipse(ink: Ink, [x, y]: Point, rx: number, ry: number): void {
  ink.add(`<ellipse cx="${round(x)}" cy="${round(-y)}" rx="${rx}" ry="${ry}" stroke-width="2.8"/>`);
}

/** Where the tip of the tongue goes from the middle of the mouth. */
const tongueTips: Record<NonNullable<Face['tongue']>, Point> = {
  out: [0, -14],
  down: [0, -19],
  up: [0, 12],
  left: [-16, -3],
  right: [16, -3],
  roof: [0, 4],
};

function drawTongue(ink: Ink, tongue: NonNullable<Face['tongue']>, [x, y]: Point, high: number): void {
  const [dx, dy] = tongueTips[tongue];
  line(
    ink,
    [
      [x, y - high / 3],
      [x + dx, y + dy],
    ],
    { width: 8, opacity: 0.7 },
  );
  if (tongue === 'roof') ring(ink, [x + dx, y + dy], 1, 1);
}
