import { Button, Checkbox, Group, Radio, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { showMoney } from '#contract/base/money.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import { VisitScope } from './visit-scope.tsx';
import classes from './visit-drawer.module.css';

export type LetGo = 'cancelled' | 'lateCancel' | 'noShow';

type Props = {
  title: string;
  confirmLabel: string;
  /** Ways to let a visit go that the user may choose; none for a deletion. */
  ways?: readonly LetGo[];
  way?: LetGo;
  hint?: string | null;
  /** What the clinic charges for a late cancellation, in cents; 0 for nothing. */
  fee?: number;
  isSeries: boolean;
  onConfirm: (given: { reason: string; way: LetGo; which: SeriesScope; LateFee: number | undefined }) => void;
  onBack: () => void;
};

const wayWords: Record<LetGo, string> = {
  cancelled: 'Cancelled in time',
  lateCancel: 'Cancelled late',
  noShow: 'Did not come',
};

/** Asks why before a visit is let go or deleted. */
export function VisitReason({
  title,
  confirmLabel,
  ways = [],
  way: first,
  hint,
  fee = 0,
  isSeries,
  onConfirm,
  onBack,
}: Props) {
  const [reason, setReason] = useState('');
  const [way, setWay] = useState<LetGo>(first ?? ways[0] ?? 'cancelled');
  const [which, setWhich] = useState<SeriesScope>('this');
  const [charges, setCharges] = useState(true);
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
        <Radio.Group label="What happened" value={way} onChange={(value) => setWay(value as LetGo)}>
          {ways.map((one) => (
            <Radio key={one} value={one} label={wayWords[one]} mt={6} />
          ))}
        </Radio.Group>
      )}
      {offersFee && (
        <Checkbox
          label={`Charge the late fee of ${showMoney(fee)} to the patient`}
          checked={charges}
          onChange={(event) => setCharges(event.currentTarget.checked)}
        />
      )}
      <TextInput
        label="Reason"
        required={way !== 'noShow'}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isTried && isMissing ? 'Write the reason.' : null}
        data-autofocus
      />
      {isSeries && <VisitScope which={which} onChange={setWhich} />}
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
