import { addDays } from '#contract/base/dates.ts';
import type { Chart } from './charts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** Days from today by which it is to be done. */
type Told = { sentence: string; due: number | null };

const tasks: Record<string, Record<string, Told>> = {
  demo: {
    rosa: { sentence: 'Ask her daughter which afternoons work in December.', due: 2 },
    walter: { sentence: 'Order a longer walker handle.', due: null },
  },
  demo2: { ada: { sentence: 'Ask for the new insurance card.', due: 3 } },
};

/** What is to be done for some of the people, by whoever comes first. */
export function taskRows({ site }: ClinicSpec, charts: readonly Chart[], today: string): object[] {
  return Object.entries(tasks[site] ?? {}).flatMap(([key, { sentence, due }]) => {
    const chart = charts.find(({ person }) => person.key === key);
    if (!chart) return [];
    return {
      site,
      TaskId: demoId(site, 'task', key),
      PatientId: chart.patient.PatientId,
      CaseId: chart.case?.CaseId ?? null,
      sentence,
      dueOn: due === null ? null : addDays(today, due),
    };
  });
}
