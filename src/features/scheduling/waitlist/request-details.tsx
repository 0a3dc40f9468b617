import { NumberInput, Select } from '@mantine/core';
import { ProviderId as ProviderIdOf } from '#contract/base/ids.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { withKept } from './kept-option.ts';
import type { RequestErrors, TypedRequest } from './request-form.ts';
import type { RequestChoices } from './use-request-choices.ts';
import { priorityNames } from './waitlist-list.tsx';
import classes from './waitlist.module.css';

type Props = {
  typed: TypedRequest;
  choices: RequestChoices;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  today: string;
  errors: RequestErrors;
  onChange: (changes: Partial<TypedRequest>) => void;
};

const anyone = 'anyone';

/** Where, with whom, for what and until when. */
export function RequestDetails({ typed, choices, facilities, providers, today, errors, onChange }: Props) {
  const { facility, types, type, minutes } = choices;
  return (
    <div className={classes.fields}>
      <Select
        label="Facility"
        required
        allowDeselect={false}
        data={facilitySelectData(facilityOptions(facilities.filter((one) => !one.Inactive)))}
        value={facility?.FacilityId ?? null}
        onChange={(next) => onChange({ FacilityId: next, ProviderId: null, VisitTypeName: null })}
        error={errors.FacilityId}
      />
      <ProviderSelect choices={choices} providers={providers} onChange={onChange} />
      <Select
        label="Visit type"
        required
        allowDeselect={false}
        data={types.map(({ Name }) => Name)}
        value={type?.Name ?? null}
        onChange={(VisitTypeName) => onChange({ VisitTypeName, Minutes: '' })}
        error={errors.VisitTypeName}
      />
      <NumberInput
        label="Minutes"
        min={5}
        max={480}
        step={5}
        allowDecimal={false}
        clampBehavior="strict"
        value={minutes ?? ''}
        onChange={(next) => onChange({ Minutes: typeof next === 'number' && next >= 5 ? next : '' })}
      />
      <Select
        label="Priority"
        allowDeselect={false}
        data={[1, 2, 3].map((one) => ({ value: String(one), label: priorityNames[one] ?? '' }))}
        value={String(typed.Priority)}
        onChange={(next) => onChange({ Priority: Number(next) })}
      />
      <DateField
        label="Waits until"
        required
        w="100%"
        minDate={today}
        value={typed.Expires}
        onChange={(Expires) => onChange({ Expires })}
        onRefused={(Expires) => onChange({ Expires })}
        error={errors.Expires ?? null}
      />
    </div>
  );
}

function ProviderSelect({ choices, providers, onChange }: Pick<Props, 'choices' | 'providers' | 'onChange'>) {
  const { episode, treating, ProviderId } = choices;
  const offered = treating.map((one) => ({ value: one.ProviderId, label: providerName(one) }));
  const chosen = ProviderId && { value: ProviderId, label: providerWords(providers, ProviderId) };
  return (
    <Select
      label="Provider"
      searchable
      allowDeselect={false}
      data={[
        { value: anyone, label: episode ? `Anyone in ${episode.Discipline}` : 'Anyone' },
        ...withKept(offered, chosen),
      ]}
      value={ProviderId ?? anyone}
      onChange={(next) => onChange({ ProviderId: next && next !== anyone ? ProviderIdOf.parse(next) : null })}
    />
  );
}

function providerWords(providers: readonly Provider[], id: string): string {
  const found = providers.find((one) => one.ProviderId === id);
  return found ? providerName(found) : 'Requested provider (inactive)';
}
