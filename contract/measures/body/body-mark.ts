import { z } from 'zod';
import { NoteId } from '../../base/ids.ts';
import { MeasureSide } from '../eval-measurement.ts';
import { painQualities } from '../catalog/pain.ts';
import { MarkId } from '../ids.ts';
import { bodyRegion, bodyRegionAt, bodyRegionKeys, BodyView, type BodyRegion } from './body-regions.ts';

/** One mark of a note's body chart; x and y are thousandths of the picture of its view. */
export const BodyMark = z.object({
  MarkId,
  NoteId,
  Region: z.string().refine((text) => bodyRegionKeys.includes(text), { error: 'is not a body region' }),
  View: BodyView,
  Side: MeasureSide.nullable(),
  Quality: z.enum(painQualities).nullable(),
  Intensity: z.int().min(0).max(10).nullable(),
  x: z.int().min(0).max(1000),
  y: z.int().min(0).max(1000),
});
export type BodyMark = z.output<typeof BodyMark>;

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

/** A mark as a line of the list: `Right front of the knee: aching, 4/10`. */
export function markWords({ Quality, Intensity, ...mark }: Placed & Pick<BodyMark, 'Quality' | 'Intensity'>): string {
  const name = bodyRegion(mark.Region, mark.View, mark.Side)?.name ?? mark.Region;
  const more = [Quality, Intensity === null ? null : `${Intensity}/10`].filter((each) => each !== null);
  return more.length > 0 ? `${name}: ${more.join(', ')}` : name;
}
