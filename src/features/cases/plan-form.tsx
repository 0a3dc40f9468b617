import { SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { referringName } from '#contract/address-book/referring-provider.ts';
import { addDays, isRealDate, showDate } from '#contract/base/dates.ts';
import type { CaseId } from '#contract/base/ids.ts';
import { goalName, isEnded } from '#contract/cases/goals-of-case.ts';
import { planEnd } from '#contract/cases/plan-of-care.ts';
import { certifierRefusal, medicareDaysRefusal, medicarePlanDays } from '#contract/cases/plan-of-care-refusal.ts';
import { planOfCare } from '#contract/cases/plan-of-care-row.ts';
import { activeReferring, readCase, readPayersOfCase } from '#local/reads/cases.ts';
import { unsignedVisitsOf } from '#local/reads/documentation.ts';
import { goalsOfCase, plansOfCase } from '#local/reads/goals.ts';
import { recordForm } from '#shared/forms/record-form.tsx';
import type { RecordValues } from '#shared/forms/record-values.ts';
import { DiagnosisFields } from './diagnosis-fields.tsx';

/** The next plan follows the one before; the first begins today. The case says what is treated, and who sent it. */
export const planForm = recordForm(planOfCare, {
  async known(parent) {
    const of = await readCase(parent as CaseId);
    if (!of) return undefined;
    const goals = await goalsOfCase(of.CaseId);
    const plans = await plansOfCase(of.CaseId);
    const visits = await unsignedVisitsOf(of.CaseId);
    const payers = await readPayersOfCase(of.CaseId, of.StartDate);
    const isMedicare = of.Discipline !== 'DC' && payers.some(({ Kind }) => Kind === 'medicare');
    return { of, goals, plans, visits, isMedicare, referring: await activeReferring() };
  },
  start({ of, goals, plans, visits, isMedicare }, { today }) {
    const before = plans[0]?.plan;
    const next = before && addDays(before.To, 1);
    const From = next && next > today ? next : today;
    return {
      Kind: before ? 'recert' : 'initial',
      From,
      ...lasting(From, of.PlanWeeks, isMedicare),
      VisitsPerWeek: of.VisitsPerWeek === null ? '' : String(of.VisitsPerWeek),
      Amount: '1',
      Interventions: before?.Interventions ?? '',
      CertifierId: of.ReferringProviderContactId,
      // As the form types parts.
      Diagnoses: of.Diagnoses as never,
      GoalIds: goals.filter(({ last }) => !isEnded(last?.Status)).map(({ goal }) => String(goal.GoalId)),
      WrittenInNoteId: visits.find(({ Start }) => Start.slice(0, 10) === today)?.VisitId ?? null,
    };
  },
  refuses(fields, _here, { isMedicare, referring }) {
    if (!isMedicare) return {};
    const days = medicareDaysRefusal(fields);
    const certifier = referring.find(({ ReferringProviderId: id }) => id === fields.CertifierId);
    const notTheirs = certifierRefusal(certifier?.Credential ?? null);
    return { ...(days !== null && { To: days }), ...(notTheirs !== null && { CertifierId: notTheirs }) };
  },
  Layout: ({ Field, values, known }) => (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="Kind" />
        <Field of="VisitsPerWeek" hasFocus />
        <Field
          of="From"
          sets={(From) => (From && isRealDate(From) ? endOf(From, weeksIn(values), known.isMedicare) : {})}
        />
        <Field of="PlanWeeks" sets={(weeks) => endOf(values.From ?? '', Number(weeks), known.isMedicare)} />
        <Field of="To" {...(known.isMedicare && { description: `At most ${medicarePlanDays} days for Medicare` })} />
        <Field of="Amount" />
      </SimpleGrid>
      <Field of="Interventions" placeholder="Therapeutic exercise, manual therapy, gait training" />
      <Field
        of="CertifierId"
        placeholder="Not known"
        options={known.referring.map((one) => ({ value: String(one.ReferringProviderId), label: referringName(one) }))}
        nothingFound="No one with that name in the address book"
        isSearchable
      />
      <Field
        of="GoalIds"
        placeholder="Choose goals"
        options={known.goals.map(({ goal }) => ({
          value: String(goal.GoalId),
          label: `${goalName(goal)}: ${goal.Text}`,
        }))}
        nothingFound="No goal in this case yet"
      />
      <Field
        of="WrittenInNoteId"
        placeholder="No note"
        options={known.visits.map(({ VisitId, Start }) => ({
          value: String(VisitId),
          label: `Visit of ${showDate(Start)}`,
        }))}
        nothingFound="No visit with an unsigned note"
      />
      <DiagnosisFields values={values} />
    </Stack>
  ),
});

type Values = RecordValues<typeof planOfCare>;

const weeksIn = ({ PlanWeeks }: Values) => Number(PlanWeeks);

function lasting(from: string, weeks: number | null, isMedicare: boolean) {
  return weeks === null ? {} : { PlanWeeks: String(weeks), ...endOf(from, weeks, isMedicare) };
}

/** The last day follows from the weeks; for Medicare it is no later than the law allows. */
function endOf(from: string, weeks: number, isMedicare: boolean): { To?: string } {
  if (!isRealDate(from) || !Number.isInteger(weeks) || weeks < 1 || weeks > 52) return {};
  const end = planEnd(from, weeks);
  const last = addDays(from, medicarePlanDays - 1);
  return { To: isMedicare && end > last ? last : end };
}
