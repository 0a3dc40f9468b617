import { Select, SimpleGrid, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { UseFormReturnType } from '@mantine/form';
import { referringName } from '#contract/address-book/referring-provider.ts';
import { usStates } from '#contract/base/us-states.ts';
import { disciplines, relatedCauses } from '#contract/cases/case.ts';
import { disciplineNames, relatedCauseNames } from '#contract/cases/case-words.ts';
import { disciplineOf, providerName, type Provider } from '#contract/providers/provider.ts';
import { activeReferring, openFacilities } from '#local/reads/cases.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { DateField } from '#shared/ui/date-field/date-field.tsx';
import type { CaseFormValues } from './case-form.ts';
import { sentenceOf } from '#shared/forms/form-errors.ts';

const disciplineOptions = disciplines.map((value) => ({ value, label: disciplineNames[value] }));
const causes = [
  { value: 'none', label: 'No accident' },
  ...relatedCauses.map((value) => ({ value, label: relatedCauseNames[value] })),
];
const states = Object.entries(usStates).map(([value, name]) => ({ value, label: `${value} ${name}` }));

type Form = { form: UseFormReturnType<CaseFormValues> };

/** What the case is about, who treats it where, who sent it and since when. */
export function CaseDetails({ form, today }: Form & { today: string }) {
  const referring = useLiveValue(activeReferring, []) ?? [];
  return (
    <div>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput
          label="Case name"
          placeholder="Left knee pain"
          style={{ gridColumn: '1 / -1' }}
          data-autofocus
          {...form.getInputProps('Title')}
        />
        <WhoAndWhere form={form} />
        <Select
          label="Referred by"
          placeholder="None"
          data={referring.map((one) => ({ value: String(one.ReferringProviderId), label: referringName(one) }))}
          searchable
          clearable
          limit={50}
          clearButtonProps={{ 'aria-label': 'No referring provider' }}
          nothingFoundMessage="No one with that name in the address book"
          {...form.getInputProps('ReferringProviderContactId')}
        />
        <FormDate form={form} field="StartDate" label="Case start" />
        <FormDate form={form} field="OnsetDate" label="Onset" today={today} />
        <Select label="Cause" data={causes} allowDeselect={false} {...form.getInputProps('RelatedCause')} />
        {form.values.RelatedCause !== 'none' && (
          <>
            <FormDate form={form} field="AccidentDate" label="Date of accident" today={today} />
            <Select
              label="State of accident"
              data={states}
              searchable
              clearable
              {...form.getInputProps('AccidentState')}
            />
            <TextInput label="Accident claim number" {...form.getInputProps('PropertyClaimNumber')} />
          </>
        )}
      </SimpleGrid>
    </div>
  );
}

function WhoAndWhere({ form }: Form) {
  const { facilityIds } = useCurrentUser();
  const { regions } = useWebsite();
  const facilities = useLiveValue(openFacilities, []) ?? [];
  const { FacilityId } = form.values;
  const providers = useLiveValue(() => activeProviders(FacilityId), [FacilityId]) ?? [];
  const own = facilities.filter((one) => !facilityIds || facilityIds.includes(one.FacilityId));
  return (
    <>
      <Select
        label="Facility"
        data={facilitySelectData(facilityOptions(own, regions))}
        searchable
        allowDeselect={false}
        {...form.getInputProps('FacilityId')}
      />
      <Select
        label="Provider"
        data={providers.map((one) => ({ value: String(one.ProviderId), label: providerName(one) }))}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No one with that name works there"
        {...form.getInputProps('ProviderId')}
        onChange={(id) => {
          form.setFieldValue('ProviderId', id);
          followProvider(
            form,
            providers.find((one) => one.ProviderId === id),
          );
        }}
      />
      <Select label="Discipline" data={disciplineOptions} allowDeselect={false} {...form.getInputProps('Discipline')} />
    </>
  );
}

/** Who treats says in which discipline; it stays to be changed. */
function followProvider(form: Form['form'], provider: Provider | undefined): void {
  if (provider) form.setFieldValue('Discipline', disciplineOf(provider.Type));
}

type DateName = 'StartDate' | 'OnsetDate' | 'AccidentDate' | 'PlanOfCareStart' | 'PlanOfCareEnd';
type FormDateProps = Form & {
  field: DateName;
  label: string;
  /** Where nothing later can be meant. */
  today?: string;
  onChange?: (date: string | null) => void;
};

export function FormDate({ form, field, label, today, onChange }: FormDateProps) {
  return (
    <DateField
      label={label}
      w="100%"
      {...(today ? { today } : {})}
      value={form.values[field]}
      onChange={(date) => {
        form.setFieldValue(field, date);
        onChange?.(date);
      }}
      onRefused={(refused) => form.setFieldValue(field, refused)}
      error={sentenceOf(form.errors, field)}
    />
  );
}
