import { lazy, Suspense } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { CareDesk } from '#features/cases/care-desk.tsx';
import { PatientNotes } from '#features/documentation/patient-notes.tsx';
import { casesOfPatient } from '#local/reads/cases.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from './patients.module.css';

const PlansOfCase = lazy(() =>
  import('#features/cases/care-of-case.tsx').then((file) => ({ default: file.PlansOfCase })),
);

const HomePrograms = lazy(() =>
  import('#features/hep/home-programs.tsx').then((file) => ({ default: file.HomePrograms })),
);

type Props = { PatientId: PatientId; care: CareDesk; onNavigate: (path: string) => void };

/** The plans of care of every case, and the notes they were written in. */
export function DocumentationTab({ PatientId, care, onNavigate }: Props) {
  const cases = useLiveValue(() => casesOfPatient(PatientId), [PatientId]) ?? [];
  return (
    <>
      {cases.length > 0 && (
        <div className={classes.plans}>
          {cases.map((of) => (
            <section key={of.CaseId} aria-label={`Plans of ${of.Title}`}>
              <h2>{of.Title}</h2>
              <Suspense>
                <PlansOfCase of={of} desk={care} />
                <HomePrograms of={of} onNavigate={onNavigate} />
              </Suspense>
            </section>
          ))}
        </div>
      )}
      <PatientNotes PatientId={PatientId} onNavigate={onNavigate} />
    </>
  );
}
