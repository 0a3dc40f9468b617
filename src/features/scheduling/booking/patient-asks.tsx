import IconMessageQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageQuestion.mjs';
import type { PatientAsk } from '#contract/visits/visit.ts';
import classes from './visit-drawer.module.css';

const asked = {
  cannotCome: 'The patient can’t come',
  anotherTime: 'The patient asks for another time',
  bookedOnline: 'The patient booked this online',
} as const;

/** What a patient answered to a message about the visit. */
export function PatientAsks({ ask: { What, Note } }: { ask: PatientAsk }) {
  return (
    <p className={classes.ask}>
      <IconMessageQuestion size={16} aria-hidden className={classes.issueIcon} />
      <span>
        <b>{asked[What]}.</b> {Note !== null && `“${Note}” `}
        <span className={classes.quiet}>Move, confirm or cancel the visit to answer.</span>
      </span>
    </p>
  );
}
