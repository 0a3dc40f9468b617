import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

function work() {
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const begin = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begin, begun, end: (name: string) => ends.get(name)?.() };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('two at a time, in the order they came, those of a known browser first', async () => {
  const queue = createQueue({ atOnce: 2, longest: 10 });
  const { begin, begun, end } = work();
  for (const name of ['a', 'b', 'c', 'd']) void queue.run({ key: name, isKnown: name === 'd' }, begin(name));
  await settle();
  expect([begun, queue.waiting()]).toEqual([['a', 'b'], 2]);
  end('b');
  await settle();
  expect(begun).toEqual(['a', 'b', 'd']);
  end('a');
  await settle();
  expect(begun).toEqual(['a', 'b', 'd', 'c']);
});

test('of one account one at a time, and no one else waits for it', async () => {
  const queue = createQueue({ atOnce: 2, longest: 10 });
  const { begin, begun, end } = work();
  for (const name of ['one', 'same', 'other'])
    void queue.run({ key: name === 'other' ? 'b' : 'a', isKnown: false }, begin(name));
  await settle();
  expect(begun).toEqual(['one', 'other']);
  end('one');
  await settle();
  expect(begun).toEqual(['one', 'other', 'same']);
});

test('one that fails makes room, and beyond its length it refuses and says how long to wait', async () => {
  const queue = createQueue({ atOnce: 1, longest: 1 });
  const { begin, begun, end } = work();
  const failing = queue.run({ key: 'a', isKnown: false }, async () => {
    await settle();
    throw new Error('wrong');
  });
  const next = queue.run({ key: 'b', isKnown: false }, begin('b'));
  await expect(queue.run({ key: 'c', isKnown: false }, begin('c'))).rejects.toMatchObject({
    kind: 'unavailable',
    retryAfter: 1,
    message: 'Too many people are signing in right now. Wait a second, then try again.',
  });
  await expect(failing).rejects.toThrow('wrong');
  await settle();
  expect(begun).toEqual(['b']);
  end('b');
  expect(await next).toBe('b');
});
