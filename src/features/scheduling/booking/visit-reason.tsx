import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { showMoney } from '#contract/base/money.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import { VisitScope } from './visit-scope.tsx';
import classes from './visit-drawer.module.css';

export type LetGo = 'cancelled' | 'lateCancel' | 'noShow';

/** What is given for a visit to be let go or deleted, as far as it is typed and chosen. */
export type Given = { reason: string; way: LetGo; which: SeriesScope; charges: boolean };

export function nothingGiven(way: LetGo): Given {
  return { reason: '', way, which: 'this', charges: true };
}

/** What was given once it is confirmed; `LateFee` in cents. */
export type Confirmed = { reason: string; way: LetGo; which: SeriesScope; LateFee: number | undefined };

type Props = {
  title: string;
  confirmLabel: string;
  /** Ways to let a visit go that the user may choose; none for a deletion. */
  ways?: readonly LetGo[];
  given: Given;
  onGiven: (given: Given) => void;
  hint?: string | null;
  /** What the clinic charges for a late cancellation, in cents; 0 for nothing. */
  fee?: number;
  isSeries: boolean;
  onConfirm: (given: Confirmed) => void;
  onBack: () => void;
};

const wayWords: Record<LetGo, string> = {
  cancelled: 'Canceled in time',
  lateCancel: 'Late cancel',
  noShow: 'No-show',
};

/** Asks why before a visit is let go or deleted. */
export function VisitReason({
  title,
  confirmLabel,
  ways = [],
  given,
  onGiven,
  hint,
  fee = 0,
  isSeries,
  onConfirm,
  onBack,
}: Props) {
  const { reason, way, which, charges } = given;
  const [isTried, setTried] = useState(false);
  const offersFee = way === 'lateCancel' && fee > 0;
  const isMissing = reason.trim() === '' && way !== 'noShow';

  function confirm(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!isMissing) onConfirm({ reason: reason.trim(), way, which, LateFee: offersFee && charges ? fee : undefined });
  }

  return (
    <form className={classes.part} onSubmit={confirm} noValidate>
      <h3 className={classes.heading}>{title}</h3>
      {hint && <p className={classes.quiet}>{hint}</p>}
      {ways.length > 0 && (
        <Radio.Group label="What happened" value={way} onChange={(value) => onGiven({ ...given, way: value as LetGo })}>
          {ways.map((one) => (
            <Radio key={one} value={one} label={wayWords[one]} mt={6} />
          ))}
        </Radio.Group>
      )}
      {offersFee && (
        <Checkbox
          label={`Charge the late fee of ${showMoney(fee)} to the patient`}
          checked={charges}
          onChange={(event) => onGiven({ ...given, charges: event.currentTarget.checked })}
        />
      )}
      <TextInput
        label="Reason"
        required={way !== 'noShow'}
        maxLength={200}
        value={reason}
        onChange={(event) => onGiven({ ...given, reason: event.currentTarget.value })}
        error={isTried && isMissing ? 'Enter the reason.' : null}
        data-autofocus
      />
      {isSeries && <VisitScope which={which} onChange={(next) => onGiven({ ...given, which: next })} />}
      <Group gap="xs">
        <Button type="submit" color="red">
          {confirmLabel}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </form>
  );
}
