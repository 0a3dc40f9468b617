import { afterEach, expect, test } from 'vitest';
import { episode } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { openClinic } from '#shared/testing/clinic.tsx';
import { dischargeDiff } from './case-diff.ts';

afterEach(() => lockDevice());

test.each([
  ['one that says nothing of the reason', {}, ['Discharged']],
  ['one without a reason', { DischargeReason: null }, ['Discharged', 'Reason']],
  ['one for the same reason', { DischargeReason: 'plateau' }, ['Discharged']],
])('a refused discharge tells what it would change: %s', async (_name, more, names) => {
  const { CaseId: id } = episode;
  await openClinic({ cases: [{ ...episode, DischargedAt: '2026-11-16', DischargeReason: 'plateau' }] });
  const input = { id, DischargedAt: '2026-11-17', ...more };
  const diff = await dischargeDiff({ input, current: null } as unknown as ParkedCall);
  expect(diff.map(({ name }) => name)).toEqual(names);
});
