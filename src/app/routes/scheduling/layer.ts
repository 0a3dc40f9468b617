import type { VisitId } from '#contract/base/ids.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { BlockStart } from '#features/scheduling/blocks/block-drawer.tsx';
import type { BookingPlace } from '#features/scheduling/calendar/booking-place.ts';
import type { DayStart } from '#features/scheduling/days/day-form.ts';
import type { SeriesStart } from '#features/scheduling/series/series-choices.ts';

/** What is open over the calendar. */
export type Layer =
  | { kind: 'visit'; VisitId: VisitId }
  | { kind: 'slot'; slot: BookingPlace; like?: Visit }
  | { kind: 'series'; start?: SeriesStart }
  | { kind: 'underScheduled' }
  | { kind: 'waitlist'; slot?: BookingPlace }
  | { kind: 'block'; start: BlockStart }
  | { kind: 'days'; start: DayStart; purpose: 'queue' | 'off' };

/** The layer, where it is of this kind. */
export function layerOf<Kind extends Layer['kind']>(
  layer: Layer | null,
  kind: Kind,
): Extract<Layer, { kind: Kind }> | null {
  return layer?.kind === kind ? (layer as Extract<Layer, { kind: Kind }>) : null;
}
