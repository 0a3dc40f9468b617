import { expect, test } from 'vitest';
import { runStages, type Stage, type Watch } from './schedule.ts';

/** Stages that end when they are told to, and what happened in which order. */
function theatre() {
  const log: string[] = [];
  const ends = new Map<string, (code: number) => void>();
  const watch: Watch<number> = {
    started: (name) => log.push(`start ${name}`),
    ended: (outcome) => log.push(`end ${outcome.name}`),
    hasPassed: (outcome) => outcome.state === 'ran' && outcome.result === 0,
  };
  const stage = (name: string, lanes = 1, needs?: string): Stage<number> => ({
    name,
    lanes,
    ...(needs !== undefined && { needs }),
    run: () => new Promise((resolve) => ends.set(name, resolve)),
  });
  const end = async (name: string, code = 0): Promise<void> => {
    ends.get(name)?.(code);
    // The next one starts some microtasks later.
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { log, watch, stage, end };
}

test('as many run at a time as there are lanes, in order', async () => {
  const { log, watch, stage, end } = theatre();
  const done = runStages([stage('a'), stage('b'), stage('c')], 2, watch);
  expect(log).toEqual(['start a', 'start b']);
  await end('b');
  expect(log.slice(2)).toEqual(['end b', 'start c']);
  await end('c');
  await end('a');
  expect((await done).map(({ name, state }) => [name, state])).toEqual([
    ['a', 'ran'],
    ['b', 'ran'],
    ['c', 'ran'],
  ]);
});

test('a stage that needs all lanes runs alone, and keeps its turn until they are free', async () => {
  const { log, watch, stage, end } = theatre();
  const done = runStages([stage('a'), stage('b'), stage('whole', 2), stage('c')], 2, watch);
  await end('a');
  expect(log).toEqual(['start a', 'start b', 'end a']);
  await end('b');
  expect(log.slice(3)).toEqual(['end b', 'start whole']);
  await end('whole');
  expect(log.at(-1)).toBe('start c');
  await end('c');
  expect(await done).toHaveLength(4);
});

test('a stage whose need is not met yet lets others pass', async () => {
  const { log, watch, stage, end } = theatre();
  const done = runStages([stage('build'), stage('browser', 2, 'build'), stage('a'), stage('b')], 2, watch);
  expect(log).toEqual(['start build', 'start a']);
  await end('a');
  expect(log.at(-1)).toBe('start b');
  await end('build');
  await end('b');
  expect(log.slice(4)).toEqual(['end build', 'end b', 'start browser']);
  await end('browser');
  await done;
});

test('a stage larger than the machine gets all of it', async () => {
  const { watch, stage, end } = theatre();
  const done = runStages([stage('whole', 2)], 1, watch);
  await end('whole');
  expect(await done).toMatchObject([{ state: 'ran' }]);
});

test('others run on after a failure; only what needs it is left out, and said to be', async () => {
  const { watch, stage, end } = theatre();
  const done = runStages([stage('build'), stage('browser', 2, 'build'), stage('unit')], 2, watch);
  await end('build', 1);
  await end('unit');
  expect(await done).toMatchObject([
    { name: 'build', state: 'ran', result: 1 },
    { name: 'browser', state: 'not run', reason: "'build' failed" },
    { name: 'unit', state: 'ran', result: 0 },
  ]);
});

test('what needs a stage waits for it although lanes are free', async () => {
  const { log, watch, stage, end } = theatre();
  const done = runStages([stage('browser', 1, 'build'), stage('build')], 2, watch);
  expect(log).toEqual(['start build']);
  await end('build');
  expect(log.at(-1)).toBe('start browser');
  await end('browser');
  await done;
});

test('a stage that throws has broken, and stops no other', async () => {
  const { watch, stage, end } = theatre();
  const broken: Stage<number> = { name: 'broken', lanes: 1, run: () => Promise.reject(new Error('No Chromium.')) };
  const done = runStages([broken, stage('unit')], 1, watch);
  await new Promise((resolve) => setTimeout(resolve));
  await end('unit');
  expect(await done).toMatchObject([{ state: 'broke', reason: 'No Chromium.' }, { state: 'ran' }]);
});

test('a need that no stage meets is a mistake of the list, not an endless wait', async () => {
  const { watch, stage } = theatre();
  await expect(runStages([stage('browser', 1, 'bild')], 2, watch)).rejects.toThrow('browser');
});
