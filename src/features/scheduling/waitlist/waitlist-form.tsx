import { Textarea } from '@mantine/core';
import type { SavedForm } from '#local/drafts/drafts.ts';
import { useState, type FormEvent } from 'react';
import { VisitRequestId } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { newId } from '#local/store/new-id.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { useWholeChart } from '../booking/use-whole-chart.ts';
import { VisitPatient } from '../booking/visit-patient.tsx';
import { sayWhy } from '../booking/visit-writes.ts';
import { GivenUpVisit } from './given-up-visit.tsx';
import { RequestDetails } from './request-details.tsx';
import { newRequest, requestOf, typedOf, type TypedRequest } from './request-form.ts';
import { useRequestChoices } from './use-request-choices.ts';
import { WaitlistGrid } from './waitlist-grid.tsx';
import { saveRequest, type RequestFields } from './waitlist-writes.ts';
import classes from './waitlist.module.css';

type Props = {
  formId: string;
  /** Null for a new one. */
  request: VisitRequest | null;
  FacilityId: string | null;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  /** Takes the entry in place of the waitlist: a refused one is sent again. */
  onSave?: (fields: RequestFields, draft: SavedForm) => Promise<void>;
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
};

/** Who waits, for what and when. */
export function WaitlistForm(props: Props) {
  const { formId, request, FacilityId, facilities, providers, onSave, onDirty, onBusy, onDone } = props;
  const today = useClinicToday();
  const [typed, setTyped] = useState<TypedRequest>(() => (request ? typedOf(request) : newRequest(FacilityId, today)));
  const [isTouched, setTouched] = useState(false);
  const [isTried, setTried] = useState(false);
  useReportDirty(isTouched, onDirty);
  const change = (changes: Partial<TypedRequest>) => {
    setTouched(true);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const kept = useDraftScope('request', { values: typed, isDirty: isTouched, fill: change });
  useReportDirty(kept.isSubmitting, onBusy);
  const choices = useRequestChoices(typed, { request, facilities, providers }, today);
  const isWhole = useWholeChart(request?.PatientId ?? null);
  const { fields, errors } = requestOf(typed, choices, today);
  const shown = (isTried && errors) || {};

  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!fields) return void setTimeout(focusFirstError);
    const id = request?.VisitRequestId ?? VisitRequestId.parse(newId());
    const saved = kept.submit((draft) =>
      onSave ? onSave(fields, draft) : saveRequest(id, fields, { before: request ?? undefined, draft }),
    );
    saved.then((isSaved) => {
      if (!isSaved) return;
      if (!onSave) toastDone(request ? 'The waitlist entry is changed.' : 'The patient is on the waitlist.');
      onDone();
    }, sayWhy);
  }

  return (
    <form id={formId} className={classes.stack} noValidate onSubmit={save}>
      {request === null && (
        <VisitPatient
          PatientId={typed.PatientId}
          CaseId={typed.CaseId}
          error={shown.CaseId}
          onPatient={(PatientId) => change({ PatientId, CaseId: '', VisitId: null })}
          onCase={(CaseId) => change({ CaseId, VisitId: null })}
        />
      )}
      {!isWhole && (
        <OfflineNote>We could not load this patient’s full chart. Fields you don’t change stay the same.</OfflineNote>
      )}
      <RequestDetails {...{ typed, choices, facilities, providers, today }} errors={shown} onChange={change} />
      <WaitlistGrid cells={typed.cells} onChange={(cells) => change({ cells })} error={shown.grid} />
      <GivenUpVisit choices={choices} onChange={change} />
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={200}
        value={typed.Note}
        onChange={(event) => change({ Note: event.currentTarget.value })}
      />
    </form>
  );
}
