import { Button } from '@mantine/core';
import { noteSections, type NoteChanges } from '#contract/documentation/visit-note.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';

/** Takes the text of a note along whose visit is not on this device, where it could only be discarded. */
export function CopyNote({ call }: { call: ParkedCall }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(noteText(call));
      toastDone('The text is copied.');
    } catch {
      toastNegative('This browser does not let Mainstay copy. Select the text and copy it yourself.');
    }
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      Copy the text
    </Button>
  );
}

function noteText({ input }: ParkedCall): string {
  const changes = input['changes'] as NoteChanges;
  return noteSections
    .flatMap((section) => (changes[section] === undefined ? [] : `${section}\n${changes[section]}`))
    .join('\n\n');
}
