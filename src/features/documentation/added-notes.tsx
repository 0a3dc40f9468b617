import { Button } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { NoteId } from '#contract/base/ids.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import { addendumRefusal, noteRefusal } from '#contract/documentation/ready-to-sign.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { readPayersOfCase } from '#local/reads/cases.ts';
import { createNote, notesAddedTo, type Signers } from '#local/reads/documentation.ts';
import { newId } from '#local/store/new-id.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { NoteDesk } from './note-desk.tsx';
import { useNoteWriter } from '#shared/hooks/use-note-writer.ts';
import classes from './note.module.css';

/** What was added to a signed note, and the way to add more: the note itself never changes. */
export function AddedNotes({ note, signers }: { note: VisitNote; signers: Signers | undefined }) {
  const added = useLiveValue(() => notesAddedTo(note), [note.NoteId, note.CaseId]) ?? [];
  return (
    <>
      {added.map((one) => (
        <article
          key={one.NoteId}
          className={classes.added}
          aria-label={`${noteTypeNames[one.NoteType]} ${showDate(one.NoteDate)}`}
        >
          <h3 className={classes.noteTitle}>
            {noteTypeNames[one.NoteType]} <span className="tabular">{showDate(one.NoteDate)}</span>
          </h3>
          <NoteDesk note={one} signers={signers} />
        </article>
      ))}
      {note.signedAt && note.NoteType !== 'addendum' && <AddAddendum note={note} added={added} />}
    </>
  );
}

/** One at a time: somebody who has begun one goes on with it. */
function AddAddendum({ note, added }: { note: VisitNote; added: readonly VisitNote[] }) {
  const payers = useLiveValue(() => readPayersOfCase(note.CaseId, note.NoteDate), [note.CaseId, note.NoteDate]);
  const writer = useNoteWriter(payers ?? []);
  const today = useClinicToday();
  const [isBusy, setBusy] = useState(false);
  const isBegun = added.some(({ signedAt, ProviderId }) => !signedAt && ProviderId === writer.ProviderId);
  const refusal =
    noteRefusal({ signedAt: null, ProviderId: writer.ProviderId }, writer) ?? addendumRefusal(note, writer);
  if (!payers || refusal || isBegun) return null;

  async function add(): Promise<void> {
    setBusy(true);
    try {
      await createNote({
        NoteId: NoteId.parse(newId()),
        CaseId: note.CaseId,
        NoteType: 'addendum',
        NoteDate: today,
        ParentNoteId: note.NoteId,
      });
    } catch (error) {
      toastFailure(error, 'The addendum could not be begun on this device. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="default" size="compact-sm" mt={12} loading={isBusy} onClick={() => void add()}>
      Add addendum
    </Button>
  );
}
