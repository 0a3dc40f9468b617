import { Button } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { CaseId, PatientId } from '#contract/base/ids.ts';
import { typesFor } from '#contract/facilities/types-for.ts';
import type { VisitType } from '#contract/facilities/visit-type.ts';
import type { Discipline } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPatient } from '#local/reads/patients.ts';
import { readRow, readWhere } from '#local/reads/reads.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useMay } from '#shared/session.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { useBooking } from './use-booking.ts';
import { bookableTypes, timesOf, typedIn, typedOf, type Slot, type TypedVisit } from './visit-form.ts';
import { VisitFields } from './visit-fields.tsx';
import { VisitIssues } from './visit-issues.tsx';
import { VisitPatient } from './visit-patient.tsx';
import { bookVisit, sayWhy } from './visit-writes.ts';
import classes from './visit-drawer.module.css';

/** What is opened over the booking: a form of a new patient, or of a new case of the one who was chosen. */
export type NewFor = (open: {
  what: 'patient' | 'case' | null;
  PatientId: PatientId | null;
  onClose: () => void;
  /** Whom it is for: the one who was made, or was here already. */
  onPatient: (id: PatientId) => void;
}) => ReactNode;

type Props = {
  slot: Slot;
  /** Whom it is for, where a chart says so. */
  PatientId?: PatientId | undefined;
  /** One like it is booked; its room belongs to its own time. */
  like?: Visit | undefined;
  formId: string;
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
  onBlock?: ((slot: Slot) => void) | undefined;
  newFor?: NewFor | undefined;
  onCovered: (isCovered: boolean) => void;
};

/** Books a visit into a free time: whom for, what for, and what speaks against it. */
export function VisitBook(props: Props) {
  const { slot, PatientId: of, like, formId, onDirty, onBusy, onDone, onBlock, newFor, onCovered } = props;
  const [typed, setTyped] = useState<TypedVisit>(() =>
    like ? { ...typedOf(like), ...timesOf(slot), RoomId: '' } : typedIn(slot),
  );
  const [first] = useState(typed);
  const [patientId, setPatientId] = useState<PatientId | null>(like?.PatientId ?? of ?? null);
  const [isTried, setTried] = useState(false);
  const [making, setMaking] = useState<'patient' | 'case' | null>(null);
  const mayMake = useMay('edit patients') && newFor !== undefined;
  const booking = useBooking(typed, { VisitId: null, PatientId: patientId });
  const change = (changes: Partial<TypedVisit>) => setTyped((before) => ({ ...before, ...changes }));
  const isOther = like ? !isSame(typed, first) : typed.SchedulingNote !== '';
  const isDirty = patientId !== (like?.PatientId ?? of ?? null) || isOther;
  useReportDirty(isDirty, onDirty);
  const kept = useDraftScope('book', {
    values: { typed, patientId },
    isDirty,
    fill: (left) => {
      setTyped(left.typed);
      setPatientId(left.patientId);
    },
  });
  useReportDirty(kept.isSubmitting, onBusy);

  async function chooseCase(CaseId: CaseId): Promise<void> {
    change({ CaseId });
    const episode = await readRow('cases', CaseId);
    const FacilityId = typed.FacilityId || (episode?.FacilityId ?? '');
    const ProviderId = typed.ProviderId || (episode?.ProviderId ?? '');
    const { types, usual } = await typesOfCase(CaseId, FacilityId, episode?.Discipline ?? null);
    setTyped((before) => {
      if (before.CaseId !== CaseId) return before;
      const place = { ...before, FacilityId, ProviderId };
      if (types.some(({ Name }) => Name === before.VisitTypeName) || !usual) return place;
      return { ...place, VisitTypeName: usual.Name, minutes: usual.Minutes };
    });
  }

  function choosePatient(chosen: PatientId): void {
    setPatientId(chosen);
    change({ CaseId: '', VisitTypeName: '' });
  }

  function book(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    const { fields, refusal, acceptedCodes } = booking;
    if (!fields || !patientId) return void setTimeout(focusFirstError);
    if (refusal) return toastNegative(refusal);
    const booked = kept.submit(async (draft) => {
      const patient = await readPatient(patientId);
      const name = patient ? `${patient.FirstName} ${patient.LastName}` : 'The patient';
      await bookVisit(fields, { PatientId: patientId, name }, acceptedCodes, draft);
    });
    booked.then((isBooked) => isBooked && onDone(), sayWhy);
  }

  function open(what: 'patient' | 'case' | null): void {
    setMaking(what);
    onCovered(what !== null);
  }

  const errors = isTried ? booking.missing : {};
  return (
    <>
      <form id={formId} className={classes.form} noValidate onSubmit={book}>
        {onBlock && !like && (
          <Button variant="default" size="xs" className={classes.other ?? ''} onClick={() => onBlock(slot)}>
            Add a block instead
          </Button>
        )}
        <VisitPatient
          PatientId={patientId}
          CaseId={typed.CaseId}
          error={errors['CaseId']}
          onPatient={choosePatient}
          onCase={(CaseId) => void chooseCase(CaseId).catch(sayWhy)}
          onNew={mayMake ? open : undefined}
        />
        <VisitFields
          typed={typed}
          errors={errors}
          facilities={booking.facilities}
          providers={booking.providers}
          onChange={change}
        />
        <VisitIssues {...booking} onAccept={booking.accept} />
      </form>
      {/* A form of its own, which must not be within this one. */}
      {newFor?.({ what: making, PatientId: patientId, onClose: () => open(null), onPatient: choosePatient })}
    </>
  );
}

function isSame(a: TypedVisit, b: TypedVisit): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What a case can be booked for at a facility, and what it was booked for last, or the first of them. */
async function typesOfCase(
  CaseId: CaseId,
  FacilityId: string,
  discipline: Discipline | null,
): Promise<{ types: VisitType[]; usual: VisitType | undefined }> {
  const types = typesFor(bookableTypes(await readRow('facilities', FacilityId)), discipline);
  const visits = await readWhere('visits', { index: 'CaseId', equals: CaseId });
  const last = visits.toSorted((a, b) => b.Start.localeCompare(a.Start))[0];
  return { types, usual: types.find(({ Name }) => Name === last?.VisitTypeName) ?? types[0] };
}
