import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { entityNames, keyOf, type EntityName } from '#contract/kept-rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRowsWhere } from '#local/store/mirror-rows.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import { loseRows, mirroredKeys, mirrorRows, testDevice, type TestDevice } from '#local/testing/device.ts';
import { facilityRow, patientId, patientRow, visitId, visitRow } from '#local/testing/rows.ts';
import { compareSet, setsToCompare } from './compare.ts';
import type { Engine } from '../sync/engine.ts';
import { syncLoop, type SyncLoop } from '../sync/sync-loop.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';

let device: TestDevice;
let server: ReturnType<typeof clinic>;
let engine: Engine;
let loop: SyncLoop;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T15:00:00Z') });
  server = clinic();
  server.save('facilities', facilityRow());
  server.save('patients', patientRow(1), patientRow(2), patientRow(3));
  server.save(
    'visits',
    visitRow(1),
    visitRow(2, { PatientId: patientId(2) }),
    visitRow(3, { Start: '2026-10-01T09:00' }),
  );
  device = await testDevice();
  engine = testEngine(device, server);
  loop = syncLoop(engine, async () => undefined);
  await loop.wake({});
  await loop.wake({ compare: true });
});

afterEach(() => {
  loop.stop();
  vi.useRealTimers();
  lockDevice();
});

const lose = (entity: EntityName, keys?: string[]) => loseRows(device, entity, keys);
const asked = (name: string) => server.asked.filter((one) => one === name).length;
const corrected = () => engine.board.read().compared?.corrected;

/** Compares anew, some hours later. */
async function compareAgain(): Promise<void> {
  vi.setSystemTime(Date.now() + 7 * 3_600_000);
  server.asked.length = 0;
  await loop.wake({ compare: true });
}

test('a device that holds the same fetches nothing', async () => {
  expect(engine.board.read().compared).toEqual({ at: Date.now(), corrected: 0 });
  await compareAgain();
  expect([asked('sync.compare'), asked('sync.repair'), corrected()]).toEqual([3, 0, 0]);
});

describe('what differs is found and put right', () => {
  const faults: [string, () => Promise<unknown>, number][] = [
    ['a visit that is missing', () => lose('visits', [visitId(1)]), 1],
    ['a visit of earlier weeks that is missing', () => lose('visits', [visitId(3)]), 1],
    ['a patient who is missing', () => lose('patients', [patientId(2)]), 1],
    ['a row of the clinic that is missing', () => lose('facilities'), 1],
    ['a stale visit', () => stale('visits', visitId(2)), 1],
    ['a stale patient', () => stale('patients', patientId(3)), 1],
    ['a visit too many', () => plant('visits', visitRow(9)), 1],
    ['a visit too many of long ago', () => plant('visits', visitRow(9, { Start: '2025-01-01T09:00' })), 1],
    [
      'a patient too many',
      async () => {
        await plant('patients', patientRow(9));
        await device.mirror.charts.put({ PatientId: patientId(9), openedAt: 0, hydratedAt: null });
      },
      1,
    ],
    [
      'several at once',
      async () => {
        await lose('visits');
        await stale('patients', patientId(1));
        await plant('visits', visitRow(9));
      },
      5,
    ],
  ];
  test.each(faults)('%s', async (_case, plantFault, rows) => {
    await plantFault();
    await compareAgain();
    await expectSame();
    expect(corrected()).toBe(rows);
    await compareAgain();
    expect([asked('sync.repair'), corrected()]).toEqual([0, 0]);
  });

  test.each([
    ['whole', Date.now()],
    ['in parts', null],
  ])('in a chart that is here %s', async (_case, hydratedAt) => {
    await device.mirror.charts.update(patientId(1), { hydratedAt });
    await lose('visits', [visitId(3)]);
    await stale('visits', visitId(1));
    await plant('visits', visitRow(9, { Start: '2025-01-01T09:00' }));
    await compareAgain();
    await expectSame();
    expect(corrected()).toBe(3);
  });

  test('also when the patient of a visit of these days is missing with everything', async () => {
    for (const entity of ['visits', 'cases', 'insurances'] as const) {
      const rows = await mirrorRowsWhere(device, entity, { index: 'PatientId', anyOf: [patientId(2)] });
      await lose(
        entity,
        rows.map((row) => keyOf(entity, row)),
      );
    }
    await lose('patients', [patientId(2)]);
    await device.mirror.charts.delete(patientId(2));
    await compareAgain();
    await loop.work();
    await expectSame();
    expect(await device.mirror.charts.get(patientId(2))).toMatchObject({ hydratedAt: expect.any(Number) });
  });

  test('rows of a patient whose chart is not here go', async () => {
    await plant('patients', patientRow(9));
    await plant('visits', visitRow(9, { PatientId: patientId(9), Start: '2025-01-01T09:00' }));
    await compareAgain();
    expect(await mirroredKeys(device, 'patients')).not.toContain(patientId(9));
    await expectSame();
  });

  test('and the names with them', async () => {
    await plant('patients', patientRow(9));
    await device.mirror.charts.put({ PatientId: patientId(9), openedAt: 0, hydratedAt: null });
    engine.names.put([patientRow(9)]);
    await compareAgain();
    expect(engine.names.search('number9', 5)).toEqual([]);
    expect(engine.names.search('number', 9)).toHaveLength(3);
  });
});

test('what changes meanwhile is pulled first and not taken for a difference', async () => {
  const call = server.server.call.bind(server.server);
  server.answers['sync.compare'] = (input) => {
    delete server.answers['sync.compare'];
    server.save('visits', visitRow(1, { stage: 'confirmed' }));
    return call('sync.compare', input);
  };
  await compareAgain();
  expect([asked('sync.repair'), corrected()]).toEqual([0, 0]);
  expect((await readRow('visits', visitId(1)))?.stage).toBe('confirmed');
});

test('a server that never stands still is left alone until later', async () => {
  server.answers['sync.compare'] = () => ({ moved: true, sums: [] });
  const before = engine.board.read().compared;
  await compareAgain();
  expect(asked('sync.compare')).toBeLessThan(10);
  expect(engine.board.read().compared).toEqual(before);
});

test('a server that does not know the question is no problem to tell', async () => {
  server.answers['sync.compare'] = () =>
    Promise.reject(new AppError('not-found', 'Nothing was found at this address.'));
  await compareAgain();
  expect([asked('sync.compare'), engine.board.read().problem]).toEqual([1, null]);
});

test('the loop compares by itself once all is here and it has looked for news, and six hours later again', async () => {
  loop.stop();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-11-18T15:00:00Z') });
  device = await testDevice();
  engine = testEngine(device, server);
  loop = syncLoop(engine, async () => undefined);
  server.asked.length = 0;
  await loop.wake({});
  expect(asked('sync.compare') + asked('sync.repair'), 'who has just come in is not held up').toBe(0);
  const pollOf = async (minutes: number) => {
    server.asked.length = 0;
    vi.setSystemTime(Date.now() + minutes * 60_000);
    vi.advanceTimersByTime(65_000);
    await vi.waitFor(() => expect(asked('sync.pull')).toBeGreaterThan(0));
    await loop.wake({});
  };
  await lose('visits', [visitId(1), visitId(2)]);
  await stale('patients', patientId(3));
  await pollOf(0);
  await expectSame();
  expect(corrected()).toBe(3);
  await pollOf(300);
  expect(asked('sync.compare')).toBe(0);
  await lose('visits', [visitId(1)]);
  await pollOf(60);
  await expectSame();
  expect(corrected()).toBe(1);
});

test('nothing is compared while a change waits', async () => {
  server.answers['sync.push'] = () => ({ outcomes: [], retryFrom: 1 });
  await queueWrite('visits.move', {
    id: visitId(1) as never,
    destination: 'confirmed',
    lastUpdated: visitRow(1).updated_at,
  });
  await compareAgain();
  expect(asked('sync.compare')).toBe(0);
});

test('a chart that was fetched whole since the sets were made keeps what the set does not name', async () => {
  const sets = await setsToCompare(engine);
  await device.mirror.charts.update(patientId(1), { hydratedAt: Date.now() });
  const old = visitRow(9, { Start: '2025-01-01T09:00' });
  server.save('visits', old);
  await loop.wake({ pull: true });
  for (const set of sets) expect(await compareSet(engine, set)).toBe(0);
  expect(await mirroredKeys(device, 'visits')).toContain(visitId(9));
  await compareAgain();
  await expectSame();
  expect(corrected()).toBe(0);
});

test('a repair overtaken by a reset writes nothing', async () => {
  await lose('visits');
  const [set] = (await setsToCompare(engine)).filter(({ kind }) => kind === 'parts');
  if (!set) throw new Error('There is nothing to compare.');
  const call = server.server.call.bind(server.server);
  server.answers['sync.repair'] = async (input) => {
    delete server.answers['sync.repair'];
    await device.mirror.kv.put({ key: 'cookie', value: 'another' });
    return call('sync.repair', input);
  };
  expect(await compareSet(engine, set)).toBe('moved');
  expect(await mirroredKeys(device, 'visits')).toEqual([]);
});

test.each(['patients', 'visits'] as const)(
  'a chart given up while its %s are repaired is not put back in part',
  async (entity) => {
    server.save('patients', patientRow(4));
    server.save('visits', visitRow(4, { PatientId: patientId(4), Start: '2025-01-01T09:00' }));
    engine.wantedCharts.set(patientId(4), []);
    await loop.wake({ pull: true });
    await stale(entity, entity === 'visits' ? visitId(4) : patientId(4));
    const call = server.server.call.bind(server.server);
    server.answers['sync.repair'] = async (input) => {
      delete server.answers['sync.repair'];
      await lose('visits', [visitId(4)]);
      await lose('patients', [patientId(4)]);
      await device.mirror.charts.delete(patientId(4));
      return call('sync.repair', input);
    };
    await compareAgain();
    expect(server.answers['sync.repair']).toBeUndefined();
    expect(await device.mirror.charts.get(patientId(4))).toBeUndefined();
    expect(await mirroredKeys(device, 'patients')).not.toContain(patientId(4));
    expect(await mirroredKeys(device, 'visits')).not.toContain(visitId(4));
  },
);

async function plant(entity: 'visits' | 'patients', row: ReturnType<typeof visitRow> | ReturnType<typeof patientRow>) {
  await mirrorRows(device, entity, [row as never]);
}

/** As it was before a change that never came. */
async function stale(entity: 'visits' | 'patients', key: string): Promise<void> {
  const row = server.row(entity, key) ?? {};
  await plant(entity, { ...row, ...(entity === 'visits' ? { stage: 'cancelled' } : { City: 'Old Town' }) } as never);
}

/** Row for row what the server holds. */
async function expectSame(): Promise<void> {
  for (const entity of entityNames) {
    const keys = await mirroredKeys(device, entity);
    expect(keys, entity).toEqual(server.keys(entity).toSorted());
    for (const key of keys) expect(await readRow(entity, key), `${entity} ${key}`).toEqual(server.row(entity, key));
  }
}
