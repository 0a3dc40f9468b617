import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useId, useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { noteTypeNames } from '#contract/documentation/note-types.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { isPatientWaiting } from '#local/reads/print-note.ts';
import { call } from '#shared/api.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { saveFile } from '#shared/save-file.ts';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './note.module.css';

type Props = {
  note: VisitNote;
  onNavigate: (path: string) => void;
  /** Queues what was typed and is not saved yet. */
  saveFirst?: () => Promise<void>;
};

/** A note on paper or as a file, signed or not. Printing needs no network; the file is made by the server. */
export function NoteOutput({ note, onNavigate, saveFirst }: Props) {
  const { NoteId, PatientId, NoteType, NoteDate } = note;
  const isOnline = useOnline();
  const isWaiting = useLiveValue(() => isPatientWaiting(PatientId), [PatientId]) ?? false;
  const [isBusy, setBusy] = useState(false);
  const reasonId = useId();
  const reason = whyNoFile(isOnline, isWaiting);
  const which = `${noteTypeNames[NoteType]} of ${showDate(NoteDate)}`;

  async function print(): Promise<void> {
    try {
      await saveFirst?.();
    } catch (error) {
      return toastFailure(error, 'Your text could not be saved on this device.');
    }
    onNavigate(`/printNote/${PatientId}/${NoteId}`);
  }

  async function download(): Promise<void> {
    setBusy(true);
    try {
      const { filename, content } = await call('documentation.pdf', { id: NoteId });
      saveFile(filename, content, 'application/pdf');
    } catch (error) {
      toastFailure(error, 'The file did not download. The note did not change. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.output} role="group" aria-label={`Print or download: ${which}`}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
        onClick={() => void print()}
      >
        Print
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        loading={isBusy}
        // It stays reachable by keyboard, and says why it waits.
        aria-disabled={reason !== null}
        {...(reason !== null && { 'data-disabled': true, 'aria-describedby': reasonId })}
        onClick={() => {
          if (reason === null) void download();
        }}
      >
        Download PDF
      </Button>
      {reason !== null && <OfflineNote id={reasonId}>{reason}</OfflineNote>}
    </div>
  );
}

/** Why the server cannot make the file of what is here, or null. */
function whyNoFile(isOnline: boolean, isWaiting: boolean): string | null {
  if (!isOnline) return 'You must be online to download the PDF.';
  return isWaiting ? 'Download waits until the changes on this device are sent.' : null;
}
