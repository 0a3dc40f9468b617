import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { planEnd, plannedVisits, planWords } from '#contract/cases/plan-of-care.ts';
import type { CaseFormValues } from './case-form.ts';
import { FormDate } from './case-fields.tsx';
import { numberOrNull, wholeNumber } from './form-parts.ts';
import classes from './cases.module.css';

/** How often and for how long, such as twice a week for six weeks; the end follows and can be changed. */
export function PlanFields({ form }: { form: UseFormReturnType<CaseFormValues> }) {
  function follow(next: Partial<Pick<CaseFormValues, 'PlanWeeks' | 'PlanOfCareStart'>>): void {
    const { PlanWeeks, PlanOfCareStart, StartDate } = { ...form.values, ...next };
    if (PlanWeeks.trim() === '' || !wholeNumber(1, 52).safeParse(PlanWeeks).success) return;
    const start = PlanOfCareStart ?? StartDate;
    if (!start || !isRealDate(start)) return;
    form.setFieldValue('PlanOfCareStart', start);
    form.setFieldValue('PlanOfCareEnd', planEnd(start, Number(PlanWeeks)));
  }
  const weeks = form.getInputProps('PlanWeeks');
  return (
    <fieldset className={classes.part}>
      <legend>Plan of care</legend>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <TextInput label="Visits a week" inputMode="numeric" maxLength={2} {...form.getInputProps('VisitsPerWeek')} />
        <TextInput
          label="Weeks"
          inputMode="numeric"
          maxLength={2}
          {...weeks}
          onChange={(event) => {
            form.setFieldValue('PlanWeeks', event.currentTarget.value);
            follow({ PlanWeeks: event.currentTarget.value });
          }}
        />
        <FormDate
          form={form}
          field="PlanOfCareStart"
          label="From"
          onChange={(PlanOfCareStart) => PlanOfCareStart && follow({ PlanOfCareStart })}
        />
        <FormDate form={form} field="PlanOfCareEnd" label="Until" />
      </SimpleGrid>
      <p className={classes.hint} role="status">
        {planSentence(form.values)}
      </p>
    </fieldset>
  );
}

function planSentence(values: CaseFormValues): string {
  const fits = (text: string, most: number) => wholeNumber(1, most).safeParse(text).success;
  const VisitsPerWeek = fits(values.VisitsPerWeek, 14) ? numberOrNull(values.VisitsPerWeek) : null;
  const PlanWeeks = fits(values.PlanWeeks, 52) ? numberOrNull(values.PlanWeeks) : null;
  const { PlanOfCareStart, PlanOfCareEnd } = values;
  const plan = { VisitsPerWeek, PlanWeeks, PlanOfCareStart, PlanOfCareEnd };
  const [words, visits] = [planWords(plan), plannedVisits(plan)];
  if (words === null || visits === null) return 'A series follows this plan and warns about visits outside it.';
  const until = PlanOfCareEnd && isRealDate(PlanOfCareEnd) ? `, until ${showDate(PlanOfCareEnd)}` : '';
  return `${words}: ${visits} ${visits === 1 ? 'visit' : 'visits'}${until}.`;
}
