import type { Fault } from './fault.ts';

const reviews = 'server/features/online-review/online-review.pg.test.ts';
const outcomes = 'server/features/surveys/outcome-surveys.pg.test.ts';

/** On what patients are asked: forms, surveys, outcome measures, reviews. */
export const surveyFaults: readonly Fault[] = [
  {
    name: 'who opted out of review requests is told that nobody asked them yet',
    file: 'server/features/online-review/handlers.ts',
    from: "ledger.person?.given === false ? 'stopped' : refusalOf(ledger)",
    to: 'refusalOf(ledger)',
    tests: [reviews],
  },
  {
    name: 'a link of another kind opens the page for reviews',
    file: 'server/features/online-review/routes.ts',
    from: " || link.purpose !== 'review'",
    to: '',
    tests: [reviews],
  },
  {
    name: 'thoughts of self-harm that a patient answered wait in no one’s list',
    file: 'server/features/surveys/record-outcome.ts',
    from: 'isAlerting ? await beginNote(tx, { of, visit, today, now }) : null',
    to: 'null',
    tests: [outcomes],
  },
  {
    name: 'a patient changes a score that staff corrected',
    file: 'server/features/surveys/record-outcome.ts',
    from: "  if (!last && there.some(isOwn)) fail('user-visible', refusals.surveyClosed.en);\n",
    to: '',
    tests: [outcomes],
  },
  {
    name: 'who would just not recommend the clinic is called by nobody',
    file: 'server/features/surveys/routes.ts',
    from: '  if (asked) await askTask(',
    to: '  if (asked && send.VisitId === null) await askTask(',
    tests: ['server/features/surveys/surveys.pg.test.ts'],
  },
  {
    name: 'the task that an answer asked for is removed without a trace',
    file: 'server/features/tasks/task-hooks.ts',
    from: "Kind === 'own' ?",
    to: "Kind !== 'detractor' ?",
    tests: ['server/features/tasks/tasks.pg.test.ts'],
  },
  {
    name: 'whoever has the link of a measure reads what was answered',
    file: 'server/features/surveys/routes.ts',
    from: ' && given && !measure ?',
    to: ' && given ?',
    tests: [outcomes],
  },
];
