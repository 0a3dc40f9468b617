import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { discardCall } from '#local/outbox/refused-calls.ts';
import { useDraftForm, useDraftValues } from '#shared/autosave/use-draft-form.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';

/** A change is given up by a person only, with a reason that goes to the audit log. */
export function DiscardForm({ mid, onKeep }: { mid: number; onKeep: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const kept = useDraftForm<{ reason: string }>(`form:discard:${mid}`, () => undefined);
  useDraftValues(kept, { reason }, (left) => setReason(left.reason));

  async function discard(): Promise<void> {
    const typed = reason.trim();
    if (typed === '') return setMissing(true);
    try {
      if (!(await kept.submit((draft) => discardCall(mid, typed, draft)))) return;
      kept.drop();
      toastDone('Change discarded.');
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device. Nothing changed.');
    }
  }

  function keep(): void {
    kept.drop();
    onKeep();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void discard();
      }}
    >
      <TextInput
        label="Reason for discarding"
        description="Kept in the audit log."
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setMissing(false);
        }}
        error={isMissing ? 'Enter a reason.' : null}
        maxLength={200}
        data-autofocus
        autoFocus
      />
      <Group gap={8} mt={8}>
        <Button type="submit" variant="outline" color="red">
          Discard change
        </Button>
        <Button variant="subtle" color="gray" onClick={keep}>
          Keep change
        </Button>
      </Group>
    </form>
  );
}
