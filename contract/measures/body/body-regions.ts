import type { BodyView } from './body-mark.ts';
import { halfBody, type HalfPart, type HalfPoint } from './half-body.ts';

export type BodySide = 'L' | 'R';
export type Point = readonly [x: number, y: number];

/** One region of the body chart, in thousandths of the picture. The patient's right is on the left of the front view. */
export type BodyRegion = {
  Region: string;
  View: BodyView;
  Side: BodySide | null;
  /** `Right front of the knee`; the same words in the list as in the picture. */
  name: string;
  polygon: Point[];
  center: Point;
};

/** Of `BodyView`, whose schema pages for patients do without. */
const views: readonly BodyView[] = ['front', 'back'];

/** Every region in the order of the list: front then back, from the head down, right before left. */
export const bodyRegions: readonly BodyRegion[] = views.flatMap((View) =>
  halfBody.flatMap((part) => regionsOf(part, View)),
);

/** The names of regions, whatever the view and side. */
export const bodyRegionKeys: readonly string[] = halfBody.map(({ part }) => part);

/** A region by name, view and side; undefined if the view or side has none. */
export function bodyRegion(Region: string, View: BodyView, Side: BodySide | null): BodyRegion | undefined {
  return bodyRegions.find((each) => each.Region === Region && each.View === View && each.Side === Side);
}

/** The region of a view that a point is in; undefined beside the body. */
export function bodyRegionAt(View: BodyView, x: number, y: number): BodyRegion | undefined {
  return bodyRegions.find((each) => each.View === View && isInside(each.polygon, x, y));
}

function regionsOf(part: HalfPart, View: BodyView): BodyRegion[] {
  const words = part[View];
  if (words === null) return [];
  if (part.isMiddle) return [middleRegion(part, View, words)];
  return (['R', 'L'] as const).map((Side) => {
    // Seen from the front, the patient's right is on the left of the picture.
    const sign = (Side === 'R') === (View === 'front') ? -1 : 1;
    const polygon = part.points.map((point) => placed(point, sign));
    return {
      Region: part.part,
      View,
      Side,
      name: `${Side === 'R' ? 'Right' : 'Left'} ${words}`,
      polygon,
      center: centerOf(polygon),
    };
  });
}

function middleRegion({ part, points }: HalfPart, View: BodyView, words: string): BodyRegion {
  const mirrored = points.filter(([out]) => out > 0).toReversed();
  const polygon = [...points.map((point) => placed(point, 1)), ...mirrored.map((point) => placed(point, -1))];
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return { Region: part, View, Side: null, name, polygon, center: centerOf(polygon) };
}

function placed([out, down]: HalfPoint, sign: number): Point {
  return [500 + sign * out, down];
}

/** The center of the area (shoelace), in whole thousandths. */
function centerOf(polygon: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  polygon.forEach(([x1, y1], at) => {
    const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [x1, y1];
    const cross = x1 * y2 - x2 * y1;
    area += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  });
  return [Math.round(x / (3 * area)), Math.round(y / (3 * area))];
}

/** Whether a ray from the point crosses the edges an odd number of times. */
function isInside(polygon: readonly Point[], x: number, y: number): boolean {
  return polygon.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [x1, y1];
    const isCrossed = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    return isCrossed ? !inside : inside;
  }, false);
}
