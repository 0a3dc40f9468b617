import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import fc from 'fast-check';
import { afterEach, expect, inject, test, vi } from 'vitest';
import type { EntityName, RowOf } from '#contract/entities.ts';
import { predictions } from '#contract/predictions.ts';
import { seal } from '../keys/seal.ts';
import { adoptMirrorKey, makeMirrorKey } from '../keys/mirror-key.ts';
import { readAll, readRow } from '../reads/reads.ts';
import { lockDevice, openDevice, type Device } from '../store/device.ts';
import { forgetOpened, openCached, openedValues } from '../store/opened.ts';
import { mirrorEdit } from '../store/mirror-edit.ts';
import { mirrorRows, testDevice, type TestDevice } from '../testing/device.ts';
import { park } from '../testing/park.ts';
import { patientId, patientRow, visitId, visitRow } from '../testing/rows.ts';
import { overlayOf } from './overlay.ts';
import { queueWrite } from './outbox.ts';
import { replaceCalls } from './refused-calls.ts';

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const moved = (number: number, destination: 'confirmed' | 'checkedIn') => ({
  id: visitId(number) as never,
  destination,
  lastUpdated: visitRow(number).updated_at,
});
const inCity = (number: number, City: string) =>
  queueWrite('patients.update', { id: patientId(number) as never, changes: { City } });

/** As a pull does it: what was opened before stays in memory. */
async function pull<E extends EntityName>(device: Device, entity: E, rows: RowOf<E>[]): Promise<void> {
  const edit = await mirrorEdit(device, { put: [{ entity, rows, versions: rows.map(() => '2') }], gone: [] });
  await device.mirror.transaction('rw', device.mirror.tables, () => edit.write());
}

async function clinic() {
  const device = await testDevice();
  await mirrorRows(device, 'patients', [patientRow(1), patientRow(2)]);
  await mirrorRows(device, 'visits', [visitRow(1), visitRow(2, { PatientId: patientId(2) })]);
  return device;
}

async function shown(device: Device): Promise<unknown> {
  const overlay = await overlayOf(device);
  return { patients: overlay.all('patients'), visits: overlay.all('visits') };
}

/** As if nobody had asked before. */
async function shownAnew(device: Device): Promise<unknown> {
  const before = [...device.opened.replayed];
  device.opened.replayed.clear();
  const anew = await shown(device);
  device.opened.replayed.clear();
  for (const [part, known] of before) device.opened.replayed.set(part, known);
  return anew;
}

/** How many calls were predicted since. */
function predicted(): () => number {
  const spies = (['patients.update', 'visits.move'] as const).map((name) => vi.spyOn(predictions[name], 'apply'));
  return () => {
    const made = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockClear();
    return made;
  };
}

test('ten who ask at once, and again, have each call predicted once; a further call costs one', async () => {
  const device = await clinic();
  for (let at = 0; at < 30; at += 1) await inCity(1 + (at % 2), `City ${at}`);
  const made = predicted();
  const ask = () => Promise.all(Array.from({ length: 10 }, () => shown(device)));
  const all = await ask();
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
  await ask();
  expect(made()).toBe(30);
  const { mid } = await inCity(1, 'Mesa');
  expect(JSON.stringify(await ask())).toContain('Mesa');
  expect(made()).toBe(1);
  // The thirty before it are still known, as to one who had read the calls before it was saved.
  await park(device, mid);
  expect(await ask()).toEqual(all);
  expect(made()).toBe(0);
});

test('a pull of rows that no call changes costs nothing; of one that a call changes, each call once', async () => {
  const device = await clinic();
  await inCity(1, 'Mesa');
  await inCity(1, 'Tempe');
  await shown(device);
  const made = predicted();
  await pull(device, 'patients', [patientRow(2, { Phone: '6025550199' })]);
  await shown(device);
  expect(made()).toBe(0);
  await pull(device, 'patients', [patientRow(1, { Phone: '6025550199' })]);
  await Promise.all([shown(device), shown(device), shown(device)]);
  expect(made()).toBe(2);
  expect((await overlayOf(device)).get('patients', patientId(1))).toMatchObject({ City: 'Tempe', Phone: '6025550199' });
});

test('live queries that take what another worked out still follow the calls and the rows', async () => {
  const device = await clinic();
  await inCity(1, 'Mesa');
  const seen: string[][] = [[], []];
  const follow = (at: number, read: () => Promise<string>) => liveQuery(read).subscribe((was) => seen[at]?.push(was));
  const queries = [
    follow(0, async () => {
      const patient = await readRow('patients', patientId(1));
      return `${patient?.City} ${patient?.Phone}`;
    }),
    follow(1, async () => (await readAll('patients')).map(({ City, Phone }) => `${City} ${Phone}`).join()),
  ];
  const last = () => seen.map((each) => each.at(-1));
  await expect.poll(last).toEqual(['Mesa 6025550101', 'Mesa 6025550101,null 6025550101']);
  await pull(device, 'patients', [patientRow(1, { Phone: '6025550199' })]);
  await expect.poll(last).toEqual(['Mesa 6025550199', 'Mesa 6025550199,null 6025550101']);
  const { mid } = await inCity(1, 'Tempe');
  await expect.poll(last).toEqual(['Tempe 6025550199', 'Tempe 6025550199,null 6025550101']);
  await park(device, mid);
  await expect.poll(last).toEqual(['Mesa 6025550199', 'Mesa 6025550199,null 6025550101']);
  // As another tab of the same person does it.
  await device.outbox.calls.clear();
  await expect.poll(last).toEqual(['null 6025550199', 'null 6025550199,null 6025550101']);
  for (const query of queries) query.unsubscribe();
});

test('who writes right after a read that live queries share is in none of them', async () => {
  const device = await clinic();
  for (let at = 0; at < 4; at += 1) await inCity(1 + (at % 2), `City ${at}`);
  // As Undo: what is shown is read, then it is written, while the lists of the screen read the same.
  const refused: unknown[] = [];
  const undo = async (City: string) => {
    await readRow('patients', patientId(2));
    await inCity(2, City).catch((error: unknown) => refused.push(error));
  };
  for (let round = 0; round < 12; round += 1) {
    device.opened.replayed.clear();
    const seen: string[] = [];
    const queries = Array.from({ length: 6 }, (_, at) =>
      liveQuery(() => readRow('patients', patientId(2))).subscribe((row) => (seen[at] = row?.City ?? '')),
    );
    // Wherever the reading of the lists has come to by then.
    for (let turns = 0; turns < round; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    await undo(`Undone ${round}`);
    await expect.poll(() => seen).toEqual(queries.map(() => `Undone ${round}`));
    for (const query of queries) query.unsubscribe();
  }
  expect(refused).toEqual([]);
});

test('one that fails is no answer for those who wait for it', async () => {
  const device = await clinic();
  await inCity(1, 'Mesa');
  const failing = vi.spyOn(device.mirror.patientBundles, 'bulkGet').mockRejectedValueOnce(new Error('no disk'));
  const asked = await Promise.allSettled([shown(device), shown(device), shown(device)]);
  expect(failing).toHaveBeenCalled();
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(await shown(device)).toEqual(await shownAnew(device));
});

test('nothing of it is there for who comes next', async () => {
  const first = await clinic();
  await inCity(1, 'Mesa');
  await shown(first);
  expect(first.opened.replayed.size).toBe(1);
  lockDevice();
  expect(first.opened.replayed.size).toBe(0);
  const again = await openDevice({ site: 'demo', UserId: first.UserId, dataKey: first.dataKey, files: first.files });
  expect((await overlayOf(again)).get('patients', patientId(1))?.City).toBe('Mesa');
});

test('nothing of it is left once another tab has given up the key that it was opened with', async () => {
  const device = await clinic();
  await inCity(1, 'Mesa');
  await shown(device);
  const { kept } = await makeMirrorKey(device.dataKey);
  await device.mirror.kv.put(kept);
  expect(await adoptMirrorKey(device)).toBe(true);
  expect([device.opened.replayed.size, device.opened.byPlace.size]).toEqual([0, 0]);
});

test('nothing of it is left once nothing waits', async () => {
  const device = await clinic();
  const { mid } = await inCity(1, 'Mesa');
  await shown(device);
  expect(device.opened.replayed.size).toBe(1);
  await device.outbox.calls.delete(mid);
  expect(await shown(device)).toEqual({ patients: [], visits: [] });
  expect(device.opened.replayed.size).toBe(0);
});

test('what was worked out while the key was given up is kept by nobody', async () => {
  const device = await clinic();
  await inCity(1, 'Mesa');
  const { apply } = predictions['patients.update'];
  const given = vi.spyOn(predictions['patients.update'], 'apply').mockImplementationOnce((...by) => {
    forgetOpened(device.opened);
    apply(...by);
  });
  const first = await shown(device);
  expect(given).toHaveBeenCalledTimes(1);
  expect(device.opened.replayed.size).toBe(0);
  expect(await shown(device)).toEqual(first);
  expect(device.opened.replayed.size).toBe(1);
});

test('what was opened while the key was given up is kept by nobody', async () => {
  const opened = openedValues();
  const { dataKey } = await clinic();
  const sealed = await seal(dataKey, 'place', 'rows of before');
  const values = [{ place: 'place', sealed }];
  const opening = openCached(opened, dataKey, values);
  forgetOpened(opened);
  expect(await opening).toEqual(['rows of before']);
  expect(opened.byPlace.size).toBe(0);
  await openCached(opened, dataKey, values);
  expect(opened.byPlace.size).toBe(1);
});

type Step = (device: TestDevice) => Promise<unknown>;
const midsIn = (device: Device, state: string) => device.outbox.calls.where('state').equals(state).primaryKeys();
const some = fc.integer({ min: 1, max: 2 });
const step: fc.Arbitrary<[string, Step]> = fc.oneof(
  fc.tuple(some, fc.string({ maxLength: 4 })).map(([n, City]): [string, Step] => ['city', () => inCity(n, City)]),
  fc
    .tuple(some, fc.constantFrom('confirmed' as const, 'checkedIn' as const))
    .map(([n, to]): [string, Step] => ['move', () => queueWrite('visits.move', moved(n, to))]),
  fc
    .tuple(some, fc.string({ maxLength: 4 }))
    .map(([n, City]): [string, Step] => ['pull', (device) => pull(device, 'patients', [patientRow(n, { City })])]),
  some.map((n): [string, Step] => [
    'accept',
    async (device) => {
      const [mid = 0] = await device.outbox.calls.toCollection().primaryKeys();
      await device.mirror.kv.put({ key: 'acked', value: [mid] });
      if (n === 1) await device.outbox.calls.delete(mid);
    },
  ]),
  some.map((n): [string, Step] => [
    'refuse',
    async (device) => {
      const mid = (await midsIn(device, 'waiting'))[n - 1];
      if (mid !== undefined) await park(device, mid);
    },
  ]),
  some.map((n): [string, Step] => [
    'decide',
    async (device) => {
      const [mid] = await midsIn(device, 'parked');
      if (mid !== undefined) await replaceCalls([mid], 'visits.move', moved(n, 'confirmed'), {});
    },
  ]),
  fc.constant<[string, Step]>(['forget', (device) => Promise.resolve(device.opened.byPlace.clear())]),
);

test(
  'whatever comes and goes, it is what a replay of all calls over all rows shows',
  { timeout: 120_000 },
  async () => {
    const { seed } = inject('ruleCases');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const device = await clinic();
        for (const [, run] of steps) {
          await run(device);
          const [one, other] = await Promise.all([shown(device), shown(device)]);
          expect([one, other]).toEqual([await shownAnew(device), one]);
        }
      }),
      { numRuns: 20, seed },
    );
  },
);
