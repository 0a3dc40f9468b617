import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeviceId } from '#contract/base/ids.ts';
import { schemaVersion } from '#contract/schema-version.ts';
import { cast } from '#server/demo/cast.ts';
import { testApi, type TestApi } from '#server/testing/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await testApi(undefined, {}, { hasRounds: false });
});
afterAll(() => api.close());

const device = DeviceId.parse(randomUUID());
const entry = (mid: number, City: string) => ({
  mid,
  name: 'patients.update',
  input: { id: cast.patients.rosa, changes: { City } },
  base: {},
  schemaVersion,
  madeAt: '2026-11-18T09:40:00.000Z',
  clockOffset: 0,
});

async function push(entries: object[], epoch?: string) {
  const headers = epoch === undefined ? {} : { 'x-sync-epoch': epoch };
  const reply = await api.inject('POST', '/api/sync/push', { as: 'admin', headers, body: { device, entries } });
  return [reply.statusCode, reply.json()] as const;
}
const position = () => api.call('sync.pull', { device, cookie: null, more: null }, { as: 'admin' });
const city = async () =>
  (await api.db.owner<{ City: string }>(`select "City" from patients where "PatientId" = $1`, [cast.patients.rosa]))[0]
    ?.City;
const ran = (...mids: number[]) => ({ outcomes: mids.map((mid) => expect.objectContaining({ mid, status: 'ok' })) });

test('what waits is not run in a history its device has not taken up', async () => {
  const { epoch } = await position();
  expect(await push([entry(1, 'Mesa')], epoch)).toMatchObject([200, ran(1)]);
  // As a restore does.
  await api.db.owner('update sync_epoch set epoch = gen_random_uuid()');
  expect(await push([entry(2, 'Reno'), entry(3, 'Bend')], epoch)).toEqual([
    200,
    { outcomes: [], retryFrom: 2, isOtherHistory: true },
  ]);
  expect(await city()).toBe('Mesa');
  const later = (await position()).epoch;
  expect(later).not.toBe(epoch);
  expect(await push([entry(1, 'Mesa'), entry(2, 'Reno')], later)).toMatchObject([200, ran(1, 2)]);
  expect(await city()).toBe('Reno');
});

test('a device that names none, as older apps do, and one that names nonsense are served as before', async () => {
  expect(await push([entry(10, 'Lodi')])).toMatchObject([200, ran(10)]);
  expect(await push([entry(11, 'Ames')], `'; drop table patients`)).toMatchObject([200, ran(11)]);
});
