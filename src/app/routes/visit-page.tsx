import { lazy, Suspense, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { NoteId as NoteIdOf, type PatientId, type VisitId } from '#contract/base/ids.ts';
import type { Case } from '#contract/cases/case.ts';
import { billedFirst } from '#contract/cases/payers-of-case.ts';
import { askersOf } from '#contract/documentation/asked-parts.ts';
import { reportsOnGoals } from '#contract/documentation/goals-to-sign.ts';
import { payerAsks } from '#contract/documentation/payer-asks.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import { firstType } from '#contract/documentation/new-note.ts';
import { spineRefusal } from '#contract/measures/spine/spine-refusal.ts';
import { disciplineOf } from '#contract/providers/provider.ts';
import type { CareDesk } from '#features/cases/care-desk.tsx';
import { ChargesPanel } from '#features/charges/charges-panel.tsx';
import { complete } from '#features/charges/charges-autosave.ts';
import { blockMinutes, goToMinutes } from '#features/charges/block-minutes.ts';
import { useChargeAsks } from '#features/charges/use-charge-asks.ts';
import { useCharges } from '#features/charges/use-charges.ts';
import { NoteOutline } from '#features/documentation/note-outline.tsx';
import { PreviousNote } from '#features/documentation/previous-note.tsx';
import { useNote, type NoteEditing } from '#features/documentation/use-note.ts';
import { FlowsheetPanel } from '#features/flowsheet/flowsheet-panel.tsx';
import { useFlowsheet } from '#features/flowsheet/use-flowsheet.ts';
import { VisitHeader } from '#features/visits/visit-header.tsx';
import { readSigners } from '#local/reads/documentation.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { readVisitData, useRefusals, type VisitData } from './visit-data.ts';
import { Dock } from './visit-dock.tsx';
import { VisitNoteColumn } from './visit-note-column.tsx';
import { VisitSign } from './visit-sign.tsx';
import classes from './patients.module.css';

const SendSurvey = lazy(() =>
  import('#features/surveys/send-survey.tsx').then((file) => ({ default: file.SendSurvey })),
);
const SendReviewLink = lazy(() =>
  import('#features/online-review/send-review-link.tsx').then((file) => ({ default: file.SendReviewLink })),
);
const SendForms = lazy(() => import('#features/intake/send-forms.tsx').then((file) => ({ default: file.SendForms })));
const CompareNote = lazy(() =>
  import('#features/documentation/compare-note.tsx').then((file) => ({ default: file.CompareNote })),
);

type Props = {
  PatientId: PatientId;
  VisitId: VisitId;
  onBack: () => void;
  onNavigate: (path: string) => void;
  /** Refused text stands beside the note's instead of the note. */
  isComparing: boolean;
  onCompare: (on: boolean) => void;
  /** The forms of goals and plans of care, over the chart. */
  care: CareDesk;
  /** The timeline of the case, with the ways to what it asks for. */
  timelineOf?: (of: Case) => ReactNode;
};

/** One visit in the chart: note, charges, signature, claim, history. */
export function VisitPage(props: Props) {
  const { PatientId, VisitId, onBack } = props;
  const live = useLive(() => readVisitData(PatientId, VisitId), [PatientId, VisitId]);
  const wasHere = useEver(live.state === 'ready' && Boolean(live.value));
  const online = useOnline();
  if (live.state === 'failed') {
    return (
      <ErrorState title="This visit could not be loaded">
        Your text is kept on this device. Reload the page to try again.
      </ErrorState>
    );
  }
  if (live.state === 'ready' && live.value) return <VisitWork {...props} data={live.value} />;
  if (live.state === 'ready' && !online) {
    return <EmptyState title="This visit is not on this device yet">It loads when you’re back online.</EmptyState>;
  }
  if (live.state === 'ready' && live.value === null) {
    return (
      <EmptyState
        title={wasHere ? 'This visit is no longer in the chart' : 'This visit is not in the chart'}
        action={
          <Button variant="default" onClick={onBack}>
            See the visits of this patient
          </Button>
        }
      >
        {wasHere
          ? 'It was removed, or you can’t see it now. Text you wrote that was not accepted is kept in Sync status.'
          : 'It was removed, it is not on this device yet, or you can’t see it.'}
      </EmptyState>
    );
  }
  return <LoadingSkeleton label="Loading the visit" rows={8} />;
}

/** Where an outline leads beside the sections. */
function partsBeside(note: NoteEditing['note'], isWritable: boolean, hasSpine: boolean) {
  return [
    ...(isWritable && hasSpine ? [{ id: 'note-spine', name: 'Spine' }] : []),
    ...(isWritable ? [{ id: 'note-measures', name: 'Measures' }] : []),
    ...(isWritable && isMeasuredIn(note.NoteType) ? [{ id: 'note-outcomes', name: 'Outcome measures' }] : []),
    ...(reportsOnGoals(note) ? [{ id: 'note-goals', name: 'Goals' }] : []),
    { id: 'flowsheet', name: 'Flowsheet' },
    { id: 'charges', name: 'Charges' },
  ];
}

/** What the note is written in: the discipline of its case, who asks more of it, and whether the spine is in it. */
function useGround({ line, payers }: VisitData) {
  const { SuperUser, provider } = useSetup().currentUser;
  const discipline = line.case?.Discipline ?? (line.provider ? disciplineOf(line.provider.Type) : 'PT');
  const user = { SuperUser, ProviderType: provider?.Type ?? null };
  return { discipline, askers: askersOf(discipline, payers), hasSpine: spineRefusal(discipline, user) === null };
}

function VisitWork(props: Props & { data: VisitData }) {
  const { data, onBack, onNavigate, isComparing, onCompare, care, timelineOf } = props;
  const { line, note, services, payers, sheet } = data;
  const { visit } = line;
  const day = visit.Start.slice(0, 10);
  const { cptDescriptions: codes } = useSetup();
  const NoteId = NoteIdOf.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId, VisitId: visit.VisitId }, note, firstType(visit));
  const charges = useCharges(visit, services, codes);
  const flowsheet = useFlowsheet(visit, sheet);
  const payer = billedFirst(payers);
  const asks = useChargeAsks({ visit, entries: charges.toSign, codes, provider: line.provider, payer });
  const flushBeside = async () => void (await Promise.all([charges.flush(), flowsheet.flush()]));
  const saveFirst = async () => void (await Promise.all([flushBeside(), editing.flush()]));
  const { noteReason, chargesReason } = useRefusals(data, charges.rows.length > 0 ? complete(charges.rows) : []);
  const signers = useLiveValue(() => readSigners(visit.PatientId), [visit.PatientId]);
  const isSigned = Boolean(note?.signedAt);
  const isWritable = !isSigned && noteReason === null;
  const { discipline, askers, hasSpine } = useGround(data);
  if (!editing.isRead || !charges.isRead || !flowsheet.isRead)
    return <LoadingSkeleton label="Loading the visit" rows={8} />;
  if (isComparing) {
    return (
      <div className={classes.work}>
        <VisitHeader line={line} onBack={onBack} saveFirst={saveFirst} />
        <Suspense fallback={<LoadingSkeleton label="Loading both texts" rows={6} />}>
          <CompareNote NoteId={NoteId} readOnlyReason={noteReason} onClose={() => leaveCompare(onCompare)} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.work}>
      <VisitHeader line={line} onBack={onBack} saveFirst={saveFirst} />
      <Suspense>
        <div className={classes.sends}>
          <SendForms visit={visit} />
          <SendSurvey visit={visit} />
          <SendReviewLink visit={visit} />
        </div>
      </Suspense>
      {line.case && timelineOf?.(line.case)}
      <div className={classes.note}>
        <div className={classes.outline}>
          <NoteOutline note={editing.note} askers={askers} more={partsBeside(editing.note, isWritable, hasSpine)} />
        </div>
        <div className={classes.flowsheet}>
          <FlowsheetPanel
            visit={visit}
            sheet={sheet}
            entry={flowsheet}
            codes={codes}
            minutes={blockMinutes(charges.rows, codes, payer)}
            isReadOnly={!isWritable}
            onMinutes={(code) => goToMinutes(charges, code)}
          />
        </div>
        <VisitNoteColumn
          data={data}
          editing={editing}
          signers={signers}
          isWritable={isWritable}
          noteReason={noteReason}
          care={care}
          asks={payerAsks(payers, { day, discipline, visit })}
          services={charges.toSign}
          askers={askers}
          hasSpine={hasSpine}
          saveFirst={saveFirst}
          onNavigate={onNavigate}
          onCompare={onCompare}
        />
        {/* It scrolls by keys too where nothing in it takes the focus. */}
        <aside className={classes.aside} aria-label="Previous note" tabIndex={isWritable ? undefined : 0}>
          <PreviousNote visit={visit} editing={isWritable ? editing : null} />
        </aside>
      </div>
      <Dock>
        <ChargesPanel
          editing={charges}
          visit={visit}
          services={services}
          codes={codes}
          discipline={discipline}
          provider={line.provider}
          payer={payer}
          asks={asks}
          refusal={chargesReason}
        />
        <VisitSign
          data={data}
          entry={flowsheet}
          NoteId={NoteId}
          CaseId={visit.CaseId}
          day={day}
          visit={visit}
          discipline={discipline}
          editing={editing}
          services={charges.toSign}
          flushCharges={flushBeside}
          asks={asks}
          askers={askers}
          refusal={noteReason}
          onCompare={() => onCompare(true)}
        />
      </Dock>
    </div>
  );
}

/** What had the focus is gone with the comparison: it goes to the screen, not to the top of the page. */
function leaveCompare(onCompare: Props['onCompare']): void {
  onCompare(false);
  document.getElementById('main')?.focus({ preventScroll: true });
}
