import { lazy, Suspense } from 'react';
import type { FacilityId } from '#contract/base/ids.ts';
import { addMinutes } from '#contract/scheduling/wall-time.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { sayWhy } from '#features/scheduling/booking/visit-writes.ts';
import type { BookingPlace } from '#features/scheduling/calendar/booking-place.ts';
import type { EditSchedule } from '#features/scheduling/calendar/use-edit-schedule.ts';
import type { QueuedDay } from '#features/scheduling/days/day-form.ts';
import { withSeen } from '#features/scheduling/days/day-writes.ts';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useMay } from '#shared/session.ts';
import { newForBooking } from '../new-for-booking.tsx';
import { layerOf, type Layer } from './layer.ts';

const SeriesDrawer = lazy(() =>
  import('#features/scheduling/series/series-drawer.tsx').then((file) => ({ default: file.SeriesDrawer })),
);
const BlockDrawer = lazy(() =>
  import('#features/scheduling/blocks/block-drawer.tsx').then((file) => ({ default: file.BlockDrawer })),
);
const CustomDayDrawer = lazy(() =>
  import('#features/scheduling/days/custom-day-drawer.tsx').then((file) => ({ default: file.CustomDayDrawer })),
);
const UnderScheduledDrawer = lazy(() =>
  import('#features/scheduling/waitlist/under-scheduled-drawer.tsx').then((file) => ({
    default: file.UnderScheduledDrawer,
  })),
);
const WaitlistDrawer = lazy(() =>
  import('#features/scheduling/waitlist/waitlist-drawer.tsx').then((file) => ({ default: file.WaitlistDrawer })),
);
const VisitDrawer = lazy(() =>
  import('#features/scheduling/booking/visit-drawer.tsx').then((file) => ({ default: file.VisitDrawer })),
);

type Props = {
  layer: Layer | null;
  onLayer: (layer: Layer | null) => void;
  /** The day that is shown. */
  day: string;
  facilityId: FacilityId | null;
  edit: EditSchedule;
  onOpenChart: (visit: Visit) => void;
};

/** The drawers over the calendar, one at a time. What is half-filled in one is kept as a draft. */
export function SchedulingLayers({ layer, onLayer, day, facilityId, edit, onOpenChart }: Props) {
  const close = () => onLayer(null);
  const visit = layerOf(layer, 'visit');
  const slot = layerOf(layer, 'slot');
  const series = layerOf(layer, 'series');
  const waitlist = layerOf(layer, 'waitlist');
  const block = layerOf(layer, 'block');
  const isVisit = visit !== null || slot !== null;
  const isUnderScheduled = layer?.kind === 'underScheduled';
  const hasVisit = useEver(isVisit);
  const hasSeries = useEver(series !== null);
  const hasUnderScheduled = useEver(isUnderScheduled);
  const hasBlock = useEver(block !== null);
  const hasDays = useEver(layer?.kind === 'days');
  const hasWaitlist = useEver(waitlist !== null);
  const mayBook = useMay('schedule visits');

  /** What was half-filled when the screen locked. */
  function openAgain(left: Layer): void {
    if (left.kind === 'days' && left.purpose === 'queue') edit.enter();
    onLayer(left);
  }

  return (
    <DraftScope draftKey={unsavedKey.calendar()} about={layer} onReopen={openAgain}>
      <Suspense>
        {hasVisit && (
          <VisitDrawer
            opened={isVisit}
            onClose={close}
            visit={visit?.VisitId}
            slot={slot?.slot}
            like={slot?.like}
            onCopy={(like) => onLayer({ kind: 'slot', slot: weekLater(like), like })}
            history={(VisitId) => <VisitHistory VisitId={VisitId} />}
            onOpenChart={onOpenChart}
            onSeries={({ PatientId, CaseId, FacilityId: at, ProviderId }) =>
              onLayer({ kind: 'series', start: { PatientId, CaseId, FacilityId: at, ProviderId } })
            }
            onFill={(place) => onLayer({ kind: 'waitlist', slot: place })}
            onBlock={(place) => onLayer({ kind: 'block', start: { slot: place } })}
            newFor={newForBooking}
          />
        )}
        {hasBlock && <BlockDrawer opened={block !== null} onClose={close} start={block?.start ?? null} />}
        {hasSeries && (
          <SeriesDrawer
            opened={series !== null}
            onClose={close}
            start={series?.start ?? (facilityId === null ? {} : { FacilityId: facilityId })}
          />
        )}
        {hasWaitlist && (
          <WaitlistDrawer opened={waitlist !== null} onClose={close} FacilityId={facilityId} slot={waitlist?.slot} />
        )}
        {hasUnderScheduled && (
          <UnderScheduledDrawer
            opened={isUnderScheduled}
            onClose={close}
            FacilityId={facilityId}
            {...(mayBook && { onBook: (start) => onLayer({ kind: 'series', start }) })}
          />
        )}
        {hasDays && <DaysLayer layer={layerOf(layer, 'days')} onClose={close} day={day} edit={edit} />}
      </Suspense>
    </DraftScope>
  );
}

type DaysProps = Pick<Props, 'day' | 'edit'> & { layer: Extract<Layer, { kind: 'days' }> | null; onClose: () => void };

function DaysLayer({ layer, onClose, day, edit }: DaysProps) {
  /** What could not be saved stays in its drawer. */
  async function hold(days: QueuedDay[], draft: Settles | undefined): Promise<boolean> {
    if (!layer) return false;
    const seen = await withSeen(days, layer.purpose === 'queue' ? edit.queue : []);
    if (layer.purpose === 'queue') edit.plan(seen);
    else if (!(await edit.write(seen, draft))) return false;
    onClose();
    return true;
  }
  return (
    <CustomDayDrawer
      opened={layer !== null}
      onClose={onClose}
      start={layer?.start ?? { ProviderId: null, day }}
      purpose={layer?.purpose ?? 'queue'}
      queue={edit.queue}
      onDone={(days, draft) =>
        hold(days, draft).catch((cause: unknown) => {
          sayWhy(cause);
          return false;
        })
      }
    />
  );
}

/** Most come again at the same time of the next week. */
function weekLater({ FacilityId: at, ProviderId, Start, End }: Visit): BookingPlace {
  const later = (time: string) => addMinutes(time, 7 * 24 * 60);
  return { FacilityId: at, ProviderId, Start: later(Start), End: later(End) };
}
