import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Payer } from '#contract/address-book/payer.ts';
import { showDate } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { readCase, readPayersOfCase } from '#local/reads/cases.ts';
import { removeNote, type Signers } from '#local/reads/documentation.ts';
import { whileOpen } from '#local/store/device.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { CosignPanel } from './cosign-panel.tsx';
import { NoteAlert } from './note-alert.tsx';
import { NoteEditor } from './note-editor.tsx';
import { RefusedText } from './refused-text.tsx';
import { SignPanel } from './sign-panel.tsx';
import { NoteText } from './signed-note.tsx';
import { useNote } from './use-note.ts';
import { useNoteWriter } from '#shared/hooks/use-note-writer.ts';
import classes from './note.module.css';

const CompareNote = lazy(() => import('./compare-note.tsx').then((file) => ({ default: file.CompareNote })));

type Props = { note: VisitNote; signers: Signers | undefined };

/** A note that is not a visit's own: written and signed where it stands, read once it is signed. */
export function NoteDesk({ note, signers }: Props) {
  const [isComparing, setComparing] = useState(false);
  const live = useLiveWithRetry(() => readGround(note), [note.CaseId, note.NoteDate]);
  const found = live.state === 'ready' ? live.value : undefined;
  const writer = useNoteWriter(found?.payers ?? []);
  const of = found?.of;
  if (!of)
    return (
      <>
        {live.state === 'failed' && (
          <LivePart of={live} what="case of this note" kept="You can only read the note until then.">
            {() => null}
          </LivePart>
        )}
        <NoteText note={note} signers={signers} isNamed />
      </>
    );
  const refusal = noteRefusal({ signedAt: note.signedAt, ProviderId: note.ProviderId }, writer);
  if (isComparing)
    return (
      <Suspense fallback={<LoadingSkeleton label="Loading both texts" rows={6} />}>
        <CompareNote NoteId={note.NoteId} readOnlyReason={refusal} onClose={() => setComparing(false)} />
      </Suspense>
    );
  const onCompare = () => setComparing(true);
  return (
    <>
      <RefusedText NoteId={note.NoteId} onCompare={onCompare} />
      {refusal === null ? (
        <Writing note={note} of={of} onCompare={onCompare} />
      ) : (
        <NoteText note={note} signers={signers} isNamed />
      )}
      {note.signedAt && note.cosignRequired && !note.cosignedAt && (
        <CosignPanel note={note} services={[]} flushCharges={nothing} />
      )}
    </>
  );
}

async function readGround(note: VisitNote): Promise<{ of: Case | undefined; payers: Payer[] }> {
  const [of, payers] = await Promise.all([readCase(note.CaseId), readPayersOfCase(note.CaseId, note.NoteDate)]);
  return { of, payers };
}

const nothing = () => Promise.resolve();

function Writing({ note, of, onCompare }: { note: VisitNote; of: Case; onCompare: () => void }) {
  const editing = useNote(note, note);
  const [isAsking, setAsking] = useState(false);
  const kind = noteTypeNames[note.NoteType].toLowerCase();

  async function remove(): Promise<void> {
    setAsking(false);
    try {
      await whileOpen(editing.flush);
      await removeNote(note.NoteId);
      toastDone('Note removed.');
    } catch (error) {
      toastFailure(error, 'The note could not be removed on this device. It is kept.');
    }
  }

  if (!editing.isRead) return null;
  return (
    <div className={classes.writing}>
      <NoteAlert note={note} editing={editing} />
      <NoteEditor of={note} editing={editing} readOnlyReason={null} visit={null} idPrefix={note.NoteId} />
      <div className={classes.writingFoot}>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          Remove
        </Button>
        <SignPanel
          NoteId={note.NoteId}
          CaseId={note.CaseId}
          day={note.NoteDate}
          visit={null}
          discipline={of.Discipline}
          ParentNoteId={note.ParentNoteId}
          editing={editing}
          services={[]}
          flushCharges={nothing}
          refusal={null}
          onCompare={onCompare}
        />
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={`Remove this ${kind}?`}
        confirmLabel="Remove"
        cancelLabel="Keep"
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        The {kind} of {showDate(note.NoteDate)} is removed from the chart. The audit log keeps its text.
      </ConfirmDialog>
    </div>
  );
}
