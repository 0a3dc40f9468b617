import { lazy } from 'react';
import type { Case } from '#contract/cases/case.ts';
import { seenOnCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { ConflictViews } from '#shared/conflict-views.ts';
import { overNow, rowOf } from '#sync/changes/fresh-call.ts';
import { caseDiff, dischargeDiff, newCaseDiff, removedCaseDiff } from './case-diff.ts';
import { caseNow, isDiagnosisClash, waysToDiagnose } from './diagnosis-clash.ts';

export const caseViews = {
  'cases.create': {
    title: 'New case',
    diff: newCaseDiff,
    ResendForm: lazy(() => import('./resend-case-form.tsx').then((file) => ({ default: file.ResendCaseForm }))),
  },
  'cases.update': {
    title: 'Changes to a case',
    diff: caseDiff,
    // Theirs stay where mine are discarded.
    ways: async (again, { call }) => (isDiagnosisClash(call) ? waysToDiagnose(call, await caseNow(call)) : [again]),
    link: ({ call }) =>
      isDiagnosisClash(call) ? { label: 'Open chart', path: `/patients/${(call.current as Case).PatientId}` } : null,
  },
  'cases.discharge': { title: 'Discharge a case', diff: dischargeDiff, fresh: overNow },
  'cases.remove': {
    title: 'Delete a case',
    diff: removedCaseDiff,
    fresh: (call) => ({ input: call.input, base: seenOnCase((rowOf(call) ?? {}) as OnCase) }),
  },
} satisfies Partial<ConflictViews>;
