import { lazy, Suspense } from 'react';
import { NoteId as NoteIdOf } from '#contract/base/ids.ts';
import { showName } from '#contract/base/text.ts';
import type { ServiceEntry } from '#contract/charges/service.ts';
import type { Asker } from '#contract/documentation/asked-parts.ts';
import { isMeasuredIn } from '#contract/documentation/note-types.ts';
import type { PayerAsks } from '#contract/documentation/payer-asks.ts';
import { alertElement } from '#contract/outcomes/needs-alert.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { ClaimPanel } from '#features/billing/claim-panel.tsx';
import { CareButtons } from '#features/cases/care-buttons.tsx';
import type { CareDesk } from '#features/cases/care-desk.tsx';
import { RefusedCharges } from '#features/charges/refused-charges.tsx';
import { AddedNotes } from '#features/documentation/added-notes.tsx';
import { NoteEditor } from '#features/documentation/note-editor.tsx';
import { NoteGoals } from '#features/documentation/note-goals.tsx';
import { NoteOutput } from '#features/documentation/note-output.tsx';
import { RefusedText } from '#features/documentation/refused-text.tsx';
import { NoteText } from '#features/documentation/signed-note.tsx';
import type { NoteEditing } from '#features/documentation/use-note.ts';
import { VisitHistory } from '#features/visits/visit-history.tsx';
import type { Signers } from '#local/reads/documentation.ts';
import { useSetup } from '#shared/session.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { VisitData } from './visit-data.ts';
import classes from './patients.module.css';

/** With the questions of all measures. */
const OutcomesPart = lazy(() =>
  import('#features/outcomes/outcomes-part.tsx').then((file) => ({ default: file.OutcomesPart })),
);

type Props = {
  data: VisitData;
  editing: NoteEditing;
  signers: Signers | undefined;
  isWritable: boolean;
  /** Why this user may not write the note, or null. */
  noteReason: string | null;
  care: CareDesk;
  /** What who is billed asks of the note, and its services. */
  asks: PayerAsks;
  services: readonly ServiceEntry[];
  /** Who asks more of it than its kind does. */
  askers: readonly Asker[];
  /** Whether findings of the spine are written here. */
  hasSpine: boolean;
  saveFirst: () => Promise<void>;
  onNavigate: (path: string) => void;
  onCompare: (on: boolean) => void;
};

/** The note of a visit, written or read, with its claim and its history. */
export function VisitNoteColumn(props: Props) {
  const { data, editing, signers, isWritable, noteReason, care, saveFirst, onNavigate, onCompare } = props;
  const { line, note } = data;
  const { visit } = line;
  const { cptDescriptions: codes } = useSetup();
  const NoteId = NoteIdOf.parse(visit.VisitId);
  const day = visit.Start.slice(0, 10);
  const output = note && <NoteOutput note={note} onNavigate={onNavigate} saveFirst={saveFirst} />;
  return (
    <div>
      {!isWritable && output}
      <RefusedCharges visit={visit} codes={codes} />
      <RefusedText NoteId={NoteId} onCompare={() => onCompare(true)} />
      {isWritable && (
        <NoteEditor
          of={{ CaseId: visit.CaseId, NoteId, NoteDate: day }}
          editing={editing}
          readOnlyReason={null}
          visit={visit}
          asks={props.asks}
          services={props.services}
          askers={props.askers}
          hasSpine={props.hasSpine}
          outcomes={<Outcomes visit={visit} editing={editing} />}
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
      {/* It comes with the first text that is saved, and says what waits: above, it would move what is being pressed. */}
      {isWritable && output}
      {!isWritable && note && <NoteText note={note} signers={signers} />}
      {note && <AddedNotes note={note} signers={signers} />}
      {!isWritable && !note && <p className={classes.hint}>No note yet. {noteReason}</p>}
      <ClaimPanel visit={visit} name={line.patient ? showName(line.patient) : 'This visit'} saveFirst={saveFirst} />
      <section className={classes.history} aria-label="Visit history">
        <h3>History</h3>
        <VisitHistory VisitId={visit.VisitId} />
      </section>
    </div>
  );
}

function Outcomes({ visit, editing }: { visit: Visit; editing: NoteEditing }) {
  const { Elements, NoteType, AlsoTypes } = editing.note;
  return (
    <Suspense fallback={<LoadingSkeleton label="Loading the outcome measures" rows={2} />}>
      <OutcomesPart
        visit={visit}
        NoteId={NoteIdOf.parse(visit.VisitId)}
        isMeasured={isMeasuredIn(NoteType)}
        isDischarge={[NoteType, ...AlsoTypes].includes('discharge')}
        response={Elements[alertElement] ?? ''}
        onResponse={(text) => editing.change(alertElement, text || null)}
        onLeave={() => void editing.flush().catch(() => undefined)}
      />
    </Suspense>
  );
}
