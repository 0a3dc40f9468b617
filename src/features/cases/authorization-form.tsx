import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import type { CaseId } from '#contract/base/ids.ts';
import { authorization } from '#contract/cases/authorization.ts';
import { readCase } from '#local/reads/cases.ts';
import { insurancesOfPatient, type InsuranceLine } from '#local/reads/patients.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import { policyName } from '#local/reads/policy-name.ts';

export const authorizationForm = recordForm(authorization, {
  async known(parent) {
    const of = await readCase(parent as CaseId);
    return of && inOrder(await insurancesOfPatient(of.PatientId), of.InsuranceIds);
  },
  start: ([first]) => ({
    InsuranceId: first?.insurance.InsuranceId ?? null,
    Status: 'approved',
    Kind: 'visits',
    CountRule: 'signed',
  }),
  Layout({ Field, values, known }) {
    const isCounted = values.Kind !== 'dates';
    return (
      <Stack gap="sm">
        <Field
          of="InsuranceId"
          options={known.map((line) => ({ value: String(line.insurance.InsuranceId), label: policyName(line) }))}
          nothingFound="This patient has no policy"
        />
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <Field of="Number" placeholder="From the payer" hasFocus />
          <Field of="Status" />
          <Field of="Kind" />
          {isCounted && <Field of="Allowed" label={values.Kind === 'units' ? 'Units allowed' : 'Visits allowed'} />}
          <Field of="Start" />
          <Field of="End" />
        </SimpleGrid>
        {isCounted && (
          <Field
            of="CountRule"
            description="When a visit counts against it. Visits that don’t count yet are shown as booked."
          />
        )}
        <Field of="Note" />
      </Stack>
    );
  },
});

/** The policies of the case first: one of them is meant. */
function inOrder(lines: readonly InsuranceLine[], ids: readonly string[]): InsuranceLine[] {
  const placeOf = ({ insurance }: InsuranceLine) => {
    const at = ids.indexOf(insurance.InsuranceId);
    return at === -1 ? ids.length : at;
  };
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}
