import { expect, test, vi } from 'vitest';
import { leadership } from './leader.ts';

test('a tab that cannot begin to lead makes room for another, and leads when its turn comes again', async () => {
  const led: string[] = [];
  let isBroken = true;
  const first = leadership('demo', 'user', async () => {
    led.push(isBroken ? 'first fails' : 'first');
    if (isBroken) throw new Error('The database cannot be read.');
  });
  const second = leadership('demo', 'user', async () => void led.push('second'));
  await vi.waitFor(() => expect(led).toEqual(['first fails', 'second']));
  isBroken = false;
  second.resign();
  await vi.waitFor(() => expect(led).toEqual(['first fails', 'second', 'first']));
  first.resign();
});

test('a tab that gave up its turn never leads', async () => {
  const led: string[] = [];
  const first = leadership('demo', 'another', async () => void led.push('first'));
  const second = leadership('demo', 'another', async () => void led.push('second'));
  await vi.waitFor(() => expect(led).toEqual(['first']));
  second.resign();
  first.resign();
  const third = leadership('demo', 'another', async () => void led.push('third'));
  await vi.waitFor(() => expect(led).toEqual(['first', 'third']));
  third.resign();
});
