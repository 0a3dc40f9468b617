import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { IntakeId } from '#contract/intake/endpoints.ts';
import { call } from '#shared/api.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './insurance-review.module.css';

type Props = {
  IntakeId: IntakeId;
  reason: string;
  onReason: (reason: string) => void;
  isOnline: boolean;
  /** It is decided, by this person or another. */
  onDone: () => void;
};

/** Says why no policy is made. */
export function RefuseInsurance({ IntakeId, reason, onReason, isOnline, onDone }: Props) {
  const [isAsked, setAsked] = useState(false);
  // What was left of a reason is shown again.
  const isOpen = isAsked || reason !== '';
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function refuse(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(reason.trim() === '' ? 'Enter the reason.' : null);
    if (reason.trim() === '') return;
    setBusy(true);
    try {
      await call('intake.refuseInsurance', { IntakeId, reason });
      toastDone('The insurance is refused. Nothing was added to the chart.');
      onDone();
    } catch (cause) {
      toastFailure(cause, 'That did not work. Nothing was changed. Try again.');
      if (cause instanceof AppError && cause.kind === 'conflict') onDone();
    } finally {
      setBusy(false);
    }
  }
  if (!isOpen)
    return (
      <Button variant="default" disabled={!isOnline} onClick={() => setAsked(true)}>
        Refuse…
      </Button>
    );
  return (
    <form className={classes.fields} noValidate onSubmit={(event) => void refuse(event)}>
      <TextInput
        label="Why it is refused"
        maxLength={200}
        data-autofocus
        value={reason}
        error={error}
        onChange={(event) => onReason(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isOnline} loading={isBusy}>
        Refuse
      </Button>
    </form>
  );
}
