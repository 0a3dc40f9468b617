import { useMemo, useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { typedOver } from '#shared/form-changes.ts';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { useBooking } from './use-booking.ts';
import { VisitFields } from './visit-fields.tsx';
import { changesOf, typedOf, type TypedVisit } from './visit-form.ts';
import { VisitIssues } from './visit-issues.tsx';
import { VisitScope } from './visit-scope.tsx';
import { changeVisit } from './visit-writes.ts';
import classes from './visit-drawer.module.css';

/** The edit, and the visit it was typed over, which may have changed elsewhere since. */
export type TypedChange = { changes: Partial<TypedVisit>; which: SeriesScope; over?: Visit };

const overtaken = 'Someone else changed this visit. Close it and open it again to see the current version.';

type Props = {
  visit: Visit;
  /** The patient's. */
  name: string;
  formId: string;
  typed: TypedChange;
  onTyped: Dispatch<SetStateAction<TypedChange>>;
  onWrite: (write: (draft: Settles | undefined) => Promise<void>) => void;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
};

/** Moves a visit or changes what is booked. */
export function VisitChange({ visit, name, formId, typed: given, onTyped, onWrite, onDirty, onDone }: Props) {
  const { which } = given;
  const [opened] = useState(visit);
  const first = given.over ?? opened;
  const before = useMemo(() => typedOf(first), [first]);
  const typed = useMemo(() => ({ ...before, ...given.changes }), [before, given.changes]);
  const booking = useBooking(typed, { VisitId: visit.VisitId, PatientId: visit.PatientId, before: visit });
  const changes = booking.fields ? changesOf(first, booking.fields) : {};
  // Sending an edit of the older visit would undo what somebody else changed.
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
    if (!fields) return toastNegative(Object.values(booking.missing)[0] ?? 'Fill in the missing fields.');
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
      {changes !== null && <VisitIssues {...booking} onAccept={booking.accept} />}
    </form>
  );
}
