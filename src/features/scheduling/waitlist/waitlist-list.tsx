import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { dayIn, showDate } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import type { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { useWebsite } from '#shared/session.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { sayWhy } from '../booking/visit-writes.ts';
import { gridWords } from './grid-choice.ts';
import type { Waitlist } from './use-waitlist.ts';
import { saveRequest } from './waitlist-writes.ts';
import classes from './waitlist.module.css';

type Props = {
  list: Waitlist;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  FacilityId: string | null;
  /** Left out, nothing can be changed from here. */
  onEdit: ((request: VisitRequest) => void) | undefined;
};

export const priorityNames = ['', 'Soonest', 'Normal', 'If possible'] as const;

/** Who waits, those who are asked first on top. */
export function WaitlistList({ list, facilities, providers, FacilityId, onEdit }: Props) {
  const { TimeZone } = useWebsite();
  const [facility, setFacility] = useState(FacilityId);
  const [provider, setProvider] = useState<string | null>(null);
  const [type, setType] = useState<string | null>(null);
  const { waiting, error, online, readAgain, load, names } = list;
  const apart = useToldApart([...new Set(waiting?.map(({ PatientId }) => names.get(PatientId)))]);
  const types = [...new Set((waiting ?? []).map(({ VisitTypeName }) => VisitTypeName))].toSorted();
  const shown = waiting?.filter(
    (one) =>
      (facility === null || one.FacilityId === facility) &&
      (provider === null || one.ProviderId === null || one.ProviderId === provider) &&
      (type === null || one.VisitTypeName === type),
  );
  return (
    <>
      <div className={classes.filters}>
        <Select
          aria-label="Facility"
          placeholder="Every facility"
          clearable
          data={facilitySelectData(facilityOptions(facilities))}
          value={facility}
          onChange={setFacility}
        />
        <Select
          aria-label="Provider"
          placeholder="Any provider"
          clearable
          searchable
          data={providers.map((one) => ({ value: one.ProviderId, label: providerName(one) }))}
          value={provider}
          onChange={setProvider}
        />
        <Select
          aria-label="Visit type"
          placeholder="Any visit type"
          clearable
          data={types}
          value={type}
          onChange={setType}
        />
      </div>
      {error !== null && online && (
        <ErrorState title="The waitlist could not be loaded" onRetry={load}>
          {error} You see the data on this device.
        </ErrorState>
      )}
      {readAgain && (
        <ErrorState title="The waitlist of this device could not be loaded" onRetry={readAgain}>
          Nothing was changed. If it fails again, reload the page.
        </ErrorState>
      )}
      {!shown && !readAgain && <LoadingSkeleton label="Loading the waitlist" rows={5} />}
      {shown?.length === 0 && (
        <EmptyState title={waiting?.length === 0 ? 'No one is waiting' : 'No one matches these filters'} compact>
          {waiting?.length === 0
            ? 'Add patients who want an earlier or another time. They get an offer when one opens up.'
            : 'Clear a filter to see the others.'}
        </EmptyState>
      )}
      <ul className={classes.list} aria-label="Waitlist">
        {shown?.map((one) => {
          const patient = names.get(one.PatientId);
          const name = patient ? showName(patient) : 'A patient whose chart is not on this device';
          const born = apart.get(one.PatientId);
          const who = [name, born].filter(Boolean).join(', ');
          const wanted = providers.find(({ ProviderId }) => ProviderId === one.ProviderId);
          return (
            <li key={one.VisitRequestId} className={classes.line}>
              <div className={classes.text}>
                <b>{name}</b>
                {born && <span className={classes.what}>{born}</span>}
                <span className={classes.what}>
                  {[
                    `${one.VisitTypeName}, ${one.Minutes} min`,
                    one.ProviderId === null ? 'any provider' : wanted ? providerName(wanted) : 'a former provider',
                  ].join(' · ')}
                </span>
                <span className={classes.what}>{gridWords(one.grid)}</span>
                <span className={classes.what}>
                  {priorityNames[one.Priority]} · since {showDate(dayIn(TimeZone, one.AskedAt))} · until{' '}
                  {showDate(one.Expires)}
                  {one.VisitId === null ? '' : ' · has a later visit'}
                </span>
                {one.Note && <span className={classes.note}>{one.Note}</span>}
              </div>
              {onEdit && (
                <div className={classes.actions}>
                  <Button size="compact-sm" variant="default" aria-label={`Change: ${who}`} onClick={() => onEdit(one)}>
                    Change
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Remove from waitlist: ${who}`}
                    onClick={() => void takeOff(one).catch(sayWhy)}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

async function takeOff(request: VisitRequest): Promise<void> {
  await queueWrite('scheduling.withdrawVisitRequest', { id: request.VisitRequestId }, request);
  toastUndo('The patient is off the waitlist.', () =>
    saveRequest(request.VisitRequestId, request, { before: request, reopens: true }),
  );
}
