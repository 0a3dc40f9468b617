import type { NoteId, PatientId, VisitId } from '#contract/base/ids.ts';
import { noteDocument, type NoteSource } from '#contract/documentation/document/note-document.ts';
import { printedNote } from '#local/reads/print-note.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { NotePaper } from './note-paper.tsx';
import { PrintPage } from './print-page.tsx';
import { printRecorded } from './print-recorded.ts';
import { useAsOf } from './use-as-of.ts';
import { useOpened, type OpenChart } from './use-opened.ts';

type Props = {
  PatientId: PatientId;
  NoteId: NoteId;
  /** With the visit whose note it is, if it is one’s. */
  onBack: (visit: VisitId | null) => void;
  openChart: OpenChart;
};

/** /printNote/:patientId/:noteId: one note with its addenda and signatures, from this device alone. */
export function PrintNotePage({ PatientId, NoteId, onBack, openChart }: Props) {
  const isOnline = useOnline();
  const { hasFailed, isOpened } = useOpened(PatientId, openChart, isOnline);
  const live = useLive(async () => ({ NoteId, of: await printedNote(NoteId) }), [NoteId]);
  const found = live.state === 'ready' && live.value.NoteId === NoteId ? live.value.of : undefined;
  // An address of one patient shows no note of another.
  const of = found?.note.PatientId === PatientId ? found : undefined;
  const isWaiting = live.state === 'loading' || (isOnline && !isOpened && !hasFailed);
  const isReady = of !== undefined && !isWaiting;
  return (
    <PrintPage
      title="Note"
      backLabel="Chart"
      onBack={() => onBack(of?.note.VisitId ?? null)}
      onPrint={
        isReady ? () => void printRecorded({ what: 'note', day: of.note.NoteDate, patients: 1, PatientId }) : undefined
      }
      instead={isReady ? undefined : <Instead {...{ isWaiting, isOnline, hasFailed: live.state === 'failed' }} />}
    >
      {of && <Paper of={of} />}
    </PrintPage>
  );
}

function Paper({ of }: { of: NoteSource }) {
  const asOf = useAsOf();
  return <NotePaper of={noteDocument(of)} foot={`${of.company.Name} · ${asOf} · Confidential`} />;
}

function Instead({ isWaiting, isOnline, hasFailed }: { isWaiting: boolean; isOnline: boolean; hasFailed: boolean }) {
  if (hasFailed)
    return (
      <ErrorState title="This note could not be loaded">Nothing is lost. Reload the page to try again.</ErrorState>
    );
  if (isWaiting) return <LoadingSkeleton label="Loading the note" rows={6} />;
  if (!isOnline)
    return <EmptyState title="This note is not on this device yet">It loads when you’re back online.</EmptyState>;
  return (
    <ErrorState title="This note could not be opened">
      It may not exist, or you may not have access. Nothing was changed.
    </ErrorState>
  );
}
