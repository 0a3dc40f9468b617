import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { referringName } from '#contract/address-book/referring-provider.ts';
import type { PatientId } from '#contract/base/ids.ts';
import { usStates } from '#contract/base/state-names.ts';
import { caseRecord } from '#contract/cases/case.ts';
import { disciplineOf, providerName } from '#contract/providers/provider.ts';
import { activeReferring, openFacilities } from '#local/reads/cases.ts';
import { insurancesOfPatient } from '#local/reads/patients.ts';
import { activeProviders } from '#local/reads/visits.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import type { CaseParts, CaseValues } from './case-values.ts';
import { CustomQuestions } from './custom-questions.tsx';
import { DiagnosisFields } from './diagnosis-fields.tsx';
import { PlanFields } from './plan-fields.tsx';
import { PolicyFields } from './policy-fields.tsx';

const states = Object.entries(usStates).map(([value, name]) => ({ value, label: `${value} ${name}` }));

/** A new one is at the facility where its writer works, from today on, paid for by every policy of the patient. */
export const caseForm = recordForm(caseRecord, {
  known: (parent) => insurancesOfPatient(parent as PatientId),
  start: (insurances, { today, facilityId }) => ({
    FacilityId: facilityId,
    StartDate: today,
    InsuranceIds: insurances.map(({ insurance }) => insurance.InsuranceId),
  }),
  words: { add: 'Open case', added: 'Case opened.' },
  Layout: ({ Field, values, known }) => (
    <Stack gap="lg">
      <CaseDetails Field={Field} values={values} />
      <DiagnosisFields values={values} />
      <PolicyFields values={values} insurances={known} />
      <PlanFields Field={Field} values={values} />
      <CustomQuestions values={values} />
    </Stack>
  ),
});

/** What the case is about, who treats it where, who sent it and since when. */
function CaseDetails({ Field, values: { FacilityId, RelatedCause } }: CaseParts) {
  const { facilityIds } = useCurrentUser();
  const { regions } = useWebsite();
  const facilities = useLiveValue(openFacilities, []) ?? [];
  const providers = useLiveValue(() => activeProviders(FacilityId), [FacilityId]) ?? [];
  const referring = useLiveValue(activeReferring, []) ?? [];
  const own = facilities.filter((one) => !facilityIds || facilityIds.includes(one.FacilityId));
  /** Who treats says in which discipline; it stays to be changed. */
  function disciplineWith(id: string | null): Partial<CaseValues> {
    const provider = providers.find((one) => one.ProviderId === id);
    return provider ? { Discipline: disciplineOf(provider.Type) } : {};
  }
  return (
    <Stack gap="sm">
      <Field of="Title" placeholder="Left knee pain" hasFocus />
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="FacilityId" options={facilitySelectData(facilityOptions(own, regions))} isSearchable />
        <Field
          of="ProviderId"
          options={providers.map((one) => ({ value: String(one.ProviderId), label: providerName(one) }))}
          nothingFound="No one with that name works there"
          isSearchable
          sets={disciplineWith}
        />
        <Field of="Discipline" />
        <Field
          of="ReferringProviderContactId"
          placeholder="None"
          options={referring.map((one) => ({ value: String(one.ReferringProviderId), label: referringName(one) }))}
          nothingFound="No one with that name in the address book"
          isSearchable
        />
        <Field of="StartDate" />
        <Field of="OnsetDate" isPast />
        <Field of="RelatedCause" placeholder="No accident" />
        {RelatedCause !== null && (
          <>
            <Field of="AccidentDate" isPast />
            <Field of="AccidentState" options={states} isSearchable />
            <Field of="PropertyClaimNumber" />
          </>
        )}
      </SimpleGrid>
    </Stack>
  );
}
