import type { CallSubject } from '#local/outbox/call-patient.ts';
import type { WaitingCall } from '#local/outbox/outbox.ts';
import { callDetail, callTitle, subjectWords } from '#shared/call-words.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useChangeViews } from './changes/change-views.tsx';
import classes from './sync-drawer.module.css';

type Props = {
  call: WaitingCall;
  subject: CallSubject | undefined;
  /** Under a heading that names the patient already. */
  isNamed?: boolean;
};

/** What a kept call does, for whom, and since when. */
export function CallLine({ call, subject, isNamed = false }: Props) {
  const view = useChangeViews().conflictViews[call.name];
  const detail = callDetail(view, call);
  const about = subjectWords(isNamed ? { visit: subject?.visit } : subject);
  return (
    <>
      <div className={classes.head}>
        <span>
          <span className={classes.what}>{callTitle(view, call)}</span>
          {detail && `: ${detail}`}
        </span>
        <span className={`${classes.since} tabular`}>since {showMoment(new Date(call.madeAt))}</span>
      </div>
      {about && <div className={classes.whom}>{about}</div>}
    </>
  );
}
