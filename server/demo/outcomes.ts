import { addDays } from '#contract/base/dates.ts';
import type { Chart } from './charts.ts';
import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** Totals of the Lower Extremity Functional Scale, 0 to 80, by days after the case began. */
const course = [
  { after: 0, Score: 34 },
  { after: 14, Score: 47 },
] as const;

/** Every eighth case is scored at its beginning and two weeks later. */
export function outcomeRows({ site }: ClinicSpec, charts: readonly Chart[], today: string): object[] {
  const scored = charts.filter((_, at) => at % 8 === 5);
  return scored.flatMap(({ case: of, person }) => {
    if (!of) return [];
    return course
      .map(({ after, Score }) => ({ Date: addDays(of.StartDate, after), Score }))
      .filter(({ Date }) => Date <= today)
      .map((one) => ({
        site,
        OutcomeResponseId: demoId(site, 'outcomeResponse', `${person.key} ${one.Date}`),
        CaseId: of.CaseId,
        PatientId: of.PatientId,
        NoteId: null,
        MeasureKey: 'lefs',
        Version: 1,
        ...one,
        Answers: null,
        CorrectsId: null,
        EnteredBy: 'staff',
        SurveySendId: null,
      }));
  });
}
