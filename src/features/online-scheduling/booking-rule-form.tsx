import { Group, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { bookingRule } from '#contract/online-scheduling/booking-rule.ts';
import { usualRule } from '#contract/online-scheduling/usual-rule.ts';
import { readAll } from '#local/reads/reads.ts';
import { facilityOptions, facilitySelectData } from '#shared/facility-options.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import type { RecordValues } from '#shared/forms/record-values.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';

type Values = RecordValues<typeof bookingRule>;

/** How visits of a type are booked online at a facility. */
export const bookingRuleForm = recordForm(bookingRule, {
  async known() {
    const facilities = await readAll('facilities');
    const providers = await readAll('providers');
    return { facilities, providers, rules: await readAll('bookingRules') };
  },
  start: (_known, { facilityId }) => ({ ...usualRule, FacilityId: facilityId }) as unknown as Partial<Values>,
  objection({ FacilityId, VisitTypeName }, { known, id }) {
    const same = known.rules.find(
      (one) => one.BookingRuleId !== id && one.FacilityId === FacilityId && one.VisitTypeName === VisitTypeName,
    );
    if (!same) return null;
    const sentence = `${VisitTypeName} already has a rule at this facility: “${same.PublicName}”.`;
    return { refusals: { VisitTypeName: sentence }, other: { id: same.BookingRuleId, name: same.PublicName } };
  },
  Layout({ Field, values: { FacilityId, ProviderIds }, known }) {
    const { facilityIds } = useCurrentUser();
    const { regions } = useWebsite();
    const facility = known.facilities.find((one) => one.FacilityId === FacilityId);
    const types = (facility?.visit_types ?? []).filter((one) => !one.IsNonPatientVisit && one.deleted_at === null);
    const own = known.facilities.filter((one) => facilityIds === null || facilityIds.includes(one.FacilityId));
    const open = known.facilities.filter(
      (one) => one.FacilityId === FacilityId || (!one.Inactive && own.includes(one)),
    );
    const chosen = new Set<string>(ProviderIds);
    const here = known.providers.filter(
      (one) =>
        chosen.has(one.ProviderId) || (!one.Inactive && one.FacilityIds.some((at) => at === facility?.FacilityId)),
    );
    return (
      <Stack gap="sm">
        <Field of="IsOn" description="Patients see these visits only while this is on." />
        <Field of="FacilityId" options={facilitySelectData(facilityOptions(open, regions))} />
        <Field
          of="VisitTypeName"
          options={types.map(({ Name }) => ({ value: Name, label: Name }))}
          nothingFound="Choose the facility first."
        />
        <Field of="PublicName" description="Patients read this name. Use plain words." />
        <Field of="For" description="Patients under care need an open case and a plan of care." />
        <Field
          of="ProviderIds"
          description="Leave empty for every provider of the facility."
          options={here.map((one) => ({
            value: one.ProviderId,
            label: `${one.FirstName} ${one.LastName}, ${one.Type}`,
          }))}
        />
        <Field of="AnyProvider" description="Mainstay picks the patient’s own provider, or one with free time." />
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="md" verticalSpacing="sm">
          <Field of="StartEvery" />
          <Field of="NoticeHours" />
          <Field of="HorizonDays" />
        </SimpleGrid>
        <Group grow align="flex-start">
          <Field of="BufferBefore" />
          <Field of="BufferAfter" />
        </Group>
        <Group grow align="flex-start">
          <Field of="MaxPerProvider" description="Empty for no limit." />
          <Field of="MaxPerFacility" description="Empty for no limit." />
        </Group>
        <Field of="MaxUpcoming" />
        <Field of="NeedsRoom" description="The first free room of the facility is booked with the visit." />
        <Field of="NeedsApproval" description="The visit is booked, and staff see that they should confirm it." />
        <Field of="Questions" description="Asked before booking. The answers are in the visit’s scheduling note." />
      </Stack>
    );
  },
});
