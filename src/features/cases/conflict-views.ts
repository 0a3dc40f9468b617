import type { Case } from '#contract/cases/case.ts';
import { seenOnCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { ConflictView, ConflictViews } from '#shared/conflict-views.ts';
import { overNow, rowOf } from '#sync/changes/fresh-call.ts';
import { dischargeDiff, removedCaseDiff } from './case-diff.ts';
import { stampDiff, stampTitle } from './stamp-diff.ts';
import { caseNow, isDiagnosisClash, waysToDiagnose } from './diagnosis-clash.ts';

/** Of a change to a case, what its form does not say. */
export const caseChangeView = {
  // Theirs stay where mine are discarded.
  ways: async (again, { call }) => (isDiagnosisClash(call) ? waysToDiagnose(call, await caseNow(call)) : [again]),
  link: ({ call }) =>
    isDiagnosisClash(call) ? { label: 'Open chart', path: `/patients/${(call.current as Case).PatientId}` } : null,
} satisfies Partial<ConflictView>;

export const caseViews = {
  'cases.discharge': { title: 'Discharge a case', diff: dischargeDiff, fresh: overNow },
  'cases.stampPlan': { title: stampTitle, diff: stampDiff },
  'cases.remove': {
    title: 'Delete a case',
    diff: removedCaseDiff,
    fresh: (call) => ({ input: call.input, base: seenOnCase((rowOf(call) ?? {}) as OnCase) }),
  },
} satisfies Partial<ConflictViews>;
