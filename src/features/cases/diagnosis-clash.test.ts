import { expect, test } from 'vitest';
import type { Case } from '#contract/cases/case.ts';
import { mergedCase } from '#contract/cases/merged-case.ts';
import { episode } from '#contract/testing/rows.ts';
import { heldBackReason } from '#local/outbox/dependants.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { isDiagnosisClash, waysToDiagnose } from './diagnosis-clash.ts';

const knee = { Code: 'M25.562', Description: 'Pain in left knee' };
const worn = { Code: 'M17.12', Description: 'Osteoarthritis of left knee' };
const loose = { Code: 'M23.52', Description: 'Chronic instability of left knee' };

function refused(mine: Case['Diagnoses'], said: Partial<ParkedCall> = {}): ParkedCall {
  const input = { id: episode.CaseId, changes: { Title: 'Knee', Diagnoses: mine } };
  const base = { Title: episode.Title, Diagnoses: [knee] };
  const current = { ...episode, Title: 'Knee', Diagnoses: [worn] };
  return { name: 'cases.update', kind: 'conflict', reason: '', input, base, current, ...said } as ParkedCall;
}

const now = (Diagnoses: Case['Diagnoses']): Case => ({ ...episode, Title: 'Left knee', Diagnoses });
const sent = (mine: Case['Diagnoses'], theirs: Case['Diagnoses']) =>
  waysToDiagnose(refused(mine), now(theirs)).map(({ label, again }) => [label, again] as const);

test('mine, or both, go over what the server holds now, and nothing else of the call goes again', () => {
  const again = (Diagnoses: Case['Diagnoses']) => ({
    input: { id: episode.CaseId, changes: { Diagnoses } },
    base: { Diagnoses: [worn] },
  });
  expect(sent([loose], [worn])).toEqual([
    ['Use mine', again([loose])],
    ['Keep both', again([worn, loose])],
  ]);
});

test('each of them is taken by the rule of the server, which refused the call as it was', () => {
  const theirs = now([worn]);
  const { input, base } = refused([loose]);
  expect(mergedCase(theirs, input['changes'] as Partial<Case>, base).kept).toEqual(['Diagnoses']);
  for (const { again } of waysToDiagnose(refused([loose]), theirs)) {
    const changes = again.input['changes'] as Partial<Case>;
    expect(mergedCase(theirs, changes, again.base)).toEqual({ merged: changes, kept: [] });
  }
});

test.each([
  ['mine are theirs and more', [worn, loose], [worn]],
  ['theirs are mine and more', [loose], [worn, loose]],
  ['only the order differs', [loose, worn], [worn, loose]],
  ['a claim has no room for both', [loose], Array.from({ length: 12 }, (_, n) => ({ ...worn, Code: `M17.${n + 10}` }))],
])('both are not offered where %s', (_why, mine, theirs) => {
  expect(sent(mine, theirs).map(([label]) => label)).toEqual(['Use mine']);
});

test('what was held back, or is too old to be known, did not meet other diagnoses: it goes again whole', () => {
  expect(isDiagnosisClash(refused([loose]))).toBe(true);
  expect(isDiagnosisClash(refused([loose], { reason: heldBackReason, current: null }))).toBe(false);
  expect(isDiagnosisClash(refused([loose], { kind: 'invalid' }))).toBe(false);
  expect(isDiagnosisClash(refused([loose], { input: { id: episode.CaseId, changes: { Title: 'Knee' } } }))).toBe(false);
});
