import { afterAll, beforeAll, expect, test } from 'vitest';
import { cast, cast2 } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

const caseOf = async (PatientId: string) =>
  (await api.db.owner<{ CaseId: string }>(`select "CaseId" from cases where "PatientId" = $1 limit 1`, [PatientId]))[0]
    ?.CaseId as never;

test('a service that is not connected says so and offers nothing', async () => {
  const admin = { as: 'admin' } as const;
  expect(await api.call('connections.fotoClinics', {}, admin)).toEqual({ isConnected: false, clinicOptions: [] });
  expect(await api.call('connections.fotoClinicians', {}, admin)).toEqual({ isConnected: false, clinicianOptions: [] });
  expect(await api.call('connections.pVerifyPayers', {}, admin)).toEqual({ isConnected: false, payers: [] });
  const caseIds = [await caseOf(cast.patients.rosa)];
  expect(await api.call('connections.fotoEpisodeFields', { caseIds }, { as: 'pt' })).toEqual({
    isConnected: false,
    episodeFieldOptionsByCaseId: {},
  });
  await api.call('settings.save', { settings: { enable_sidekick: true } }, admin);
  expect(await api.call('connections.cptInsights', {}, { as: 'pt' })).toBe(false);
});

test('nothing of a case the caller may not see is asked outside', async () => {
  const caseIds = [await caseOf(cast.patients.rosa), await caseOf(cast2.patients.ada)];
  await expect(api.call('connections.fotoEpisodeFields', { caseIds }, { as: 'pt' })).rejects.toMatchObject({
    kind: 'not-found',
  });
});
