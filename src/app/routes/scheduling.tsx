import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useBlocker, useNavigate, useSearchParams } from 'react-router';
import { FacilityId, type VisitId } from '#contract/base/ids.ts';
import { addMinutes } from '#contract/scheduling/wall-time.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { BlockStart } from '#features/scheduling/blocks/block-drawer.tsx';
import type { DayStart, QueuedDay } from '#features/scheduling/days/day-form.ts';
import { withSeen } from '#features/scheduling/days/day-writes.ts';
import { sayWhy } from '#features/scheduling/booking/visit-writes.ts';
import type { SeriesStart } from '#features/scheduling/series/series-choices.ts';
import { SchedulingScreen, type BookingPlace } from '#features/scheduling/calendar/scheduling-screen.tsx';
import { shownFrom, type Shown } from '#features/scheduling/calendar/views.ts';
import { useEditSchedule } from '#features/scheduling/calendar/use-edit-schedule.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useMay } from '#shared/session.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

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

/** What is open over the calendar. */
type Layer =
  | { kind: 'visit'; VisitId: VisitId }
  | { kind: 'slot'; slot: BookingPlace; like?: Visit }
  | { kind: 'series'; start?: SeriesStart }
  | { kind: 'underScheduled' }
  | { kind: 'waitlist'; slot?: BookingPlace }
  | { kind: 'block'; start: BlockStart }
  | { kind: 'days'; start: DayStart; purpose: 'queue' | 'off' };

/** The calendar (spec 2). View, day and facility stand in the address, nothing of a patient does. */
export function SchedulingRoute() {
  const navigate = useNavigate();
  const today = useClinicToday();
  const [params, setParams] = useSearchParams();
  const shown = useMemo(() => shownFrom(params, today), [params, today]);
  const facilityId = useFacilityOf(params);
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  const isVisit = layer?.kind === 'visit' || layer?.kind === 'slot';
  const hasVisit = useEver(isVisit);
  const hasSeries = useEver(layer?.kind === 'series');
  const hasUnderScheduled = useEver(layer?.kind === 'underScheduled');
  const hasBlock = useEver(layer?.kind === 'block');
  const hasDays = useEver(layer?.kind === 'days');
  const hasWaitlist = useEver(layer?.kind === 'waitlist');
  const mayBook = useMay('schedule visits');
  const mayManage = useMay('manage schedules');
  const mayEdit = mayBook || mayManage;
  const edit = useEditSchedule();
  // The day and the view may change meanwhile: what is held stays.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => edit.isDirty && nextLocation.pathname !== currentLocation.pathname,
  );
  const startEditing = () => edit.enter();
  const goAway = () => setLayer({ kind: 'days', start: { ProviderId: null, day: shown.date }, purpose: 'off' });
  useShortcut('e', 'Edit schedules', () => (edit.isOn ? edit.exit() : startEditing()), mayEdit);

  function show(next: Shown): void {
    const facility = facilityId === null ? {} : { facility: facilityId };
    setParams({ view: next.view, date: next.date, ...facility }, { replace: next.view === shown.view });
  }
  function openChart({ PatientId, VisitId }: Visit): void {
    void navigate(`/patients/${PatientId}?visit=${VisitId}`);
  }
  /** What was half-filled when the screen locked. */
  function openAgain(left: Layer): void {
    if (left.kind === 'days' && left.purpose === 'queue') edit.enter();
    setLayer(left);
  }
  /** What could not be saved stays in its drawer. */
  async function hold(days: QueuedDay[], draft: string | undefined): Promise<boolean> {
    if (layer?.kind !== 'days') return false;
    const seen = await withSeen(days, layer.purpose === 'queue' ? edit.queue : []);
    if (layer.purpose === 'queue') edit.plan(seen);
    else if (!(await edit.write(seen, draft))) return false;
    close();
    return true;
  }
  const editEntries: MenuEntry[] = [
    {
      kind: 'item',
      key: 'edit',
      label: 'Edit schedules',
      checked: edit.isOn,
      onChoose: edit.isOn ? edit.exit : startEditing,
    },
    { kind: 'item', key: 'away', label: 'Somebody is away', onChoose: goAway },
  ];
  const more: MenuEntry[] = [
    { kind: 'item', key: 'waitlist', label: 'Waitlist', onChoose: () => setLayer({ kind: 'waitlist' }) },
    {
      kind: 'item',
      key: 'underScheduled',
      label: 'Under-scheduled',
      onChoose: () => setLayer({ kind: 'underScheduled' }),
    },
    ...(mayEdit ? editEntries : []),
    ...printEntries(
      (path) =>
        void navigate(
          `${path}?${new URLSearchParams({ date: shown.date, ...(facilityId && { facility: facilityId }) })}`,
        ),
    ),
  ];
  return (
    <>
      <SchedulingScreen
        shown={shown}
        onShown={show}
        onOpen={(visit, isHere) => (isHere ? setLayer({ kind: 'visit', VisitId: visit.VisitId }) : openChart(visit))}
        onBook={(slot) => setLayer({ kind: 'slot', slot })}
        onBlock={(block) => setLayer({ kind: 'block', start: { block } })}
        onSeries={() => setLayer({ kind: 'series' })}
        more={more}
        edit={edit}
        onPlan={(start) => setLayer({ kind: 'days', start, purpose: 'queue' })}
      />
      <DraftScope draftKey={unsavedKey.calendar()} about={layer} onReopen={openAgain}>
        <Suspense>
          {hasVisit && (
            <VisitDrawer
              opened={isVisit}
              onClose={close}
              visit={layer?.kind === 'visit' ? layer.VisitId : undefined}
              slot={layer?.kind === 'slot' ? layer.slot : undefined}
              like={layer?.kind === 'slot' ? layer.like : undefined}
              onCopy={(like) => setLayer({ kind: 'slot', slot: weekLater(like), like })}
              history={(VisitId) => <VisitHistory VisitId={VisitId} />}
              onOpenChart={openChart}
              onSeries={({ PatientId, CaseId, FacilityId: at, ProviderId }) =>
                setLayer({ kind: 'series', start: { PatientId, CaseId, FacilityId: at, ProviderId } })
              }
              onFill={(slot) => setLayer({ kind: 'waitlist', slot })}
              onBlock={(slot) => setLayer({ kind: 'block', start: { slot } })}
            />
          )}
          {hasBlock && (
            <BlockDrawer
              opened={layer?.kind === 'block'}
              onClose={close}
              start={layer?.kind === 'block' ? layer.start : null}
            />
          )}
          {hasSeries && (
            <SeriesDrawer
              opened={layer?.kind === 'series'}
              onClose={close}
              start={
                (layer?.kind === 'series' && layer.start) || (facilityId === null ? {} : { FacilityId: facilityId })
              }
            />
          )}
          {hasWaitlist && (
            <WaitlistDrawer
              opened={layer?.kind === 'waitlist'}
              onClose={close}
              FacilityId={facilityId}
              slot={layer?.kind === 'waitlist' ? layer.slot : undefined}
            />
          )}
          {hasUnderScheduled && (
            <UnderScheduledDrawer
              opened={layer?.kind === 'underScheduled'}
              onClose={close}
              FacilityId={facilityId}
              {...(mayBook && { onBook: (start: SeriesStart) => setLayer({ kind: 'series', start }) })}
            />
          )}
          {hasDays && (
            <CustomDayDrawer
              opened={layer?.kind === 'days'}
              onClose={close}
              start={layer?.kind === 'days' ? layer.start : { ProviderId: null, day: shown.date }}
              purpose={layer?.kind === 'days' ? layer.purpose : 'queue'}
              queue={edit.queue}
              onDone={(days, draft) =>
                hold(days, draft).catch((cause: unknown) => {
                  sayWhy(cause);
                  return false;
                })
              }
            />
          )}
        </Suspense>
      </DraftScope>
      <ConfirmDialog
        opened={edit.isAsking || blocker.state === 'blocked'}
        title="Leave without saving?"
        confirmLabel="Discard and leave"
        cancelLabel="Keep editing"
        danger
        onCancel={() => {
          edit.stay();
          blocker.reset?.();
        }}
        onConfirm={() => {
          edit.leave();
          blocker.proceed?.();
        }}
      >
        {edit.queue.length === 1 ? 'One changed day is' : `${edit.queue.length} changed days are`} not saved. Discarded,
        they cannot be brought back.
      </ConfirmDialog>
    </>
  );
}

/** The lists of a day on paper. */
function printEntries(go: (path: string) => void): MenuEntry[] {
  const prints = [
    ['/printProviderDaySchedule', 'Print the day by provider'],
    ['/printSignInDaySchedule', 'Print the sign-in sheet'],
    ['/rundown', 'Print the rundown'],
  ] as const;
  return [
    { kind: 'divider', key: 'prints' },
    ...prints.map(([path, label]): MenuEntry => ({ kind: 'item', key: path, label, onChoose: () => go(path) })),
  ];
}

/** Most come again at the same time of the next week. */
function weekLater({ FacilityId: at, ProviderId, Start, End }: Visit): BookingPlace {
  const later = (time: string) => addMinutes(time, 7 * 24 * 60);
  return { FacilityId: at, ProviderId, Start: later(Start), End: later(End) };
}

/** The facility of the address becomes the one of the top bar, which is kept with the user; later the bar decides. */
function useFacilityOf(params: URLSearchParams): FacilityId | null {
  const [preferences, save] = usePreferences();
  const take = useEffectEvent(() => {
    const asked = FacilityId.safeParse(params.get('facility')).data;
    if (asked) void save({ facilityId: asked });
  });
  useEffect(() => take(), []);
  return preferences.facilityId ?? null;
}
