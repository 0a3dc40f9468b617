import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { PlanStampId } from '#contract/base/ids.ts';
import { stampKinds, StampKind, StampVia } from '#contract/cases/plan-stamp.ts';
import { stampNames, stampRefusals, viaNames } from '#contract/cases/plan-stamps.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { newId } from '#local/store/new-id.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { ToStamp } from './care-desk.tsx';

type Typed = {
  Kind: StampKind;
  On: string | null;
  By: string;
  Via: keyof typeof viaNames | null;
  LimitedTo: string | null;
  Reason: string;
};

const offered = stampKinds.filter((kind) => kind !== 'withdrawn');

/** Records that a plan was sent, signed, ordered, limited or delayed, or takes such a record back. */
export function StampDialog({ stamp, onClose }: { stamp: ToStamp | null; onClose: () => void }) {
  const today = useClinicToday();
  const [start] = useState<Typed>({
    Kind: stamp?.stampKind ?? 'sent',
    On: today,
    By: stamp?.stampKind === 'signed' || stamp?.stampKind === 'verbal' ? (stamp.line.certifier ?? '') : '',
    Via: stamp?.stampKind === 'sent' ? 'fax' : null,
    LimitedTo: null,
    Reason: '',
  });
  const [typed, setTyped] = useState(start);
  const kept = useDraftScope<Typed>('stamp', { values: typed, isDirty: typed !== start, fill: setTyped });
  const [errors, setErrors] = useState<Partial<Record<keyof Typed | 'CorrectsStampId', string>>>({});
  const set = (change: Partial<Typed>) => {
    setTyped({ ...typed, ...change });
    setErrors({});
  };
  const { Kind } = typed;
  const corrects = stamp?.corrects ?? null;

  async function save({ line: { plan, stamps, writtenOn } }: ToStamp): Promise<void> {
    const wrong = daysWrong(typed);
    const of = asSent(typed, corrects ? PlanStampId.parse(corrects.PlanStampId) : null);
    const refused = wrong ?? stampRefusals(of, { ...plan, writtenOn }, stamps, today);
    setErrors(refused);
    if (Object.keys(refused).length > 0) return;
    try {
      const input = { id: plan.PlanOfCareId, PlanStampId: PlanStampId.parse(newId()), ...of };
      await kept.submit((draft) => queueWrite('cases.stampPlan', input, {}, draft));
      toastDone(corrects ? 'Entry withdrawn.' : `Recorded: ${stampNames[Kind].toLowerCase()}.`);
      onClose();
    } catch (error) {
      toastFailure(error, 'This could not be saved on this device.');
    }
  }

  return (
    <ConfirmDialog
      opened={stamp !== null}
      title={
        corrects
          ? `Withdraw “${stampNames[corrects.Kind]}” of ${showDate(corrects.On)}?`
          : 'Record for this plan of care'
      }
      confirmLabel={corrects ? 'Withdraw' : 'Record'}
      onCancel={onClose}
      onConfirm={() => stamp && void save(stamp)}
    >
      <Stack gap="sm">
        {!corrects && (
          <Select
            label="What happened"
            allowDeselect={false}
            data={offered.map((value) => ({ value, label: stampNames[value] }))}
            value={Kind}
            onChange={(value) => set({ Kind: StampKind.safeParse(value).data ?? Kind, LimitedTo: null })}
          />
        )}
        <DateField
          label="Date"
          today={today}
          value={typed.On}
          onChange={(On) => set({ On })}
          onRefused={(On) => set({ On })}
          error={errors.On ?? null}
        />
        {Kind === 'limited' && (
          <DateField
            label="Last day allowed"
            value={typed.LimitedTo}
            onChange={(LimitedTo) => set({ LimitedTo })}
            onRefused={(LimitedTo) => set({ LimitedTo })}
            error={errors.LimitedTo ?? null}
          />
        )}
        {Kind !== 'delay' && !corrects && (
          <>
            <TextInput
              label={Kind === 'sent' ? 'Sent by' : 'By'}
              maxLength={80}
              value={typed.By}
              error={errors.By ?? null}
              onChange={(event) => set({ By: event.currentTarget.value })}
            />
            <Select
              label="Via"
              clearable
              data={Object.entries(viaNames).map(([value, label]) => ({ value, label }))}
              value={typed.Via}
              onChange={(value) => set({ Via: StampVia.safeParse(value).data ?? null })}
            />
          </>
        )}
        {(Kind === 'delay' || corrects) && (
          <TextInput
            label="Reason"
            maxLength={300}
            value={typed.Reason}
            error={errors.Reason ?? errors.CorrectsStampId ?? null}
            onChange={(event) => set({ Reason: event.currentTarget.value })}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function daysWrong({ On, LimitedTo, Kind }: Typed): Partial<Record<'On' | 'LimitedTo', string>> | null {
  if (On === null) return { On: 'Enter the date.' };
  if (!isRealDate(On)) return { On: notADateSentence };
  const isWrong = Kind === 'limited' && LimitedTo !== null && !isRealDate(LimitedTo);
  return isWrong ? { LimitedTo: notADateSentence } : null;
}

function asSent({ On, By, Reason, ...typed }: Typed, CorrectsStampId: PlanStampId | null) {
  return { ...typed, On: On ?? '', By: By.trim() || null, Reason: Reason.trim() || null, CorrectsStampId };
}
