import { Button, Group } from '@mantine/core';
import IconMessageQuestion from '@tabler/icons-react/dist/esm/icons/IconMessageQuestion.mjs';
import { useMemo, useState, type Dispatch, type FormEvent, type ReactNode, type SetStateAction } from 'react';
import { holds } from '#contract/base/permissions.ts';
import { showName } from '#contract/base/text.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { takesPlace } from '#contract/scheduling/booking-facts.ts';
import { isLate } from '#contract/visits/late-cancel.ts';
import { possibleMoves } from '#contract/visits/moves.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { PatientAsk, Visit } from '#contract/visits/visit.ts';
import { readRow } from '#local/reads/reads.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { typedOver } from '#shared/form-changes.ts';
import { useNowIn } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { useBooking } from './use-booking.ts';
import { changesOf, typedOf, type TypedVisit } from './visit-form.ts';
import { VisitFields } from './visit-fields.tsx';
import { VisitIssues } from './visit-issues.tsx';
import { nothingGiven, VisitReason, type Given, type LetGo } from './visit-reason.tsx';
import { VisitScope } from './visit-scope.tsx';
import { changeVisit, moveVisit, removeVisit, sayWhy } from './visit-writes.ts';
import classes from './visit-drawer.module.css';

type Props = {
  visit: Visit;
  patient: Patient | undefined;
  formId: string;
  /** Its history, as the visits of the chart show it. */
  history: ReactNode;
  onOpenChart: ((visit: Visit) => void) | undefined;
  onSeries: ((of: Visit) => void) | undefined;
  /** Offers the time to the waitlist, where the visit is let go. */
  onFill: ((visit: Visit) => void) | undefined;
  /** Books one like it at another time. */
  onCopy: ((visit: Visit) => void) | undefined;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
};

/** Why the visit is let go or deleted, as far as that is given. */
type Asked = { what: 'letGo' | 'remove'; given: Given };

/** What was typed, and over which visit: it may have changed elsewhere until it is opened again. */
type TypedChange = { changes: Partial<TypedVisit>; which: SeriesScope; over?: Visit };

const letGo: readonly LetGo[] = ['cancelled', 'lateCancel', 'noShow'];
const bySimplePress: Partial<Record<VisitStage, string>> = {
  confirmed: 'Confirm',
  checkedIn: 'Check in',
  scheduled: 'Put back',
};
export const changeable: readonly VisitStage[] = ['scheduled', 'confirmed', 'checkedIn'];

/** A visit in the calendar: moved, checked in, let go or deleted, with what happened to it. */
export function VisitOpen({
  visit,
  patient,
  formId,
  history,
  onOpenChart,
  onCopy,
  onSeries,
  onFill,
  onDirty,
  onDone,
}: Props) {
  const { can } = useCurrentUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [typed, setTyped] = useState<TypedChange>({ changes: {}, which: 'this' });
  const [isChanged, setChanged] = useState(false);
  const name = patient ? `${patient.FirstName} ${patient.LastName}` : 'The visit';
  const moves = possibleMoves(visit, can);
  const ways = letGo.filter((way) => moves.includes(way));
  const website = useWebsite();
  const facility = useLiveValue(() => readRow('facilities', visit.FacilityId), [visit.FacilityId]);
  // A visit begins in the time of its facility, which need not be that of the site.
  const now = useNowIn(facility?.TimeZone ?? website.TimeZone);
  const { late_cancel_hours: hours, late_cancel_fee: fee } = settingsFrom(website);
  const late = isLate(visit, now, hours);
  const maySchedule = holds(can, 'schedule visits');
  const isRemovable =
    maySchedule && !['checkedIn', 'inProgress', 'review', 'billing', 'submitted', 'closed'].includes(visit.stage);

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
  const isLateNow = late && ways.includes('lateCancel');
  const ask = (what: Asked['what']) =>
    setAsked({ what, given: nothingGiven(isLateNow ? 'lateCancel' : (ways[0] ?? 'cancelled')) });
  const reasonOf = (at: Asked) => ({
    given: at.given,
    onGiven: (given: Given) => setAsked({ ...at, given }),
    onBack: () => setAsked(null),
  });

  /** Pressed twice, it is saved once. */
  const onlyOnce = (write: (draft: string | undefined) => Promise<void>) =>
    void submit(write).then((isDone) => isDone && onDone(), sayWhy);
  const move = (destination: VisitStage) => void moveVisit(visit, { destination }, name).catch(sayWhy);
  function letItGo({
    reason,
    way,
    which,
    LateFee,
  }: Parameters<Parameters<typeof VisitReason>[0]['onConfirm']>[0]): void {
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
      {visit.PatientAsk && <PatientAsks ask={visit.PatientAsk} />}
      {visit.CancelReason && <p className={classes.quiet}>Reason: {visit.CancelReason}</p>}
      <Group gap="xs" className={classes.actions}>
        {Object.entries(bySimplePress).map(
          ([stage, word]) =>
            moves.includes(stage as VisitStage) && (
              <Button key={stage} variant="default" size="xs" onClick={() => move(stage as VisitStage)}>
                {word}
              </Button>
            ),
        )}
        {ways.length > 0 && (
          <Button variant="default" size="xs" onClick={() => ask('letGo')}>
            Cancel or no-show
          </Button>
        )}
        {isRemovable && (
          <Button variant="default" size="xs" onClick={() => ask('remove')}>
            Delete
          </Button>
        )}
        {onSeries && maySchedule && (
          <Button variant="default" size="xs" onClick={() => onSeries(visit)}>
            Book a series
          </Button>
        )}
        {onFill && maySchedule && !takesPlace(visit) && visit.Start > now && (
          <Button variant="default" size="xs" onClick={() => onFill(visit)}>
            Fill this time
          </Button>
        )}
        {maySchedule && onCopy && (
          <Button variant="default" size="xs" onClick={() => onCopy(visit)}>
            Copy
          </Button>
        )}
        {onOpenChart && (
          <Button variant="subtle" size="xs" onClick={() => onOpenChart(visit)}>
            Open the chart
          </Button>
        )}
      </Group>
      {asked?.what === 'letGo' && (
        <VisitReason
          title="Cancel or no-show"
          confirmLabel={asked.given.way === 'noShow' ? 'Mark as no-show' : 'Cancel the visit'}
          ways={ways}
          hint={late ? `It is late: the visit is less than ${hours} hours away.` : null}
          fee={fee}
          isSeries={visit.SeriesId !== null}
          onConfirm={letItGo}
          {...reasonOf(asked)}
        />
      )}
      {asked?.what === 'remove' && (
        <VisitReason
          title="Delete this visit"
          confirmLabel="Delete the visit"
          hint="For a visit that was booked by mistake. One that the patient does not come to is cancelled instead."
          isSeries={false}
          onConfirm={({ reason }) => onlyOnce((draft) => removeVisit(visit, reason, name, draft))}
          {...reasonOf(asked)}
        />
      )}
      {maySchedule && changeable.includes(visit.stage) && (
        <ChangeForm
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

function PatientAsks({ ask: { What, Note } }: { ask: PatientAsk }) {
  const asked = What === 'cannotCome' ? 'The patient cannot come' : 'The patient asks for another time';
  return (
    <p className={classes.ask}>
      <IconMessageQuestion size={16} aria-hidden className={classes.issueIcon} />
      <span>
        <b>{asked}.</b> {Note !== null && `“${Note}” `}
        <span className={classes.quiet}>Moving, confirming or letting the visit go answers it.</span>
      </span>
    </p>
  );
}

const overtaken = 'Somebody else changed this visit meanwhile. Close it and open it again to see how it stands now.';

type FormProps = Pick<Props, 'visit' | 'formId' | 'onDirty' | 'onDone'> & {
  name: string;
  typed: TypedChange;
  onTyped: Dispatch<SetStateAction<TypedChange>>;
  onWrite: (write: (draft: string | undefined) => Promise<void>) => void;
};

function ChangeForm({ visit, name, formId, typed: given, onTyped, onWrite, onDirty, onDone }: FormProps) {
  const { which } = given;
  const [opened] = useState(visit);
  const first = given.over ?? opened;
  const before = useMemo(() => typedOf(first), [first]);
  const typed = useMemo(() => ({ ...before, ...given.changes }), [before, given.changes]);
  const booking = useBooking(typed, { VisitId: visit.VisitId, PatientId: visit.PatientId, before: visit });
  const changes = booking.fields ? changesOf(first, booking.fields) : {};
  // What is typed was typed over the visit as it stood: sent now, it would take back what somebody else did.
  const isOvertaken = changesOf(first, visit) !== null;
  useReportDirty(changes !== null, onDirty);

  function change(more: Partial<TypedVisit>): void {
    onTyped((now) => {
      const over = now.over ?? opened;
      const was = typedOf(over);
      return { ...now, changes: typedOver(was, { ...was, ...now.changes, ...more }), over };
    });
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    const { fields, refusal, acceptedCodes } = booking;
    if (!fields) return toastNegative(Object.values(booking.missing)[0] ?? 'Something is missing.');
    if (changes === null) return onDone();
    if (isOvertaken) return toastNegative(overtaken);
    if (refusal) return toastNegative(refusal);
    onWrite((draft) => changeVisit(visit, { changes, accepted: acceptedCodes, which }, name, draft));
  }

  return (
    <form id={formId} className={classes.form} noValidate onSubmit={save}>
      {isOvertaken && (
        <p className={classes.quiet} role="alert">
          {overtaken}
        </p>
      )}
      <VisitFields
        typed={typed}
        errors={booking.missing}
        facilities={booking.facilities}
        providers={booking.providers}
        onChange={change}
      />
      {visit.SeriesId !== null && changes !== null && (
        <VisitScope which={which} onChange={(next) => onTyped((now) => ({ ...now, which: next }))} />
      )}
      {changes !== null && (
        <VisitIssues issues={booking.issues} accepted={booking.accepted} onAccept={booking.accept} />
      )}
    </form>
  );
}
