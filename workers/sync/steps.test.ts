import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { testDevice } from '#local/testing/device.ts';
import { clinic } from '../testing/clinic.ts';
import { testEngine } from '../testing/engine.ts';
import { hydrationBefore, type Engine, type Hydration } from './engine.ts';
import { needsAtStart, type Needs } from './needs.ts';
import { stepsNow } from './steps.ts';
import { stepWork } from './step-work.ts';
import { syncNotices } from './sync-notices.ts';

let engine: Engine;
beforeEach(async () => {
  engine = testEngine(await testDevice(), clinic());
});
afterEach(() => lockDevice());

const everything: Needs = {
  ...needsAtStart(),
  notes: true,
  compare: true,
  catchUp: true,
  catchUpBy: Number.POSITIVE_INFINITY,
};
const done = { done: true, after: null };
const whole: Hydration = { P0: done, P1: done, names: done, P1At: Date.now(), day: '2026-11-18' };

async function keep(hydration: Partial<Hydration>): Promise<void> {
  await engine.device.mirror.kv.bulkPut([
    { key: 'cookie', value: '1:0' },
    { key: 'hydration', value: { ...hydrationBefore, ...hydration } },
  ]);
}

async function namesOf(needs: Needs): Promise<string[]> {
  const work = stepWork(engine, needs, syncNotices(engine.board), async () => undefined);
  const steps = await stepsNow({ engine, needs, work, isStopped: () => false, onStepEnded: () => undefined });
  return steps.map(({ name }) => name);
}

test('a new device takes its cookie before anything is pulled', async () => {
  engine.wantedCharts.set('p1', [() => undefined]);
  expect(await namesOf(everything)).toEqual(['settle', 'setup', 'cookie', 'push']);
});

test('what makes the app usable comes before what is new, and what is written here before both', async () => {
  await keep({});
  expect(await namesOf(everything)).toEqual(['settle', 'setup', 'renew', 'push', 'P0', 'pull', 'pull']);
});

test('what is new comes before the rest of the working set', async () => {
  await keep({ ...whole, P1: { done: false, after: null } });
  expect(await namesOf(everything)).toEqual(['settle', 'setup', 'renew', 'push', 'pull', 'P1', 'pull']);
});

test('a chart someone waits for comes before all that is sent and pulled; one no one waits for comes after', async () => {
  await keep(whole);
  engine.wantedCharts.set('p1', []);
  const order = ['settle', 'setup', 'renew', 'push', 'pull', 'chart', 'pull', 'notes', 'compare'];
  expect(await namesOf(everything)).toEqual(order);
  engine.wantedCharts.set('p2', [() => undefined]);
  expect(await namesOf(everything)).toEqual([...order.slice(0, 3), 'chart', ...order.slice(3)]);
});

test('with nothing needed there is nothing to do', async () => {
  await keep(whole);
  const nothing = Object.fromEntries(Object.keys(everything).map((need) => [need, false]));
  expect(await namesOf({ ...everything, ...nothing, catchUpBy: 0 })).toEqual([]);
});
