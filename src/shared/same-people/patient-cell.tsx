import { showName } from '#contract/base/text.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import classes from './like-people.module.css';

type Props = {
  person: PatientName;
  /** What tells those of one name apart, by PatientId. */
  apart: ReadonlyMap<string, string>;
};

/** The name of a patient in a table. */
export function PatientCell({ person, apart }: Props) {
  const words = apart.get(person.PatientId);
  return (
    <>
      {showName(person)}
      {words && <div className={classes.facts}>{words}</div>}
    </>
  );
}
