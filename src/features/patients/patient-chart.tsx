import { ActionIcon, Button, Tabs } from '@mantine/core';
import IconArrowsMaximize from '@tabler/icons-react/dist/esm/icons/IconArrowsMaximize.mjs';
import IconArrowsMinimize from '@tabler/icons-react/dist/esm/icons/IconArrowsMinimize.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import { holdChart } from '#local/store/charts-on-screen.ts';
import { readPatient } from '#local/reads/patients.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useMay, useWebsite, useCurrentUser } from '#shared/session.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { useAnnounced } from '#shared/ui/live-region/use-announced.ts';
import { useSelectedInView } from '#shared/hooks/use-selected-in-view.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { ChartHeader } from './chart-header.tsx';
import { ChartOverview, type CaseParts } from './chart-overview.tsx';
import { EditPatientDrawer } from './edit-patient-drawer.tsx';
import { InsuranceTab } from './insurance-tab.tsx';
import { rememberPatient } from './recent-patients.ts';
import classes from './patient-chart.module.css';

export const chartTabs = [
  'overview',
  'visits',
  'insurance',
  'authorizations',
  'documentation',
  'files',
  'notes',
] as const;
export type ChartTab = (typeof chartTabs)[number];
const tabNames: Record<ChartTab, string> = {
  overview: 'Overview',
  visits: 'Visits',
  insurance: 'Insurance',
  authorizations: 'Authorizations',
  documentation: 'Documentation',
  files: 'Files',
  notes: 'Notes',
};

type Props = {
  PatientId: PatientId;
  tab: ChartTab;
  onTab: (tab: ChartTab) => void;
  isFullscreen: boolean;
  onFullscreen: (on: boolean) => void;
  /** Brings the whole chart to this device, or says that it could not; the route hands it over from the sync worker. */
  openChart: (id: PatientId) => Promise<boolean>;
  /** Left out, nothing can be booked from here. */
  onBook?: (() => void) | undefined;
  visits: ReactNode;
  documentation: ReactNode;
  authorizations: ReactNode;
  files: ReactNode;
  /** What the patient sent of their insurance, above the policies. */
  insurance?: ReactNode;
  /** On the patient and the cases; those of visits are documentation. */
  notes: ReactNode;
  cases: CaseParts;
  /** An opened visit takes the place of the tabs. */
  visit: ReactNode | null;
};

/** The chart pane: header, then tabs or one visit. What other features show comes in through the route. */
export function PatientChart(props: Props) {
  const { PatientId, openChart } = props;
  const live = useLive(() => readPatient(PatientId), [PatientId]);
  const { failed, retry } = useOpenChart(PatientId, openChart);
  const online = useOnline();
  const patient = live.state === 'ready' && live.value?.PatientId === PatientId ? live.value : undefined;

  if (patient) return <Chart {...props} patient={patient} />;
  if (live.state === 'failed') {
    return (
      <ErrorState title="This chart could not be loaded">
        It is safe on the server. Reload the page to try again.
      </ErrorState>
    );
  }
  if (live.state === 'ready' && !online) {
    return (
      <EmptyState title="This chart is not on this device yet">
        It loads when you’re back online. Charts of this and next week’s visits, and charts you opened before, are
        already here.
      </EmptyState>
    );
  }
  if (failed) {
    return (
      <ErrorState title="This chart could not be opened" onRetry={retry}>
        It may not exist, or you may not have access. Nothing was changed.
      </ErrorState>
    );
  }
  return <LoadingSkeleton label="Loading the chart" rows={8} />;
}

function Chart(props: Props & { patient: NonNullable<Awaited<ReturnType<typeof readPatient>>> }) {
  const { patient, tab, onTab, isFullscreen, onFullscreen, visit } = props;
  const mayEdit = useMay('edit patients');
  useAnnounced(patient.PatientId, `Chart of ${showName(patient)}`, true);
  const [editing, setEditing] = useState(false);
  const list = useSelectedInView(tab, visit === null);
  useTabAfterVisit(list, visit !== null);
  useShortcut('e', 'Edit patient', () => setEditing(true), mayEdit);
  const Screen = isFullscreen ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <div className={classes.chart}>
      <ChartHeader
        patient={patient}
        actions={
          <>
            {props.onBook && (
              <Button variant="default" onClick={props.onBook}>
                Book visit
              </Button>
            )}
            {mayEdit && (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                Edit
              </Button>
            )}
            <ActionIcon
              aria-label={isFullscreen ? 'Exit full screen' : 'Full screen'}
              aria-pressed={isFullscreen}
              onClick={() => onFullscreen(!isFullscreen)}
              className={classes.wideOnly ?? ''}
            >
              <Screen size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </>
        }
      />
      {visit ?? (
        <Tabs
          value={tab}
          onChange={(next) => onTab(chartTabs.find((each) => each === next) ?? 'overview')}
          keepMounted={false}
        >
          <Tabs.List className={classes.tabList ?? ''} ref={list}>
            {chartTabs.map((each) => (
              <Tabs.Tab key={each} value={each} className={classes.tabs ?? ''}>
                {tabNames[each]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={classes.tab}>
            <Tabs.Panel value="overview">
              <ChartOverview patient={patient} caseParts={props.cases} />
            </Tabs.Panel>
            <Tabs.Panel value="visits">{props.visits}</Tabs.Panel>
            <Tabs.Panel value="insurance">
              {props.insurance}
              <InsuranceTab PatientId={patient.PatientId} />
            </Tabs.Panel>
            <Tabs.Panel value="authorizations">{props.authorizations}</Tabs.Panel>
            <Tabs.Panel value="documentation">{props.documentation}</Tabs.Panel>
            <Tabs.Panel value="files">{props.files}</Tabs.Panel>
            <Tabs.Panel value="notes">{props.notes}</Tabs.Panel>
          </div>
        </Tabs>
      )}
      <EditPatientDrawer
        patient={patient}
        opened={editing}
        onReopen={() => setEditing(true)}
        onClose={() => setEditing(false)}
      />
    </div>
  );
}

/** Who leaves a visit is at the tab that takes its place: what had the focus went with the visit. */
function useTabAfterVisit(list: RefObject<HTMLDivElement | null>, isVisit: boolean): void {
  const was = useRef(isVisit);
  useLayoutEffect(() => {
    const isLeft = was.current && !isVisit;
    was.current = isVisit;
    if (!isLeft || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true });
  }, [list, isVisit]);
}

/** Fetches the whole chart each time it is entered, and remembers that it was. */
function useOpenChart(id: PatientId, openChart: Props['openChart']) {
  const { UserId } = useCurrentUser();
  const { site } = useWebsite();
  const online = useOnline();
  const [failedFor, setFailedFor] = useState<PatientId | null>(null);
  useEffect(() => rememberPatient(site, UserId, id), [site, UserId, id]);
  useEffect(() => holdChart(site, UserId, id), [site, UserId, id]);
  const open = useCallback(
    () =>
      openChart(id).then(
        (isWhole) => setFailedFor(isWhole || !online ? null : id),
        () => setFailedFor(online ? id : null),
      ),
    [id, online, openChart],
  );
  // Without a network too: the look is noted for the audit log. Coming back online brings what is missing.
  useEffect(() => void open(), [open]);
  return { failed: failedFor === id, retry: () => void open() };
}
