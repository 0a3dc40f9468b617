import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { lockDevice } from '#local/store/device.ts';
import { readSyncedAt, readSyncMark } from '#local/store/synced-at.ts';
import { testDevice, type TestDevice } from '#local/testing/device.ts';
import { patientId, patientRow, visitRow } from '#local/testing/rows.ts';
import type { Engine } from '../sync/engine.ts';
import { hydrateAgain } from './hydrate.ts';
import { syncLoop, type SyncLoop } from '../sync/sync-loop.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';

type Asked = InputOf<'sync.hydrate'>;
type Page = ReplyOf<'sync.hydrate'>;

let device: TestDevice;
let server: ReturnType<typeof clinic>;
let engine: Engine;
let loop: SyncLoop;
/** Pages and pulls, in the order they were asked for. */
let asked: string[];

async function start(on: TestDevice): Promise<void> {
  device = on;
  engine = testEngine(device, server);
  loop = syncLoop(engine, async () => undefined);
}

/** `own` stands in for a page or changes it. */
function standIn(own: (input: Asked, usual: () => Promise<Page>) => Page | Promise<Page>): void {
  const answer = (input: Asked) => {
    asked.push(`${input.priority} ${input.after ?? ''}`.trim());
    return own(input, async () => {
      delete server.answers['sync.hydrate'];
      const page = server.server.call('sync.hydrate', input);
      server.answers['sync.hydrate'] = answer;
      return page;
    });
  };
  server.answers['sync.hydrate'] = answer;
  const pulled = server.server.call.bind(server.server);
  vi.spyOn(server.server, 'call').mockImplementation((name, input) => {
    if (name === 'sync.pull') asked.push('pull');
    return pulled(name, input);
  });
}

/** The same page, with another one after it. */
const withMore = (page: Page): Page => ({ ...page, after: 'x' });
const last = (page: Page): Page => ({ ...page, after: null });

beforeEach(async () => {
  asked = [];
  server = clinic();
  server.save('patients', patientRow(1), patientRow(2), patientRow(3));
  server.save('visits', visitRow(1));
  await start(await testDevice());
});
afterEach(() => {
  loop.stop();
  vi.restoreAllMocks();
  lockDevice();
});

test('all priorities are around the day of the first page, also where the day ends in between', async () => {
  const days: (string | null)[] = [];
  standIn(async (input, usual) => {
    days.push(input.day ?? null);
    return { ...last(await usual()), day: '2026-11-17' as never };
  });
  await loop.wake({});
  expect(asked).toEqual(['pull', 'P0', 'P1', 'names', 'pull']);
  expect(days).toEqual([null, '2026-11-17', '2026-11-17']);
});

test('nothing of the next priority is asked for when something was heard of that goes first', async () => {
  standIn(async (input, usual) => {
    if (input.priority === 'P0') void loop.wake({ pull: true });
    return last(await usual());
  });
  await loop.wake({});
  expect(asked).toEqual(['pull', 'P0', 'pull', 'P1', 'names']);
});

test.each([
  ['P0', { push: true }, ['P0', 'P0 x', 'P0 x']],
  ['P1', { pull: true }, ['P0', 'P1', 'P1 x', 'pull', 'P1 x']],
] as const)('a page of %s on its way is dropped for it, and asked for again', async (priority, needs, order) => {
  let isFirst = true;
  standIn(async (input, usual) => {
    if (input.priority === priority && input.after === 'x' && isFirst) {
      isFirst = false;
      void loop.wake(needs);
    }
    const page = await usual();
    return input.priority === priority && input.after === null ? withMore(page) : last(page);
  });
  await loop.wake({});
  expect(asked.slice(1, order.length + 1)).toEqual(order);
  expect(engine.board.read().hydrated).toEqual({ P0: true, P1: true, names: true });
});

test('where the rest is slow, the device soon knows of when its copy is', async () => {
  const now = performance.now.bind(performance);
  let later = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  const slow = Promise.withResolvers<void>();
  standIn(async (input, usual) => {
    if (input.priority === 'P0') later = 60_000;
    if (input.priority === 'P1') await slow.promise;
    return last(await usual());
  });
  void loop.wake({});
  await vi.waitFor(() => expect(asked).toEqual(['pull', 'P0', 'pull', 'P1']), 5_000);
  expect(engine.board.read()).toMatchObject({ lastSyncAt: expect.any(Number), hydrated: { P0: true, P1: false } });
  expect([await readSyncedAt(), await readSyncMark()]).toEqual([expect.any(Number), expect.any(String)]);
  slow.resolve();
});

test('a rest that a gateway gives up on each time keeps no one from what is new', async () => {
  standIn(async (input, usual) => {
    if (input.priority !== 'P1') return last(await usual());
    engine.board.set({ online: false });
    throw new AppError('unavailable', 'No answer.');
  });
  await loop.wake({});
  await loop.wakeNow({});
  expect(asked).toEqual(['pull', 'P0', 'P1', 'pull', 'P1']);
});

test('a priority that the server refuses is left alone for a while, whoever else is served', async () => {
  standIn(async (input, usual) => {
    if (input.priority === 'P1') throw new AppError('unavailable', 'A fault.');
    return last(await usual());
  });
  await loop.wake({});
  await loop.wake({ pull: true });
  expect(asked).toEqual(['pull', 'P0', 'P1', 'pull']);
});

test('a page asked for ahead that fails leaves the priority before it in its place in the line', async () => {
  let fails = true;
  standIn(async (input, usual) => {
    if (input.priority === 'P1' && fails) throw new AppError('unavailable', 'A fault.');
    return last(await usual());
  });
  await loop.wake({});
  fails = false;
  await loop.wakeNow({});
  await hydrateAgain(engine, ['P0', 'P1']);
  asked.length = 0;
  await loop.wakeNow({ pull: true });
  expect(asked).toEqual(['P0', 'pull', 'P1']);
});

test('a disk that is full in the middle of it is told of, and not asked again at once', async () => {
  await loop.wake({});
  standIn(async (input, usual) => {
    const page = await usual();
    return input.priority === 'P0' && input.after === null ? withMore(page) : last(page);
  });
  await hydrateAgain(engine, ['P0']);
  // Nobody waits for it, so that it comes after what is urgent.
  engine.wantedCharts.set(patientId(1), []);
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  vi.spyOn(device.mirror.charts, 'bulkPut').mockImplementation(full as never);
  await loop.wake({});
  expect(asked).toEqual(['P0', 'P0 x']);
  expect(engine.board.read().problem).toContain('This device is full');
});

test('where the setup fails, the new history is waited for all the same', async () => {
  server.answers['session.setup'] = () => Promise.reject(new AppError('unavailable', 'A fault.'));
  const cookie = Promise.withResolvers<void>();
  const call = server.server.call.bind(server.server);
  server.answers['sync.pull'] = async (input) => {
    await cookie.promise;
    delete server.answers['sync.pull'];
    return call('sync.pull', input);
  };
  let isOver = false;
  const woken = loop.wake({}).then(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isOver).toBe(false);
  cookie.resolve();
  await woken;
  expect((await device.mirror.kv.get('cookie'))?.value).toEqual(expect.any(String));
});
