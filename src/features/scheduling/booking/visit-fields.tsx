import { MultiSelect, Select, Textarea } from '@mantine/core';
import { placeOrder, placesOfService } from '#contract/facilities/place-of-service.ts';
import { typesFor } from '#contract/facilities/types-for.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import type { Provider } from '#contract/providers/provider.ts';
import { readRow } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { FacilityField, ProviderField, TypeField, WhenFields } from './booking-fields.tsx';
import { bookableTypes, type TypedVisit } from './visit-form.ts';
import classes from './visit-drawer.module.css';

type Props = {
  typed: TypedVisit;
  errors: Partial<Record<string, string>>;
  facilities: readonly Facility[];
  providers: readonly Provider[];
  onChange: (changes: Partial<TypedVisit>) => void;
};

/** When, where, with whom and of which type a visit is, and what the front desk has to know of it. */
export function VisitFields({ typed, errors, facilities, providers, onChange }: Props) {
  const { tags, closedBillingPeriodEnd } = useSetup();
  const facility = facilities.find(({ FacilityId }) => FacilityId === typed.FacilityId);
  const discipline = useLiveValue(async () => (await readRow('cases', typed.CaseId))?.Discipline, [typed.CaseId]);
  const rooms = facility?.rooms.filter((room) => !room.Inactive || room.RoomId === typed.RoomId) ?? [];
  return (
    <>
      <TypeField
        label="Visit type"
        types={typesFor(bookableTypes(facility), discipline ?? null)}
        name={typed.VisitTypeName}
        errors={errors}
        onChange={onChange}
      />
      <WhenFields
        typed={typed}
        errors={errors}
        closedPeriodEnd={closedBillingPeriodEnd}
        onDay={(day, isDayRefused) => onChange({ day, isDayRefused })}
        onChange={onChange}
      />
      <ProviderField typed={typed} errors={errors} providers={providers} onChange={onChange} />
      <div className={classes.pair}>
        <FacilityField
          typed={typed}
          errors={errors}
          facilities={facilities}
          onChange={(change) => onChange({ ...change, RoomId: '' })}
        />
        <Select
          label="Room"
          placeholder="None"
          clearable
          clearButtonProps={{ 'aria-label': 'No room' }}
          data={rooms.map(({ RoomId, Name }) => ({ value: RoomId, label: Name }))}
          value={typed.RoomId || null}
          onChange={(value) => onChange({ RoomId: value ?? '' })}
        />
      </div>
      <Select
        label="Place of service"
        required
        data={placeOrder
          .filter((code) => code === typed.PlaceOfService || facility?.PlacesOfService.includes(code))
          .map((code) => ({ value: code, label: `${code} ${placesOfService[code]}` }))}
        value={typed.PlaceOfService || null}
        onChange={(value) => value !== null && onChange({ PlaceOfService: value })}
        allowDeselect={false}
        error={errors['PlaceOfService']}
      />
      <MultiSelect
        label="Tags"
        placeholder={typed.TagIds.length === 0 ? 'None' : ''}
        data={tags.map(({ TagId, Name }) => ({ value: TagId, label: Name }))}
        value={typed.TagIds}
        onChange={(TagIds) => onChange({ TagIds })}
        maxValues={20}
      />
      <Textarea
        label="Note for the front desk"
        autosize
        minRows={2}
        maxLength={500}
        value={typed.SchedulingNote}
        onChange={(event) => onChange({ SchedulingNote: event.currentTarget.value })}
      />
    </>
  );
}
