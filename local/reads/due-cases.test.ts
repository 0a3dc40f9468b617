import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderId } from '#contract/base/ids.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import { assistant, episode, insurance, patient, payer, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '../store/device.ts';
import { keepSetup } from '../store/setup.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { dueCases } from './due-cases.ts';

const today = '2026-11-18';
const everyone = { FacilityId: null, ProviderIds: [] };
const day = (n: number) => `2026-11-${String(n).padStart(2, '0')}`;
const treated = Array.from({ length: 10 }, (_, at) =>
  Visit.parse({
    ...visit,
    VisitId: testId(200 + at),
    Start: `${day(5 + at)}T09:00`,
    End: `${day(5 + at)}T09:45`,
    stage: 'billing',
  }),
);
let device: TestDevice;

beforeEach(async () => {
  device = await testDevice();
  await mirrorRows(device, 'payers', [payer]);
  await mirrorRows(device, 'providers', [provider, assistant]);
  await mirrorRows(device, 'patients', [patient]);
  await mirrorRows(device, 'insurances', [insurance]);
  await mirrorRows(device, 'visits', treated);
  await keepSetup(device, { currentUser: { providerIds: null } } as unknown as Setup);
});
afterEach(() => lockDevice());

const keep = (more: Partial<typeof episode> = {}) => mirrorRows(device, 'cases', [{ ...episode, ...more }]);

describe('cases in which something is due', () => {
  test('are told from the rows of this device', async () => {
    await keep();
    const [found] = await dueCases(today, everyone);
    expect(found).toMatchObject({ case: { CaseId: episode.CaseId }, patient: { LastName: patient.LastName } });
    expect(found?.due.reports?.state).toBe('due');
    expect(found?.unknown.plans?.sentence).toContain('There is no plan of care.');
  });

  test('what an older case needs more than these days for is not known until its chart is whole', async () => {
    await keep({ StartDate: '2026-01-05' });
    expect((await dueCases(today, everyone))[0]?.due.reports).toBeUndefined();
    const PatientId = String(patient.PatientId);
    await device.mirror.charts.put({ PatientId, openedAt: 1, hydratedAt: 1 });
    expect((await dueCases(today, everyone))[0]?.due.reports?.state).toBe('due');
  });

  test('are those of the facility and the providers chosen', async () => {
    await keep();
    const none = async (filter: Parameters<typeof dueCases>[1]) => (await dueCases(today, filter)).length;
    expect(await none({ ...everyone, ProviderIds: [assistant.ProviderId] })).toBe(0);
    expect(await none({ ...everyone, ProviderIds: [ProviderId.parse(provider.ProviderId)] })).toBe(1);
    expect(await none({ ...everyone, FacilityId: testId(99) })).toBe(0);
  });

  test('are no longer read once nobody waits for them', async () => {
    await keep();
    expect(await dueCases(today, everyone, () => false)).toEqual([]);
  });
});
