import { VisitId } from '#contract/base/ids.ts';
import { addDays } from '#contract/base/dates.ts';
import { occurrencesOf } from '#contract/scheduling/occurrences.ts';
import { previewSeries } from '#contract/scheduling/series-preview.ts';
import { addMinutes, atTime } from '#contract/scheduling/wall-time.ts';
import { testId } from '#contract/testing/rows.ts';
import { authorization, ben, bookingAt, factsWith, maya, visitAt } from '#contract/testing/schedule.ts';
import { figure, type Figure } from './measure.ts';

const first = '2026-11-02';
const booked = 1_000;

/** Two therapists over twelve weeks; every visit of the series meets one of them at ten. */
function calendar() {
  return Array.from({ length: booked }, (_, n) => {
    const day = addDays(first, Math.floor(n / 12));
    const Start = addMinutes(atTime(day, '08:00'), (n % 6) * 60);
    const { ProviderId } = n % 12 < 6 ? maya : ben;
    return visitAt(Start, { ProviderId, VisitTypeName: 'Evaluation', VisitId: VisitId.parse(testId(100_000 + n)) });
  });
}

/** 36 visits against 1,000, all of them red, so that ways out are looked for 36 times; compute alone. */
export function benchSeriesPreview(): Figure[] {
  const times = [1, 3, 5].map((weekday) => ({ weekday, time: '10:00' }));
  const rule = occurrencesOf({ from: first, times, Minutes: 45, VisitsPerWeek: 3, PlanWeeks: 12 });
  if ('refusal' in rule) throw new Error(rule.refusal);
  const { VisitId: _, ...series } = bookingAt(atTime(first, '10:00'));
  const visits = rule.occurrences.map((one) => ({ ...one, ProviderId: maya.ProviderId }));
  const facts = factsWith({ visits: calendar(), authorizations: [authorization({ Allowed: 24 })] });
  const took: number[] = [];
  for (let round = 0; round < 50; round += 1) {
    const began = performance.now();
    const preview = previewSeries(series, visits, facts);
    took.push(performance.now() - began);
    if (preview.filter((one) => one.verdict === 'red').length !== 36) throw new Error('Not every visit is red.');
  }
  return [figure('preview of a series of 36 visits against 1,000, each with ways out, compute', 'ms', took, 100)];
}
