import { Button, NativeSelect } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useNavigate } from 'react-router';
import { downtimePack, type DowntimePack } from '#local/reads/downtime-pack.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readAll } from '#local/reads/reads.ts';
import { readSyncedAt } from '#local/store/synced-at.ts';
import { DowntimePackSheets } from '#features/outage/downtime-pack.tsx';
import { PatientFinder } from '#features/outage/patient-finder.tsx';
import { TodayVisits } from '#features/outage/today-visits.tsx';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useFocusBack } from '#shared/hooks/use-focus-back.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { usePreferences } from '#shared/preferences.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import { ProblemLine } from '#sync/problem-line.tsx';
import { SyncPill } from '#sync/sync-pill.tsx';
import { Watchdogs } from '#session/watchdogs/watchdogs.tsx';
import { OutageLine } from './outage-line.tsx';
import classes from './outage-page.module.css';
import { endOutage } from '#session/outage/change-outage.ts';
import { useOutage } from '#session/outage/outage-state.ts';
import { dropSentList } from '#session/outage/sent-list.ts';
import { SentPanel } from './sent-panel.tsx';

const SyncDrawer = lazy(() => import('#sync/sync-drawer.tsx').then((file) => ({ default: file.SyncDrawer })));

const search = (query: string, limit: number) => syncWorker().search(query, limit);

/** /alwaysAccess: the day from this device while the server is away, and what was sent once it is back. */
export function OutagePage({ Menu }: { Menu: ComponentType<{ hasWords: boolean }> }) {
  const now = useOutage();
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const { Name } = useWebsite();
  const [showsChanges, setShowsChanges] = useState(false);
  const hasShown = useEver(showsChanges);
  useFocusBack(showsChanges);
  const go = (path: string) => void navigate(path);

  async function done(): Promise<void> {
    await dropSentList();
    if (now.phase === 'over') endOutage(now.since, now.endedAt, false);
  }

  return (
    <div className={classes.ground}>
      <header className={`${classes.top} no-print`}>
        <img src="/icons/mainstay.svg" width={24} height={24} alt="" />
        <span className={classes.clinic}>{Name}</span>
        <SyncPill onOpen={() => setShowsChanges(true)} />
        <div className={classes.person}>
          <Menu hasWords={!isNarrow} />
        </div>
      </header>
      <section className="no-print" aria-label="Notices">
        <ProblemLine />
        <OutageLine />
      </section>
      <main id="main" tabIndex={-1}>
        <Day over={now.phase === 'over'} onGo={go} onDone={() => void done()} onChanges={() => setShowsChanges(true)} />
      </main>
      <Watchdogs />
      <Suspense>{hasShown && <SyncDrawer opened={showsChanges} onClose={() => setShowsChanges(false)} />}</Suspense>
    </div>
  );
}

type DayProps = { over: boolean; onGo: (path: string) => void; onDone: () => void; onChanges: () => void };

function Day({ over, onGo, onDone, onChanges }: DayProps) {
  const today = useClinicToday();
  const { Name } = useWebsite();
  const [FacilityId, setFacilityId] = useFacility();
  const live = useLive(() => downtimePack(today, FacilityId), [today, FacilityId]);
  const syncedAt = useLiveValue(readSyncedAt, []) ?? null;
  const asOf = syncedAt === null ? 'of an unknown time' : `of ${showMoment(new Date(syncedAt))}`;
  return (
    <>
      <div className="no-print">
        <Page
          title={over ? 'The server is back' : 'Always access'}
          actions={
            !over && (
              <Button
                variant="default"
                rightSection={<IconArrowRight size={16} stroke={1.5} aria-hidden />}
                onClick={() => onGo('/onDeck')}
              >
                Continue as usual
              </Button>
            )
          }
        >
          {over && <SentPanel onDone={onDone} onChanges={onChanges} />}
          <div className={classes.columns}>
            <section aria-labelledby="outage-today">
              <h2 className={classes.part} id="outage-today">
                Today
              </h2>
              {live.state === 'loading' && <LoadingSkeleton label="Loading the day's visits" rows={6} />}
              {live.state === 'failed' && (
                <ErrorState title="Today’s visits could not be loaded">
                  Nothing is lost. Reload the page to try again.
                </ErrorState>
              )}
              {live.state === 'ready' && <TodayVisits visits={live.value.visits} onNavigate={onGo} />}
            </section>
            <div className={classes.side}>
              <section aria-labelledby="outage-find">
                <h2 className={classes.part} id="outage-find">
                  Find a patient
                </h2>
                <PatientFinder search={search} onNavigate={onGo} />
              </section>
              <section aria-labelledby="outage-print">
                <h2 className={classes.part} id="outage-print">
                  Downtime pack
                </h2>
                <p className={classes.quiet}>
                  Today's schedule, a sign-in sheet, a face sheet for each patient, and the last signed note and a blank
                  flowsheet for each case, on paper.
                </p>
                <FacilityChoice FacilityId={FacilityId} onChoose={setFacilityId} />
                <Button
                  leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
                  disabled={live.state !== 'ready' || live.value.visits.length === 0}
                  onClick={() => live.state === 'ready' && void print(live.value)}
                >
                  Print pack
                </Button>
              </section>
              <Readiness syncedAt={syncedAt} />
            </div>
          </div>
        </Page>
      </div>
      {live.state === 'ready' && <DowntimePackSheets pack={live.value} clinic={Name} asOf={asOf} />}
    </>
  );
}

/** On record before it is on paper; what cannot be recorded is printed all the same, because patients wait. */
async function print({ day, patients }: DowntimePack): Promise<void> {
  const what = 'downtime pack';
  await queueWrite('session.recordPrint', { what, day, patients: patients.length }).catch(() => undefined);
  window.print();
}

/** The facility of the user's screens, or another one for this page alone. */
function useFacility(): [string | null, (FacilityId: string | null) => void] {
  const [preferences] = usePreferences();
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  return [chosen === undefined ? (preferences.facilityId ?? null) : chosen, setChosen];
}

function FacilityChoice(props: { FacilityId: string | null; onChoose: (FacilityId: string | null) => void }) {
  const { FacilityId, onChoose } = props;
  const { facilityIds } = useCurrentUser();
  const facilities = useLiveValue(() => readAll('facilities'), []) ?? [];
  const { regions } = useWebsite();
  const mine = facilities.filter((each) => facilityIds === null || facilityIds.includes(each.FacilityId));
  if (mine.length < 2) return null;
  return (
    <NativeSelect
      label="Facility"
      mb={12}
      value={FacilityId ?? ''}
      onChange={(event) => onChoose(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[{ value: '', label: 'All facilities' }, ...facilitySelectData(facilityOptions(mine, regions))]}
    />
  );
}

function Readiness({ syncedAt }: { syncedAt: number | null }) {
  const { waiting, parked, hydrated } = useSyncState();
  return (
    <section aria-labelledby="outage-device">
      <h2 className={classes.part} id="outage-device">
        This device
      </h2>
      <dl className={`${classes.facts} tabular`}>
        <dt>Last synced</dt>
        <dd>{syncedAt === null ? '-' : showMoment(new Date(syncedAt))}</dd>
        <dt>Waiting to be sent</dt>
        <dd>{waiting}</dd>
        <dt>Needs attention</dt>
        <dd>{parked}</dd>
        <dt>Copy</dt>
        <dd>{hydrated.P0 && hydrated.P1 && hydrated.names ? 'Complete' : 'Older charts are still missing'}</dd>
      </dl>
    </section>
  );
}
