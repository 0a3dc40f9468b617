import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { weekdays } from '#contract/providers/provider-fields.ts';
import { providerName, type Provider } from '#contract/providers/provider.ts';
import { facilityOptions } from '#shared/facility-options.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { DayHours } from '#shared/ui/day-hours/day-hours.tsx';
import type { DayKind, TypedDays } from './day-form.ts';
import { WeekdayButton } from '../series/weekday-button.tsx';
import classes from '../calendar/edit-schedule.module.css';

type Props = {
  typed: TypedDays;
  providers: readonly Provider[];
  facilities: readonly Facility[];
  errors: Partial<Record<'ProviderId' | 'dates' | 'blocks', string>>;
  /** What is told of hours that can be saved. */
  note: string | null;
  onProvider: (ProviderId: string) => void;
  onChange: (changes: Partial<TypedDays>) => void;
};

const kinds: { value: DayKind; label: string }[] = [
  { value: 'hours', label: 'Custom hours' },
  { value: 'off', label: 'Off' },
  { value: 'week', label: 'Regular hours' },
];

/** Whose days, which ones, and what holds on them instead of the weekly schedule. */
export function CustomDayFields({ typed, providers, facilities, errors, note, onProvider, onChange }: Props) {
  const provider = providers.find(({ ProviderId }) => ProviderId === typed.ProviderId);
  const isOne = typed.first === typed.last;
  return (
    <>
      <Select
        label="Provider"
        required
        searchable
        allowDeselect={false}
        data={providers.map((one) => ({ value: one.ProviderId, label: providerName(one) }))}
        value={typed.ProviderId || null}
        onChange={(id) => id !== null && onProvider(id)}
        error={errors.ProviderId}
        data-autofocus={typed.ProviderId === '' || undefined}
      />
      <div className={classes.dates}>
        <DateField
          label="First day"
          required
          value={typed.first}
          // One day stays one day.
          onChange={(first) => onChange({ first: first ?? '', ...(isOne && { last: first ?? '' }) })}
          onRefused={(first) => onChange({ first })}
        />
        <DateField
          label="Last day"
          required
          value={typed.last}
          onChange={(last) => onChange({ last: last ?? '' })}
          onRefused={(last) => onChange({ last })}
        />
      </div>
      {!isOne && <Weekdays chosen={typed.weekdays} onChange={(chosen) => onChange({ weekdays: chosen })} />}
      {errors.dates && (
        <p className={classes.error} role="alert">
          {errors.dates}
        </p>
      )}
      <HoursFields
        name={isOne ? showDate(typed.first) || 'Hours' : 'Each day'}
        problem={errors.blocks}
        {...{ typed, provider, facilities, note, onChange }}
      />
    </>
  );
}

type HoursProps = {
  /** What the times are of, for those who listen. */
  name: string;
  typed: Pick<TypedDays, 'kind' | 'blocks' | 'Note'>;
  provider: Provider | undefined;
  facilities: readonly Facility[];
  problem: string | undefined;
  /** What is told of hours that can be saved. */
  note?: string | null;
  onChange: (changes: Partial<TypedDays>) => void;
};

/** What holds on the days instead of the weekly schedule. */
export function HoursFields({ name, typed, provider, facilities, problem, note, onChange }: HoursProps) {
  const at = facilities.filter(({ FacilityId, Inactive }) => !Inactive && provider?.FacilityIds.includes(FacilityId));
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label="Hours on these days"
        data={kinds}
        value={typed.kind}
        onChange={(kind) => onChange({ kind: kind as DayKind })}
      />
      {typed.kind === 'hours' && (
        <div>
          <DayHours
            name={name}
            day={typed.blocks}
            facilities={facilityOptions(at)}
            onChange={(blocks) => onChange({ blocks })}
          />
          {problem && (
            <p className={classes.error} role="alert">
              {problem}
            </p>
          )}
          {note && <p className={classes.quiet}>{note}</p>}
        </div>
      )}
      {typed.kind === 'week' && (
        <p className={classes.quiet}>Changes to these days are removed. The weekly schedule applies again.</p>
      )}
      {typed.kind !== 'week' && (
        <TextInput
          label={typed.kind === 'off' ? 'Reason' : 'Note'}
          description="Shown on the calendar."
          maxLength={200}
          value={typed.Note}
          onChange={(event) => onChange({ Note: event.currentTarget.value })}
        />
      )}
    </>
  );
}

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange: (chosen: number[]) => void }) {
  return (
    <fieldset className={classes.weekdays}>
      <legend>On</legend>
      {weekdays.map((name, at) => (
        <WeekdayButton
          key={name}
          name={name}
          aria-label={name}
          isChosen={chosen.includes(at)}
          onPress={() => onChange(chosen.includes(at) ? chosen.filter((one) => one !== at) : [...chosen, at])}
        />
      ))}
    </fieldset>
  );
}
