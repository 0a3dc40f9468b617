import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { lazy, Suspense, useState, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { useSearchParams } from 'react-router';
import { VisitId, type PatientId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Task } from '#contract/tasks/task.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { AuthorizationsTab } from '#features/cases/authorizations-tab.tsx';
import { CaseActions } from '#features/cases/case-actions.tsx';
import { useCareDesk } from '#features/cases/care-desk.tsx';
import { CaseDrawers, useCaseDesk } from '#features/cases/case-desk.tsx';
import { chartTabs, PatientChart } from '#features/patients/patient-chart.tsx';
import { SubjectNoteDrawer, SubjectNotesTab } from '#features/subject-notes/subject-notes-tab.tsx';
import { PatientVisits } from '#features/visits/patient-visits.tsx';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useMay } from '#shared/session.ts';
import { syncWorker } from '#shared/sync-worker.ts';
import { EmergencyGate } from '#features/emergency/emergency-gate.tsx';
import { useOutage } from '#session/outage/outage-state.ts';
import { DocumentationTab } from './documentation-tab.tsx';
import { VisitPage } from './visit-page.tsx';
import classes from './patients.module.css';

const SeriesDrawer = lazy(() =>
  import('#features/scheduling/series/series-drawer.tsx').then((file) => ({ default: file.SeriesDrawer })),
);

const BookVisit = lazy(() => import('./book-visit.tsx').then((file) => ({ default: file.BookVisit })));

// Laws and clocks come with the first chart.
const CaseCare = lazy(() => import('./case-care.tsx').then((file) => ({ default: file.CaseCare })));
const CaseTimeline = lazy(() => import('./case-care.tsx').then((file) => ({ default: file.CaseTimeline })));
const CareDrawers = lazy(() =>
  import('#features/cases/care-drawers.tsx').then((file) => ({ default: file.CareDrawers })),
);

const GuarantorsPart = lazy(() =>
  import('#features/guarantors/guarantors-part.tsx').then((file) => ({ default: file.GuarantorsPart })),
);

const ConsentsPart = lazy(() =>
  import('#features/messages/consents-part.tsx').then((file) => ({ default: file.ConsentsPart })),
);

const InsuranceReview = lazy(() =>
  import('#features/intake/insurance-review.tsx').then((file) => ({ default: file.InsuranceReview })),
);

const TasksPart = lazy(() => import('#features/tasks/tasks-part.tsx').then((file) => ({ default: file.TasksPart })));
const TaskDrawer = lazy(() => import('#features/tasks/tasks-part.tsx').then((file) => ({ default: file.TaskDrawer })));

const FilesTab = lazy(() => import('#features/files/files-tab.tsx').then((file) => ({ default: file.FilesTab })));

type Props = {
  PatientId: PatientId;
  isFullscreen: boolean;
  onFullscreen: (on: boolean) => void;
  /** On a phone the list is a screen of its own. */
  onBack: (() => void) | null;
};

const openChart = (id: PatientId) => syncWorker().openChart(id);

/** /patients/:id, with ?tab= and ?visit= for what is open in the chart, ?compare=note for refused text of that visit's note. */
export function PatientPane({ PatientId, isFullscreen, onFullscreen, onBack }: Props) {
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const visit = VisitId.safeParse(query.get('visit')).data ?? null;
  const tab = chartTabs.find((each) => each === query.get('tab')) ?? 'overview';
  const go = (path: string) => void navigate(path);
  const isNeeded = useGateNeeded(PatientId);
  const desk = useCaseDesk();
  const care = useCareDesk();
  const mayEdit = useMay('edit patients');
  const mayBook = useMay('schedule visits');
  const mayWrite = useMay('write notes') || mayEdit;
  const [seriesOf, setSeriesOf] = useState<Case | null>(null);
  const booking = useBookVisit(PatientId);
  const [noteOpened, openNote] = useState<About<SubjectNote> | null>(null);
  const tasks = useTaskForm(PatientId);
  const hasSeries = useEver(seriesOf !== null);
  const caseDesks = {
    care,
    desk,
    onGo: (place: { tab: string } | { visit: string }) => setQuery({ ...place }),
    onSeries: mayBook ? setSeriesOf : null,
  };
  const openCase = () => desk.open({ kind: 'case', of: null, parent: null });
  const chart = (
    <PatientChart
      PatientId={PatientId}
      tab={tab}
      onTab={(next) => setQuery(next === 'overview' ? {} : { tab: next })}
      isFullscreen={isFullscreen}
      onFullscreen={onFullscreen}
      openChart={openChart}
      onBook={mayBook ? booking.open : undefined}
      visits={
        <>
          <PrintSchedule onClick={() => go(`/printPatientSchedule/${PatientId}/upcoming`)} />
          <PatientVisits PatientId={PatientId} onNavigate={go} />
        </>
      }
      authorizations={<AuthorizationsTab PatientId={PatientId} desk={desk} />}
      cases={{
        newCase: mayEdit && (
          <Button variant="default" size="xs" onClick={openCase}>
            New case
          </Button>
        ),
        aside: <Aside PatientId={PatientId} />,
        careOf: (of) => (
          <Suspense>
            <CaseCare of={of} {...caseDesks} />
          </Suspense>
        ),
        actionsOf: (of) =>
          mayEdit && (
            <CaseActions
              of={of}
              onEdit={() => desk.open({ kind: 'case', of, parent: null })}
              {...(mayBook && { onSeries: setSeriesOf })}
            />
          ),
      }}
      documentation={<DocumentationTab PatientId={PatientId} care={care} onNavigate={go} />}
      files={<Files PatientId={PatientId} />}
      insurance={<SentInsurance PatientId={PatientId} />}
      notes={<Notes PatientId={PatientId} onOpen={openNote} onTask={tasks.open} />}
      visit={
        visit && (
          <VisitPage
            key={visit}
            PatientId={PatientId}
            VisitId={visit}
            care={care}
            timelineOf={(of) => (
              <Suspense>
                <CaseTimeline of={of} {...caseDesks} />
              </Suspense>
            )}
            onBack={() => setQuery({ tab: 'visits' })}
            onNavigate={go}
            isComparing={query.get('compare') === 'note'}
            onCompare={(on) => setQuery(on ? { visit, compare: 'note' } : { visit })}
          />
        )
      }
    />
  );
  return (
    <>
      {onBack && <Back onBack={onBack} />}
      <EmergencyGate PatientId={PatientId} isNeeded={isNeeded}>
        {chart}
        <DraftScope
          key={PatientId}
          draftKey={unsavedKey.series(PatientId)}
          about={seriesOf}
          {...(mayBook && { onReopen: setSeriesOf })}
        >
          {hasSeries && (
            <Suspense>
              <SeriesDrawer
                opened={seriesOf !== null}
                onClose={() => setSeriesOf(null)}
                {...(seriesOf && { start: { PatientId, CaseId: seriesOf.CaseId } })}
              />
            </Suspense>
          )}
        </DraftScope>
        {booking.drawer}
        <SubjectNoteDrawer PatientId={PatientId} opened={noteOpened} onOpen={openNote} />
        {tasks.drawer}
        {mayEdit && <CaseDrawers PatientId={PatientId} desk={desk} />}
        {mayWrite && (
          <Suspense>
            <CareDrawers PatientId={PatientId} desk={care} />
          </Suspense>
        )}
      </EmergencyGate>
    </>
  );
}

function SentInsurance({ PatientId }: { PatientId: PatientId }) {
  return (
    <Suspense>
      <InsuranceReview PatientId={PatientId} />
    </Suspense>
  );
}

function Files({ PatientId }: { PatientId: PatientId }) {
  return (
    <Suspense>
      <FilesTab PatientId={PatientId} />
    </Suspense>
  );
}

type InNotes = ComponentProps<typeof SubjectNotesTab> & { onTask: (about: About<Task> | null) => void };

function Notes({ PatientId, onOpen, onTask }: InNotes) {
  return (
    <>
      <SubjectNotesTab PatientId={PatientId} onOpen={onOpen} />
      <Suspense>
        <TasksPart PatientId={PatientId} onOpen={onTask} />
      </Suspense>
    </>
  );
}

function Aside({ PatientId }: { PatientId: PatientId }) {
  return (
    <Suspense>
      <ConsentsPart PatientId={PatientId} />
      <GuarantorsPart PatientId={PatientId} />
    </Suspense>
  );
}

/** Whether a chart has to be asked for: during an outage, unless somebody works in it already. */
function useGateNeeded(PatientId: PatientId): boolean {
  const now = useOutage();
  const isOutage = now.phase === 'outage';
  // Who works in a chart when an outage is declared goes on in it. It is not work to come in by a reload or another
  // tab while nobody knows whether the server is there.
  const isWork = now.phase === 'over' || (now.phase === 'none' && !now.isUnknown);
  const [wasOpen, setWasOpen] = useState(isWork ? PatientId : null);
  if (isWork && wasOpen !== PatientId) setWasOpen(PatientId);
  return isOutage && wasOpen !== PatientId;
}

function useTaskForm(PatientId: PatientId) {
  const [opened, open] = useState<About<Task> | null>(null);
  return {
    open,
    drawer: (
      <Suspense>
        <TaskDrawer PatientId={PatientId} opened={opened} onOpen={open} />
      </Suspense>
    ),
  };
}

function useBookVisit(PatientId: PatientId) {
  const [opened, setOpened] = useState(false);
  const hasOpened = useEver(opened);
  return {
    open: () => setOpened(true),
    drawer: (
      <Suspense>
        {hasOpened && <BookVisit PatientId={PatientId} opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
    ),
  };
}

function PrintSchedule({ onClick }: { onClick: () => void }) {
  const printer = <IconPrinter size={16} stroke={1.5} aria-hidden />;
  return (
    <Button variant="default" size="xs" mb={8} leftSection={printer} onClick={onClick}>
      Print schedule
    </Button>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  return (
    <div className={classes.back}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        onClick={onBack}
      >
        Patients
      </Button>
    </div>
  );
}
