import { SimpleGrid } from '@mantine/core';
import { isRealDate, showDate } from '#contract/base/dates.ts';
import { caseRecord } from '#contract/cases/case.ts';
import { planEnd, plannedVisits, planWords } from '#contract/cases/plan-of-care.ts';
import { typedValue } from '#shared/forms/record-values.ts';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import type { CaseParts, CaseValues } from './case-values.ts';
import classes from './cases.module.css';

/** How often and for how long, such as twice a week for six weeks; the end follows and can be changed. */
export function PlanFields({ Field, values }: CaseParts) {
  function follow(next: Partial<CaseValues>): Partial<CaseValues> {
    const { StartDate, ...typed } = { ...values, ...next };
    const weeks = numberIn('PlanWeeks', typed.PlanWeeks);
    const start = typed.PlanOfCareStart ?? StartDate;
    if (weeks === null || !start || !isRealDate(start)) return {};
    return { PlanOfCareStart: start, PlanOfCareEnd: planEnd(start, weeks) };
  }
  return (
    <fieldset className={classes.part}>
      <legend>Plan of care</legend>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Field of="VisitsPerWeek" />
        <Field of="PlanWeeks" label="Weeks" sets={(PlanWeeks) => follow({ PlanWeeks })} />
        <Field
          of="PlanOfCareStart"
          label="From"
          sets={(PlanOfCareStart) => (PlanOfCareStart ? follow({ PlanOfCareStart }) : {})}
        />
        <Field of="PlanOfCareEnd" label="Until" />
      </SimpleGrid>
      <p className={classes.hint}>
        <SettledCount>{planSentence(values)}</SettledCount>
      </p>
    </fieldset>
  );
}

function planSentence({ VisitsPerWeek, PlanWeeks, PlanOfCareStart, PlanOfCareEnd }: CaseValues): string {
  const plan = {
    VisitsPerWeek: numberIn('VisitsPerWeek', VisitsPerWeek),
    PlanWeeks: numberIn('PlanWeeks', PlanWeeks),
    PlanOfCareStart,
    PlanOfCareEnd,
  };
  const [words, visits] = [planWords(plan), plannedVisits(plan)];
  if (words === null || visits === null) return 'A series follows this plan and warns about visits outside it.';
  const until = PlanOfCareEnd && isRealDate(PlanOfCareEnd) ? `, until ${showDate(PlanOfCareEnd)}` : '';
  return `${words}: ${visits} ${visits === 1 ? 'visit' : 'visits'}${until}.`;
}

/** What is typed, where it is a number that may be saved. */
function numberIn(name: 'VisitsPerWeek' | 'PlanWeeks', typed: string | null): number | null {
  const field = caseRecord.fields[name];
  return field.schema.safeParse(typedValue(field, typed)).data ?? null;
}
