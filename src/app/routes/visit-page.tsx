import { lazy, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import type { Payer } from '#contract/address-book/payer.ts';
import { NoteId as NoteIdOf, type PatientId, type VisitId } from '#contract/base/ids.ts';
import { closedDayRefusal } from '#contract/billing/closed-period.ts';
import { billedFirst, isMedicare } from '#contract/cases/payers-of-case.ts';
import { chargesPermissionRefusal, chargesRefusal } from '#contract/charges/recorded-services.ts';
import type { Service } from '#contract/charges/service.ts';
import { reportsOnGoals } from '#contract/documentation/goals-to-sign.ts';
import { firstType } from '#contract/documentation/new-note.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { exercisesToSign } from '#contract/flowsheet/to-sign.ts';
import { disciplineOf } from '#contract/providers/provider.ts';
import { showName } from '#contract/base/text.ts';
import { CareButtons } from '#features/cases/care-buttons.tsx';
import type { CareDesk } from '#features/cases/care-desk.tsx';
import { ClaimPanel } from '#features/billing/claim-panel.tsx';
import { ChargesPanel } from '#features/charges/charges-panel.tsx';
import { RefusedCharges } from '#features/charges/refused-charges.tsx';
import { complete } from '#features/charges/charges-autosave.ts';
import { blockMinutes, goToMinutes } from '#features/charges/block-minutes.ts';
import { useCharges } from '#features/charges/use-charges.ts';
import { AddedNotes } from '#features/documentation/added-notes.tsx';
import { CosignPanel } from '#features/documentation/cosign-panel.tsx';
import { NoteGoals } from '#features/documentation/note-goals.tsx';
import { NoteEditor } from '#features/documentation/note-editor.tsx';
import { NoteOutline } from '#features/documentation/note-outline.tsx';
import { NoteOutput } from '#features/documentation/note-output.tsx';
import { PreviousNote } from '#features/documentation/previous-note.tsx';
import { RefusedText } from '#features/documentation/refused-text.tsx';
import { SignPanel } from '#features/documentation/sign-panel.tsx';
import { NoteText } from '#features/documentation/signed-note.tsx';
import { useNoteWriter } from '#features/documentation/use-note-writer.ts';
import { useNote } from '#features/documentation/use-note.ts';
import { FlowsheetPanel } from '#features/flowsheet/flowsheet-panel.tsx';
import { useFlowsheet } from '#features/flowsheet/use-flowsheet.ts';
import { VisitHeader } from '#features/visits/visit-header.tsx';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import { isClaimWaiting } from '#local/reads/billing.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { servicesOfVisit } from '#local/reads/charges.ts';
import { readFlowsheet, type Flowsheet } from '#local/reads/flowsheet.ts';
import { isWholeChart } from '#local/store/charts.ts';
import { noteOfVisit, readSigners } from '#local/reads/documentation.ts';
import { readVisitLine, type VisitLine } from '#local/reads/visits.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useSetup } from '#shared/session.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import classes from './patients.module.css';

type VisitData = {
  line: VisitLine;
  note: VisitNote | undefined;
  services: Service[];
  payers: Payer[];
  sheet: Flowsheet;
};

const CompareNote = lazy(() =>
  import('#features/documentation/compare-note.tsx').then((file) => ({ default: file.CompareNote })),
);

/** Where an outline leads beside the sections. */
const measuresPart = [{ id: 'note-measures', name: 'Measures' }];

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

/** Null where the whole chart is here and the visit is not in it. */
async function readVisitData(PatientId: PatientId, VisitId: VisitId): Promise<VisitData | null | undefined> {
  const line = await readVisitLine(VisitId);
  if (!line) return (await isWholeChart(PatientId)) ? null : undefined;
  const [note, services, payers] = await Promise.all([
    noteOfVisit(VisitId),
    servicesOfVisit(VisitId),
    readPayersOfCase(line.visit.CaseId, line.visit.Start.slice(0, 10)),
  ]);
  return { line, note, services, payers, sheet: await readFlowsheet(line.visit) };
}

const goalsPart = { id: 'note-goals', name: 'Goals' };
const flowsheetPart = { id: 'flowsheet', name: 'Flowsheet' };
const chargesPart = { id: 'charges', name: 'Charges' };

function VisitWork({ data, onBack, onNavigate, isComparing, onCompare, care }: Props & { data: VisitData }) {
  const { line, note, services, payers, sheet } = data;
  const { visit } = line;
  const day = visit.Start.slice(0, 10);
  const { cptDescriptions: codes } = useSetup();
  const NoteId = NoteIdOf.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId, VisitId: visit.VisitId }, note, firstType(visit));
  const charges = useCharges(visit, services, codes);
  const flowsheet = useFlowsheet(visit, sheet);
  const payer = billedFirst(payers);
  const flushBeside = async () => void (await Promise.all([charges.flush(), flowsheet.flush()]));
  const saveFirst = async () => void (await Promise.all([flushBeside(), editing.flush()]));
  const { noteReason, chargesReason } = useRefusals(data, charges.rows.length > 0 ? complete(charges.rows) : []);
  const signers = useLiveValue(() => readSigners(visit.PatientId), [visit.PatientId]);
  const isSigned = Boolean(note?.signedAt);
  const isWritable = !isSigned && noteReason === null;
  const exercises = exercisesToSign({
    rows: sheet.rows,
    cells: flowsheet.cells,
    services: charges.toSign,
    isMedicare: isMedicare(payers),
  });
  const discipline = line.case?.Discipline ?? (line.provider ? disciplineOf(line.provider.Type) : 'PT');
  if (!editing.isRead || !charges.isRead || !flowsheet.isRead)
    return <LoadingSkeleton label="Loading the visit" rows={8} />;
  if (isComparing) {
    return (
      <div className={classes.work}>
        <VisitHeader line={line} onBack={onBack} saveFirst={saveFirst} />
        <Suspense fallback={<LoadingSkeleton label="Loading both texts" rows={6} />}>
          <CompareNote VisitId={visit.VisitId} readOnlyReason={noteReason} onClose={() => leaveCompare(onCompare)} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.work}>
      <VisitHeader line={line} onBack={onBack} saveFirst={saveFirst} />
      <div className={classes.note}>
        <div className={classes.outline}>
          <NoteOutline
            note={editing.note}
            more={[
              ...(isWritable ? measuresPart : []),
              ...(reportsOnGoals(editing.note) ? [goalsPart] : []),
              flowsheetPart,
              chargesPart,
            ]}
          />
        </div>
        <div className={classes.flowsheet}>
          <FlowsheetPanel
            visit={visit}
            sheet={sheet}
            editing={flowsheet}
            codes={codes}
            minutes={blockMinutes(charges.rows, codes, payer)}
            isReadOnly={!isWritable}
            onMinutes={(code) => goToMinutes(charges, code)}
          />
        </div>
        <div>
          {note && <NoteOutput note={note} onNavigate={onNavigate} saveFirst={saveFirst} />}
          <RefusedCharges visit={visit} codes={codes} />
          <RefusedText VisitId={visit.VisitId} onCompare={() => onCompare(true)} />
          {isWritable && (
            <NoteEditor
              editing={editing}
              readOnlyReason={null}
              visit={visit}
              goals={
                <NoteGoals
                  CaseId={visit.CaseId}
                  NoteId={NoteId}
                  day={day}
                  editing={editing}
                  isReadOnly={false}
                  actions={<CareButtons CaseId={visit.CaseId} desk={care} />}
                />
              }
            />
          )}
          {!isWritable && note && <NoteText note={note} signers={signers} />}
          {note && <AddedNotes note={note} signers={signers} />}
          {!isWritable && !note && <p className={classes.hint}>No note yet. {noteReason}</p>}
          <ClaimPanel visit={visit} name={line.patient ? showName(line.patient) : 'This visit'} saveFirst={saveFirst} />
          <section className={classes.history} aria-label="Visit history">
            <h3>History</h3>
            <VisitHistory VisitId={visit.VisitId} />
          </section>
        </div>
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
          refusal={chargesReason}
        />
        {!isSigned && (
          <SignPanel
            NoteId={NoteId}
            CaseId={visit.CaseId}
            day={day}
            visit={visit}
            discipline={discipline}
            editing={editing}
            services={charges.toSign}
            flushCharges={flushBeside}
            exercises={exercises}
            cells={flowsheet.cells}
            refusal={noteReason}
          />
        )}
        {note?.signedAt && note.cosignRequired && !note.cosignedAt && (
          <CosignPanel note={note} services={charges.toSign} cells={flowsheet.cells} flushCharges={flushBeside} />
        )}
      </Dock>
    </div>
  );
}

/** What had the focus is gone with the comparison: it goes to the screen, not to the top of the page. */
function leaveCompare(onCompare: Props['onCompare']): void {
  onCompare(false);
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Why this user may not write the note or the charges of this visit, each in one sentence, or null. */
function useRefusals({ line: { visit }, note, payers }: VisitData, entries: Parameters<typeof chargesRefusal>[1]) {
  const { currentUser, cptDescriptions, closedBillingPeriodEnd } = useSetup();
  const { can } = currentUser;
  const writer = useNoteWriter(payers);
  const noteReason = noteRefusal({ signedAt: note?.signedAt ?? null, ProviderId: visit.ProviderId }, writer);
  const isClaimed = useLiveValue(() => isClaimWaiting(visit.VisitId), [visit.VisitId]) ?? false;
  const denied =
    chargesPermissionRefusal(visit.stage, can) ?? closedDayRefusal(visit.Start.slice(0, 10), closedBillingPeriodEnd);
  if (denied) return { noteReason, chargesReason: denied };
  if (isClaimed)
    return {
      noteReason,
      chargesReason: 'This visit’s claim is waiting to be created, so its charges can’t change.',
    };
  return { noteReason, chargesReason: chargesRefusal(visit.stage, entries, cptDescriptions) };
}

/** Charges and signature stay in sight; a phone may fold them away. */
function Dock({ children }: { children: React.ReactNode }) {
  const narrow = useNarrow();
  const [folded, setFolded] = useState(narrow);
  const Arrow = folded ? IconChevronUp : IconChevronDown;
  return (
    <div className={classes.dock}>
      {narrow && (
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          size="compact-sm"
          id="charges-fold"
          aria-expanded={!folded}
          leftSection={<Arrow size={16} aria-hidden />}
          onClick={() => setFolded(!folded)}
        >
          {folded ? 'Charges and signature' : 'Collapse'}
        </Button>
      )}
      {!(narrow && folded) && <div className={classes.dockBody}>{children}</div>}
    </div>
  );
}
