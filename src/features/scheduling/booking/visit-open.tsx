import { useState, type ReactNode } from 'react';
import { showName } from '#contract/base/text.ts';
import type { Patient } from '#contract/patients/patient.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { AlertNotes } from '#shared/alert-notes/alert-notes.tsx';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { PatientAsks } from './patient-asks.tsx';
import { useVisitOptions } from './use-visit-options.ts';
import { VisitActions, type VisitLinks } from './visit-actions.tsx';
import { VisitChange, type TypedChange } from './visit-change.tsx';
import { nothingGiven, VisitReason, type Confirmed, type Given } from './visit-reason.tsx';
import { moveVisit, removeVisit, sayWhy } from './visit-writes.ts';
import classes from './visit-drawer.module.css';

type Props = VisitLinks & {
  visit: Visit;
  patient: Patient | undefined;
  formId: string;
  /** Its history, as the visits of the chart show it. */
  history: ReactNode;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
};

/** The open question, with the reason as far as it is typed. */
type Asked = { what: 'letGo' | 'remove'; given: Given };

export const changeable: readonly VisitStage[] = ['scheduled', 'confirmed', 'checkedIn'];

/** A visit in the calendar: change, check in, cancel or delete it, and see its history. */
export function VisitOpen({ visit, patient, formId, history, onDirty, onDone, ...links }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [typed, setTyped] = useState<TypedChange>({ changes: {}, which: 'this' });
  const [isChanged, setChanged] = useState(false);
  const name = patient ? `${patient.FirstName} ${patient.LastName}` : 'The visit';
  const options = useVisitOptions(visit);
  const { ways, maySchedule, isLate, hours, fee } = options;
  const isDirty = isChanged || (asked !== null && asked.given.reason !== '');
  useReportDirty(isDirty, onDirty);
  const { submit } = useDraftScope('visit', {
    values: { asked, typed },
    isDirty,
    fill: (left) => {
      setAsked(left.asked);
      setTyped(left.typed);
    },
  });
  const isLateNow = isLate && ways.includes('lateCancel');
  const ask = (what: Asked['what']) =>
    setAsked({ what, given: nothingGiven(isLateNow ? 'lateCancel' : (ways[0] ?? 'cancelled')) });
  const reasonOf = (at: Asked) => ({
    given: at.given,
    onGiven: (given: Given) => setAsked({ ...at, given }),
    onBack: () => setAsked(null),
  });

  /** Pressed twice, it is saved once. */
  const onlyOnce = (write: (draft: Settles | undefined) => Promise<void>) =>
    void submit(write).then((isDone) => isDone && onDone(), sayWhy);
  function letItGo({ reason, way, which, LateFee }: Confirmed): void {
    const CancelReason = reason === '' ? {} : { CancelReason: reason };
    const to = { destination: way, which, LateFee, ...CancelReason };
    onlyOnce((draft) => moveVisit(visit, to, name, draft));
  }

  return (
    <div className={classes.form}>
      <div className={classes.who}>
        <span className={classes.name}>{patient ? showName(patient) : 'A patient who is not on this device'}</span>
        <StageBadge stage={visit.stage} />
      </div>
      {patient && patient.alerts.length > 0 && (
        <div className={classes.actions}>
          {patient.alerts.map((alert) => (
            <MeaningBadge key={alert} meaning="needs">
              {alert}
            </MeaningBadge>
          ))}
        </div>
      )}
      <AlertNotes PatientId={visit.PatientId} CaseId={visit.CaseId} />
      {visit.PatientAsk && <PatientAsks ask={visit.PatientAsk} />}
      {visit.CancelReason && <p className={classes.quiet}>Reason: {visit.CancelReason}</p>}
      <VisitActions
        visit={visit}
        options={options}
        isQuiet={isDirty}
        onMove={(destination) => void moveVisit(visit, { destination }, name).catch(sayWhy)}
        onAsk={ask}
        {...links}
      />
      {asked?.what === 'letGo' && (
        <VisitReason
          title="Cancel or no-show"
          confirmLabel={asked.given.way === 'noShow' ? 'Mark as no-show' : 'Cancel visit'}
          ways={ways}
          hint={isLate ? `This is a late cancel: the visit is less than ${hours} hours away.` : null}
          fee={fee}
          isSeries={visit.SeriesId !== null}
          onConfirm={letItGo}
          {...reasonOf(asked)}
        />
      )}
      {asked?.what === 'remove' && (
        <VisitReason
          title="Delete visit"
          confirmLabel="Delete visit"
          hint="Delete a visit booked by mistake. If the patient can’t come, cancel it instead."
          isSeries={false}
          onConfirm={({ reason }) => onlyOnce((draft) => removeVisit(visit, reason, name, draft))}
          {...reasonOf(asked)}
        />
      )}
      {maySchedule && changeable.includes(visit.stage) && (
        <VisitChange
          {...{ visit, name, formId, typed, onDone }}
          onTyped={setTyped}
          onDirty={setChanged}
          onWrite={onlyOnce}
        />
      )}
      <section className={classes.part} aria-label="History">
        <h3 className={classes.heading}>History</h3>
        {history}
      </section>
    </div>
  );
}
