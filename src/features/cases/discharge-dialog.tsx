import { Checkbox, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { isRealDate } from '#contract/base/dates.ts';
import type { VisitId } from '#contract/base/ids.ts';
import { dischargeRefusal } from '#contract/cases/case-refusal.ts';
import { dischargeReasons, type DischargeReason } from '#contract/cases/discharge-reason.ts';
import type { Case } from '#contract/cases/case.ts';
import { isToCome } from '#contract/visits/series-scope.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { notedReasonOf, visitsOfCase } from '#local/reads/cases.ts';
import { queueWrites } from '#local/outbox/outbox.ts';
import { useClinicNow, useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMay } from '#shared/session.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';
import { toastDone, toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';

/** Asks on which day the case ended, and tells what is still booked in it. */
export function DischargeDialog({ of, opened, onClose }: { of: Case; opened: boolean; onClose: () => void }) {
  const today = useClinicToday();
  const [day, setDay] = useState<string | null>(today);
  const [error, setError] = useState<string | null>(null);
  const visits = useLiveValue(() => visitsOfCase(of.CaseId), [of.CaseId]) ?? [];
  const booked = visits.filter(isBooked).length;
  const now = useClinicNow();
  const mayRemove = useMay('schedule visits');
  const futureIds = visits.filter((visit) => isToCome(visit, now)).map(({ VisitId }) => VisitId);
  const toCome = futureIds.length;
  const noted = useLiveValue(() => notedReasonOf(of.CaseId), [of.CaseId]);
  // Until someone chooses, what the discharge note says; where that is not known here, the server knows.
  const [chosen, setChosen] = useState<DischargeReason | null | undefined>();
  const reason = chosen === undefined ? (noted ?? undefined) : chosen;
  const [removes, setRemoves] = useState(false);
  function choose(next: string | null): void {
    setDay(next);
    setError(null);
  }
  async function discharge(): Promise<void> {
    const refusal = refusalOf(of, day, today);
    setError(refusal);
    if (refusal !== null || day === null) return;
    // Only what was shown goes.
    const gone = removes ? futureIds : [];
    const discharged = {
      DischargedAt: day,
      ...(reason !== undefined && { DischargeReason: reason, NotedReason: noted ?? null }),
    };
    if (!(await sendDischarge(of, discharged, gone))) return;
    onClose();
    // What is gone does not come back with the case, so no undo is offered.
    if (gone.length > 0) return toastDone('Case discharged. Upcoming visits are deleted.');
    toastUndo('Case discharged.', () => sendDischarge(of, takenBack));
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Discharge ${of.Title}?`}
      confirmLabel="Discharge"
      onCancel={onClose}
      onConfirm={() => void discharge()}
    >
      <Stack gap="sm">
        <DateField
          label="Discharge date"
          today={today}
          value={day}
          onChange={choose}
          onRefused={choose}
          error={error}
        />
        <Select
          label="Reason"
          placeholder="Not given"
          clearable
          data={reasonOptions}
          value={reason ?? null}
          onChange={(next) => setChosen(next)}
        />
        {booked > 0 && (
          <span>
            {booked === 1 ? 'One visit is' : `${booked} visits are`} still booked. Discharging doesn’t cancel visits.
            Cancel the ones you don’t need {mayRemove && toCome > 0 && ', or delete upcoming visits here'}.
          </span>
        )}
        {mayRemove && toCome > 0 && (
          <Checkbox
            label={`Delete the upcoming ${toCome === 1 ? 'visit' : `${toCome} visits`}`}
            description="They disappear from the calendar. You can’t undo this."
            checked={removes}
            onChange={(event) => setRemoves(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

const reasonOptions = Object.entries(dischargeReasons).map(([value, label]) => ({
  value: value as DischargeReason,
  label,
}));

function isBooked({ stage }: Pick<Visit, 'stage'>): boolean {
  return stage === 'scheduled' || stage === 'confirmed';
}

function refusalOf(of: Case, day: string | null, today: string): string | null {
  if (day === null) return 'Enter the discharge date.';
  return isRealDate(day) ? dischargeRefusal(of, day, today) : notADateSentence;
}

/** Without a reason, that of the signed discharge note counts; null is none. */
type Discharge = {
  DischargedAt: string | null;
  DischargeReason?: DischargeReason | null;
  /** What the note proposed, as it was shown. */
  NotedReason?: DischargeReason | null;
};

export const takenBack: Discharge = { DischargedAt: null, DischargeReason: null };

/**
 * True when it is saved on this device, and with it that these visits go: a tab that dies in between must not leave them
 * booked in a case that has ended.
 */
export async function sendDischarge(
  { CaseId: id, DischargedAt: was, DischargeReason: before }: Case,
  discharge: Discharge,
  VisitIds: VisitId[] = [],
): Promise<boolean> {
  try {
    await queueWrites([
      {
        name: 'cases.discharge',
        input: { id, ...discharge },
        base: { DischargedAt: was, DischargeReason: before },
      },
      ...(VisitIds.length > 0 ? [{ name: 'visits.removeFuture' as const, input: { id, VisitIds } }] : []),
    ]);
    return true;
  } catch (error) {
    toastFailure(error, 'The discharge could not be saved on this device.');
    return false;
  }
}
