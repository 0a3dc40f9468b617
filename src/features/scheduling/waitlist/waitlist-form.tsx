import { NumberInput, Select, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { addDays, showDate, showTime } from '#contract/base/dates.ts';
import {
  ProviderId as ProviderIdOf,
  VisitId as VisitIdOf,
  VisitRequestId,
  type PatientId,
} from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { disciplineOf, providerName, type Provider } from '#contract/providers/provider.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { takesPlace } from '#contract/scheduling/booking-facts.ts';
import { stageNames } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { casesOfPatient, visitsOfCase } from '#local/reads/cases.ts';
import { newId } from '#local/store/new-id.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { useReportDirty } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { isOffered } from '../series/series-choices.ts';
import { useWholeChart } from '../booking/use-whole-chart.ts';
import { VisitPatient } from '../booking/visit-patient.tsx';
import { sayWhy } from '../booking/visit-writes.ts';
import { cellsOf, gridAfter, workdays, type Cells } from './grid-choice.ts';
import { WaitlistGrid } from './waitlist-grid.tsx';
import { priorityNames } from './waitlist-list.tsx';
import { saveRequest } from './waitlist-writes.ts';
import classes from './waitlist.module.css';

type Props = {
  formId: string;
  /** Null for a new one. */
  request: VisitRequest | null;
  FacilityId: string | null;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  onDirty: (isDirty: boolean) => void;
  onBusy: (isBusy: boolean) => void;
  onDone: () => void;
};

type Typed = {
  PatientId: PatientId | null;
  CaseId: string;
  FacilityId: string | null;
  ProviderId: VisitRequest['ProviderId'];
  VisitTypeName: string | null;
  Minutes: number | '';
  cells: Cells;
  Priority: number;
  Expires: string | null;
  VisitId: VisitRequest['VisitId'];
  Note: string;
};

const anyone = 'anyone';
const none = 'none';

/** Who waits, for what and when. */
export function WaitlistForm({ formId, request, FacilityId, facilities, providers, onDirty, onBusy, onDone }: Props) {
  const today = useClinicToday();
  const [typed, setTyped] = useState<Typed>(() => (request ? typedOf(request) : newRequest(FacilityId, today)));
  const [isTouched, setTouched] = useState(false);
  const [isTried, setTried] = useState(false);
  useReportDirty(isTouched, onDirty);
  const change = (changes: Partial<Typed>) => {
    setTouched(true);
    setTyped((before) => ({ ...before, ...changes }));
  };
  const kept = useDraftScope('request', { values: typed, isDirty: isTouched, fill: change });
  useReportDirty(kept.isSubmitting, onBusy);
  const cases = useLiveValue(async () => (typed.PatientId ? casesOfPatient(typed.PatientId) : []), [typed.PatientId]);
  const episode = cases?.find((one) => one.CaseId === typed.CaseId);
  const visits = useLiveValue(async () => (episode ? visitsOfCase(episode.CaseId) : []), [episode?.CaseId]) ?? [];
  const later = visits.filter(
    (visit) => takesPlace(visit) && ['scheduled', 'confirmed'].includes(visit.stage) && visit.Start > today,
  );
  const facility = facilities.find((one) => one.FacilityId === (typed.FacilityId ?? episode?.FacilityId));
  const types = (facility?.visit_types ?? []).filter(isOffered);
  const type = types.find(({ Name }) => Name === typed.VisitTypeName);
  const treating = providers.filter(
    (one) =>
      (!episode || disciplineOf(one.Type) === episode.Discipline) &&
      (!facility || one.FacilityIds.includes(facility.FacilityId)),
  );
  const ProviderId = keptOrOffered(
    typed.ProviderId,
    request?.ProviderId,
    treating.map((one) => one.ProviderId),
  );
  const VisitId = keptOrOffered(
    typed.VisitId,
    request?.VisitId,
    later.map((one) => one.VisitId),
  );
  const CaseId = episode?.CaseId ?? request?.CaseId;
  const isWhole = useWholeChart(request?.PatientId ?? null);
  const minutes = typed.Minutes === '' ? type?.Minutes : typed.Minutes;
  const grid = gridAfter(request?.grid, typed.cells);
  const errors = {
    CaseId: CaseId ? undefined : 'Choose the patient and the case.',
    FacilityId: facility ? undefined : 'Choose the facility.',
    VisitTypeName: type ? undefined : 'Choose the visit type.',
    Expires: typed.Expires && typed.Expires >= today ? undefined : 'Enter a day to come.',
    grid: grid.some((times) => times.length > 0) ? undefined : 'Choose at least one time.',
  };
  const shown: Partial<typeof errors> = isTried ? errors : {};

  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (Object.values(errors).some(Boolean) || !CaseId || !facility || !type || !typed.Expires)
      return void setTimeout(focusFirstError);
    const id = request?.VisitRequestId ?? VisitRequestId.parse(newId());
    const fields = {
      CaseId,
      FacilityId: facility.FacilityId,
      ProviderId,
      VisitTypeName: type.Name,
      Minutes: minutes ?? type.Minutes,
      grid,
      Priority: typed.Priority,
      Expires: typed.Expires,
      Note: typed.Note.trim() === '' ? null : typed.Note.trim(),
      VisitId,
    };
    const saved = kept.submit((draft) => saveRequest(id, fields, { before: request ?? undefined, draft }));
    saved.then((isSaved) => {
      if (!isSaved) return;
      toastDone(request ? 'The waitlist is changed.' : 'The patient is on the waitlist.');
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
        <OfflineNote>
          The whole chart of this patient could not be brought to this device. What you do not change stays as it is.
        </OfflineNote>
      )}
      <div className={classes.fields}>
        <Select
          label="Facility"
          required
          allowDeselect={false}
          data={facilitySelectData(facilityOptions(facilities.filter((one) => !one.Inactive)))}
          value={facility?.FacilityId ?? null}
          onChange={(next) => change({ FacilityId: next, ProviderId: null, VisitTypeName: null })}
          error={shown.FacilityId}
        />
        <Select
          label="Provider"
          searchable
          allowDeselect={false}
          data={[
            { value: anyone, label: episode ? `Anyone in ${episode.Discipline}` : 'Anyone' },
            ...withKept(
              treating.map((one) => ({ value: one.ProviderId, label: providerName(one) })),
              ProviderId && { value: ProviderId, label: providerWords(providers, ProviderId) },
            ),
          ]}
          value={ProviderId ?? anyone}
          onChange={(next) => change({ ProviderId: next && next !== anyone ? ProviderIdOf.parse(next) : null })}
        />
        <Select
          label="Visit type"
          required
          allowDeselect={false}
          data={types.map(({ Name }) => Name)}
          value={type?.Name ?? null}
          onChange={(VisitTypeName) => change({ VisitTypeName, Minutes: '' })}
          error={shown.VisitTypeName}
        />
        <NumberInput
          label="Minutes"
          min={5}
          max={480}
          step={5}
          allowDecimal={false}
          clampBehavior="strict"
          value={minutes ?? ''}
          onChange={(next) => change({ Minutes: typeof next === 'number' && next >= 5 ? next : '' })}
        />
        <Select
          label="Priority"
          allowDeselect={false}
          data={[1, 2, 3].map((one) => ({ value: String(one), label: priorityNames[one] ?? '' }))}
          value={String(typed.Priority)}
          onChange={(next) => change({ Priority: Number(next) })}
        />
        <DateField
          label="Waits until"
          required
          w="100%"
          minDate={today}
          value={typed.Expires}
          onChange={(Expires) => change({ Expires })}
          onRefused={(Expires) => change({ Expires })}
          error={shown.Expires ?? null}
        />
      </div>
      <WaitlistGrid cells={typed.cells} onChange={(cells) => change({ cells })} error={shown.grid} />
      <Select
        label="Instead of a visit they have"
        description="It stays booked until another time is confirmed."
        allowDeselect={false}
        data={[
          { value: none, label: 'No visit' },
          ...withKept(
            later.map((one) => ({ value: one.VisitId, label: visitWords(one) })),
            VisitId && { value: VisitId, label: keptVisitWords(visits.find((one) => one.VisitId === VisitId)) },
          ),
        ]}
        value={VisitId ?? none}
        onChange={(next) => change({ VisitId: next && next !== none ? VisitIdOf.parse(next) : null })}
      />
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

/** What this device does not know is no reason to let go of it. */
function keptOrOffered<Id extends string>(typed: Id | null, kept: Id | null | undefined, offered: readonly Id[]) {
  return typed !== null && (typed === kept || offered.includes(typed)) ? typed : null;
}

type Option = { value: string; label: string };

function withKept(offered: Option[], kept: Option | null | ''): Option[] {
  return kept && !offered.some(({ value }) => value === kept.value) ? [kept, ...offered] : offered;
}

function providerWords(providers: readonly Provider[], id: string): string {
  const found = providers.find((one) => one.ProviderId === id);
  return found ? providerName(found) : 'The one asked for, who is not at work here now';
}

function visitWords({ Start, VisitTypeName }: Visit): string {
  return `${showDate(Start.slice(0, 10))} ${showTime(Start)}, ${VisitTypeName}`;
}

function keptVisitWords(visit: Visit | undefined): string {
  return visit ? `${visitWords(visit)} (${stageNames[visit.stage]})` : 'The visit they have, not on this device';
}

function newRequest(FacilityId: string | null, today: string): Typed {
  return {
    PatientId: null,
    CaseId: '',
    FacilityId,
    ProviderId: null,
    VisitTypeName: null,
    Minutes: '',
    cells: workdays,
    Priority: 2,
    Expires: addDays(today, 30),
    VisitId: null,
    Note: '',
  };
}

function typedOf(request: VisitRequest): Typed {
  const { PatientId: of, CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, Priority, Expires, VisitId } = request;
  const rest = { CaseId, FacilityId, ProviderId, VisitTypeName, Minutes, Priority, Expires, VisitId };
  return { ...rest, PatientId: of, cells: cellsOf(request.grid), Note: request.Note ?? '' };
}
