import { Button, Select } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { CaseId, PatientId } from '#contract/base/ids.ts';
import { casesOfPatient } from '#local/reads/cases.ts';
import { AlertNotes } from '#shared/alert-notes/alert-notes.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { PatientPicker } from './patient-picker.tsx';
import classes from './visit-drawer.module.css';

type Props = {
  PatientId: PatientId | null;
  CaseId: string;
  error: string | undefined;
  onPatient: (id: PatientId) => void;
  onCase: (CaseId: CaseId) => void;
  /** Enters one who is not here yet, or a case of theirs. */
  onNew?: ((what: 'patient' | 'case') => void) | undefined;
};

/** Whom a visit is for: a patient by name, birth date or phone, then one of their cases. */
export function VisitPatient({ PatientId: id, CaseId, error, onPatient, onCase, onNew }: Props) {
  return (
    <>
      <div className={classes.whom}>
        <PatientPicker value={id} onChange={onPatient} error={id === null ? (error ?? null) : null} />
        {onNew && (
          <Button variant="default" onClick={() => onNew('patient')}>
            New patient
          </Button>
        )}
      </div>
      {id !== null && <AlertNotes PatientId={id} CaseId={CaseId === '' ? null : CaseId} />}
      {id !== null && (
        <CaseChoice key={id} PatientId={id} CaseId={CaseId} error={error} onCase={onCase} onNew={onNew} />
      )}
    </>
  );
}

function CaseChoice({
  PatientId: id,
  CaseId,
  error,
  onCase,
  onNew,
}: Pick<Props, 'CaseId' | 'error' | 'onCase' | 'onNew'> & { PatientId: PatientId }) {
  const cases = useLiveValue(() => casesOfPatient(id), [id]);
  const first = cases?.find((one) => one.DischargedAt === null)?.CaseId;
  const choose = useEffectEvent(onCase);
  useEffect(() => {
    if (CaseId === '' && first) choose(first);
  }, [CaseId, first]);
  if (cases?.length === 0)
    return (
      <div className={classes.who}>
        <p className={classes.quiet} role="status">
          This patient has no case on this device. You need a case to book a visit.
        </p>
        {onNew && (
          <Button variant="default" size="xs" className={classes.add ?? ''} onClick={() => onNew('case')}>
            New case
          </Button>
        )}
      </div>
    );
  return (
    <Select
      label="Case"
      required
      data={(cases ?? []).map((one) => ({
        value: one.CaseId,
        label: one.DischargedAt === null ? one.Title : `${one.Title} (discharged)`,
      }))}
      value={CaseId === '' ? null : CaseId}
      onChange={(value) => {
        const chosen = cases?.find((one) => one.CaseId === value);
        if (chosen) onCase(chosen.CaseId);
      }}
      allowDeselect={false}
      error={error}
    />
  );
}
