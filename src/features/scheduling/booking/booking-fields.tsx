import { NumberInput, Select, TextInput, type SelectProps } from '@mantine/core';
import { facilityName, type Facility } from '#contract/facilities/facility.ts';
import type { VisitType } from '#contract/facilities/visit-type.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { SearchSelect } from '#shared/ui/search-select/search-select.tsx';
import classes from './visit-drawer.module.css';

type Errors = Partial<Record<string, string>>;
type When = { day: string; time: string; minutes: number };

type WhenProps = {
  typed: When;
  errors: Errors;
  closedPeriodEnd?: string | null;
  /** A refused day is kept as it was written, and not meant. */
  onDay: (day: string, isRefused: boolean) => void;
  onChange: (changes: Partial<Omit<When, 'day'>>) => void;
};

/** The day, the start and the length of a visit or a block. */
export function WhenFields({ typed, errors, closedPeriodEnd = null, onDay, onChange }: WhenProps) {
  return (
    <div className={classes.times}>
      <DateField
        label="Date"
        required
        value={typed.day}
        closedPeriodEnd={closedPeriodEnd}
        onChange={(day) => onDay(day ?? '', false)}
        onRefused={(day) => onDay(day, true)}
        error={errors['day'] ?? null}
      />
      <TextInput
        type="time"
        label="Start"
        required
        value={typed.time}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
        error={errors['time']}
      />
      <NumberInput
        label="Minutes"
        required
        min={5}
        max={1440}
        step={5}
        clampBehavior="none"
        value={typed.minutes}
        onChange={(value) => onChange({ minutes: Number(value) })}
        error={errors['minutes']}
      />
    </div>
  );
}

type TypeProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'error'> & {
  types: readonly VisitType[];
  name: string;
  errors: Errors;
  onChange: (changes: { VisitTypeName: string; minutes?: number }) => void;
};

/** One of the facility's types, or the one chosen before; with it come its minutes. */
export function TypeField({ types, name, errors, onChange, ...rest }: TypeProps) {
  const names = types.map(({ Name }) => Name);
  return (
    <Select
      {...rest}
      required
      allowDeselect={false}
      data={name === '' || names.includes(name) ? names : [name, ...names]}
      value={name || null}
      onChange={(VisitTypeName) => {
        const type = types.find(({ Name }) => Name === VisitTypeName);
        if (VisitTypeName !== null) onChange({ VisitTypeName, ...(type && { minutes: type.Minutes }) });
      }}
      error={errors['VisitTypeName']}
    />
  );
}

type Place = { FacilityId: string; ProviderId: string };

type ProviderProps = {
  typed: Place;
  errors: Errors;
  providers: readonly Provider[];
  onChange: (changes: Pick<Place, 'ProviderId'>) => void;
};

/** Who works at the facility, and whoever was chosen before. */
export function ProviderField({ typed, errors, providers, onChange }: ProviderProps) {
  const here = providers.filter(
    ({ ProviderId, FacilityIds, Inactive }) =>
      ProviderId === typed.ProviderId || (!Inactive && FacilityIds.some((id) => id === typed.FacilityId)),
  );
  return (
    <SearchSelect
      label="Provider"
      required
      data={here.map((one) => ({ value: one.ProviderId, label: providerName(one) }))}
      value={typed.ProviderId || null}
      onChange={(ProviderId) => onChange({ ProviderId })}
      error={errors['ProviderId']}
    />
  );
}

type FacilityProps = {
  typed: Place;
  errors: Errors;
  facilities: readonly Facility[];
  onChange: (changes: Pick<Place, 'FacilityId'>) => void;
};

export function FacilityField({ typed, errors, facilities, onChange }: FacilityProps) {
  return (
    <Select
      label="Facility"
      required
      allowDeselect={false}
      data={facilities
        .filter(({ FacilityId, Inactive }) => !Inactive || FacilityId === typed.FacilityId)
        .map((one) => ({ value: one.FacilityId, label: facilityName(one) }))}
      value={typed.FacilityId || null}
      onChange={(FacilityId) => FacilityId !== null && onChange({ FacilityId })}
      error={errors['FacilityId']}
    />
  );
}
