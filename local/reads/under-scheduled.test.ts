import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { episode, patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '../store/device.ts';
import { queueWrite } from '../outbox/outbox.ts';
import { mirrorRows, testDevice } from '../testing/device.ts';
import { underScheduledCases } from './under-scheduled.ts';

afterEach(() => lockDevice());

// A Wednesday; its week begins on 11/15.
const today = '2026-11-18';

test('a case whose plan wants more visits than are booked is told, until someone changes the plan', async () => {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patient]);
  const plan = { VisitsPerWeek: 2, PlanWeeks: 6, PlanOfCareStart: '2026-11-01', PlanOfCareEnd: '2026-12-12' };
  await mirrorRows(device, 'cases', [
    { ...episode, ...plan },
    { ...episode, ...plan, CaseId: testId(40) as never, DischargedAt: '2026-11-10' },
  ]);
  await mirrorRows(device, 'visits', [visit]);
  const found = await underScheduledCases(today, null);
  expect(found).toMatchObject([
    {
      case: { CaseId: episode.CaseId },
      patient: { LastName: patient.LastName },
      weeks: [
        { planned: 2, booked: 1, missing: 1 },
        { planned: 2, booked: 0, missing: 2 },
      ],
      missing: 3,
    },
  ]);
  expect(await underScheduledCases(today, testId(99))).toEqual([]);
  await queueWrite('cases.update', { id: episode.CaseId, changes: { VisitsPerWeek: null } });
  expect(await underScheduledCases(today, null)).toEqual([]);
});
