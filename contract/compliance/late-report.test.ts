import { expect, test } from 'vitest';
import { addDays } from '../base/dates.ts';
import type { ComplianceFacts } from './facts.ts';
import { signWarnings } from './sign-warnings.ts';
import { factsOf, noteOn, payerOf, visitOn, weekdays } from './testing/case-facts.ts';

const day = (n: number) => weekdays(n).at(-1) ?? '';
const treated = (count: number) => weekdays(count).map((each) => visitOn(each));
const until = addDays(day(10), 7);
const late = {
  key: 'lateReport',
  sentence: 'The progress report was due 01/16/2026 and counted until 01/23/2026. You sign it later.',
  needsReason: true,
};

function told(of: Partial<ComplianceFacts>, note = noteOn(day(10)), isAssistant = false) {
  const warnings = signWarnings(factsOf({ visits: treated(10), ...of }), note, { ProviderId: 'signer', isAssistant });
  return warnings.filter(({ key }) => key === 'lateReport');
}

test.each<[string, Parameters<typeof told>, boolean]>([
  ['of day 10 signed that day', [{ today: day(10) }], false],
  ['of day 10 signed on the last day of grace', [{ today: until }], false],
  ['of day 10 signed a day later', [{ today: addDays(until, 1) }], true],
  ['of day 10 signed 20 days later', [{ today: addDays(day(10), 20) }], true],
  [
    'joined to the daily note',
    [{ today: addDays(until, 1) }, noteOn(day(10), { NoteType: 'daily', AlsoTypes: ['progress'] })],
    true,
  ],
  ['of day 6, the tenth day long past', [{ today: addDays(until, 1) }, noteOn(day(6))], true],
  ['of day 6 where no tenth day came', [{ visits: treated(6), today: addDays(until, 9) }, noteOn(day(6))], false],
  ['of a day after the grace, which says so itself', [{ today: addDays(until, 3) }, noteOn(addDays(until, 3))], false],
  ['that is a daily note alone', [{ today: addDays(until, 1) }, noteOn(day(10), { NoteType: 'daily' })], false],
  ['of an assistant, which counts nothing', [{ today: addDays(until, 1) }, noteOn(day(10)), true], false],
  ['where no payer asks for one', [{ today: addDays(until, 1), payers: [payerOf('commercial')] }], false],
  ['where not all visits are seen', [{ today: addDays(until, 1), areVisitsPartial: true }], false],
])('a report %s', (_name, of, isLate) => {
  expect(told(...of)).toEqual(isLate ? [late] : []);
});
