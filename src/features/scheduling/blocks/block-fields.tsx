import { Checkbox, TextInput } from '@mantine/core';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import { blockTypes, type TypedBlock } from './block-form.ts';
import { FacilityField, ProviderField, TypeField, WhenFields } from '../booking/booking-fields.tsx';
import classes from '../booking/visit-drawer.module.css';

type Props = {
  typed: TypedBlock;
  errors: Partial<Record<string, string>>;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  mayRepeat: boolean;
  onChange: (changes: Partial<TypedBlock>) => void;
};

/** What it is, whose time it takes, and when. */
export function BlockFieldsForm({ typed, errors, facilities, providers, mayRepeat, onChange }: Props) {
  const facility = facilities.find(({ FacilityId }) => FacilityId === typed.FacilityId);
  return (
    <>
      <TypeField
        label="Block type"
        types={blockTypes(facility)}
        name={typed.VisitTypeName}
        nothingFoundMessage="This facility has no block types. Add one under Company, Facilities."
        errors={errors}
        onChange={onChange}
        data-autofocus
      />
      <TextInput
        label="Title"
        placeholder="Such as case conference"
        maxLength={120}
        value={typed.Title}
        onChange={(event) => onChange({ Title: event.currentTarget.value })}
      />
      <WhenFields typed={typed} errors={errors} onDay={(day) => onChange({ day })} onChange={onChange} />
      <div className={classes.pair}>
        <ProviderField typed={typed} errors={errors} providers={providers} onChange={onChange} />
        <FacilityField typed={typed} errors={errors} facilities={facilities} onChange={onChange} />
      </div>
      {mayRepeat && (
        <Checkbox
          label="Every week at this time"
          checked={typed.until !== null}
          onChange={(event) => onChange({ until: event.currentTarget.checked ? typed.day : null })}
        />
      )}
      {mayRepeat && typed.until !== null && (
        <DateField
          label="Last day"
          required
          value={typed.until}
          onChange={(until) => onChange({ until: until ?? '' })}
          onRefused={(until) => onChange({ until })}
          error={errors['until'] ?? null}
        />
      )}
    </>
  );
}
