import { bodyRegion, bodyRegionAt, type BodyRegion } from './body-regions.ts';
import { moreOfMark, type BodyMark, type BodyView } from './body-mark.ts';

type Placed = Pick<BodyMark, 'Region' | 'View' | 'Side' | 'x' | 'y'>;

/** Where a mark goes that was chosen from the list: the center of its region. */
export function markPlace({ Region, View, Side, center: [x, y] }: BodyRegion): Placed {
  return { Region, View, Side, x, y };
}

/** Where a mark goes that was drawn; null beside the body. It keeps the very point, and the view it was drawn on. */
export function markPlaceAt(View: BodyView, x: number, y: number): Placed | null {
  const [across, down] = [Math.round(x), Math.round(y)];
  const region = bodyRegionAt(View, across, down);
  return region ? { ...markPlace(region), x: across, y: down } : null;
}

/** Why a mark is nowhere on the body, or null: the side must be one of its region, the point inside of it. */
export function markProblem(mark: Placed): string | null {
  const region = bodyRegion(mark.Region, mark.View, mark.Side);
  if (!region) return 'Choose a region of this view, with its side.';
  const at = bodyRegionAt(mark.View, mark.x, mark.y);
  const [x, y] = region.center;
  return at === region || (mark.x === x && mark.y === y) ? null : `Place the mark inside of: ${region.name}.`;
}

/** The region of a mark as it is called in the list: `Right front of the knee`. */
export function markName({ Region, View, Side }: Pick<BodyMark, 'Region' | 'View' | 'Side'>): string {
  return bodyRegion(Region, View, Side)?.name ?? Region;
}

/** A mark as a line of the list: `Right front of the knee: aching, 4/10`. */
export function markWords(mark: Placed & Pick<BodyMark, 'Quality' | 'Intensity' | 'From'>): string {
  const more = moreOfMark(mark);
  return more === '' ? markName(mark) : `${markName(mark)}: ${more}`;
}
