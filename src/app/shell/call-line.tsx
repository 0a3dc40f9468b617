import { useLiveQuery } from 'dexie-react-hooks';
import { showName } from '#contract/base/text.ts';
import { patientOfCall } from '#local/call-patient.ts';
import { showMoment } from '#shared/format/clock.ts';
import classes from './sync-drawer.module.css';
import { callWords } from './sync-words.ts';

/** What a kept call does, for whom, and since when. */
export function CallLine({ call }: { call: { name: string; input: unknown; madeAt: string } }) {
  const patient = useLiveQuery(() => patientOfCall(call.input), [call.input]);
  return (
    <>
      <div className={classes.head}>
        <span className={classes.what}>{callWords(call.name, call.input)}</span>
        <span className={`${classes.since} tabular`}>since {showMoment(new Date(call.madeAt))}</span>
      </div>
      {patient && <div className={classes.whom}>{showName(patient)}</div>}
    </>
  );
}
