import { showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { WaitingArrival } from '#contract/kiosk/arrival.ts';
import { doubtSentence, matchDoubts } from '#contract/kiosk/match-doubts.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';

/** Whether a visit of this patient needs a second look first; of one who is not on this device, nothing is known. */
export function isDoubtful(arrival: WaitingArrival, patient: Patient | undefined): boolean {
  return patient === undefined || matchDoubts(arrival, patient).length > 0;
}

type Props = {
  opened: boolean;
  arrival: WaitingArrival;
  patient: Patient | undefined;
  /** What the server asks about, where it did. */
  told: string | null;
  busy: boolean;
  onConfirm(): void;
  onCancel(): void;
};

/** Asked before a visit is checked in for an arrival that told of somebody else. */
export function MatchDialog({ arrival, patient, told, ...dialog }: Props) {
  const { DateOfBirth, signedAs } = arrival;
  const signed = signedAs === null ? '' : `, signed by ${signedAs}`;
  return (
    <ConfirmDialog title="Check in this patient?" confirmLabel="Check in anyway" {...dialog}>
      {told !== null
        ? `${told} `
        : patient === undefined
          ? 'The chart of this patient is not on this device yet. Compare the birth date with the chart first.'
          : `${doubtSentence(matchDoubts(arrival, patient))} `}
      {patient !== undefined &&
        `Arrival: born ${showDate(DateOfBirth)}${signed}. Chart: ${showName(patient)}, born ${showDate(patient.DateOfBirth)}.`}
    </ConfirmDialog>
  );
}
