import 'fake-indexeddb/auto';
import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { lockDevice } from '#local/store/device.ts';
import { logThrough } from '#local/outbox/outbox-log.ts';
import { queueWrites } from '#local/outbox/outbox.ts';
import { testDevice } from '#local/testing/device.ts';
import { visitId } from '#local/testing/rows.ts';
import type { LogWorker } from './log.worker.ts';
import { logThread } from './log-thread.ts';

afterEach(() => void vi.useRealTimers());

/** The page's end of a thread that runs `append`. */
function thread(append: LogWorker['append']) {
  const { port1, port2 } = new MessageChannel();
  expose({ append } satisfies LogWorker, port2);
  const ends = () => {
    port1.close();
    port2.close();
  };
  return Object.assign(port1, { terminate: vi.fn(ends) }) as unknown as Worker & {
    terminate: ReturnType<typeof vi.fn>;
  };
}

const removals = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: 'visits.remove' as const,
    input: { id: visitId(at + 1) as never, deletionReason: 'Booked by mistake' },
  }));

const never = () => new Promise<never>(() => undefined);

test('passes calls on, to one thread', async () => {
  const kept: unknown[] = [];
  const start = vi.fn(() => thread(async (...call) => void kept.push(call)));
  const log = logThread('demo', 'u', start);
  await log.append(1, 'one');
  await log.append(2, 'two');
  expect(kept).toEqual([
    ['demo', 'u', 1, 'one'],
    ['demo', 'u', 2, 'two'],
  ]);
  expect(start).toHaveBeenCalledTimes(1);
  log.end();
});

test('a thread that does not answer is given up, and the next call has a new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const kept: number[] = [];
  const stuck = thread(never);
  const threads = [stuck, thread(async (_site, _user, mid) => void kept.push(mid))];
  const log = logThread('demo', 'u', () => threads.shift() as Worker);
  const both = Promise.allSettled([log.append(1, 'one'), log.append(2, 'two')]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await both).map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(stuck.terminate).toHaveBeenCalled();
  await log.append(3, 'three');
  expect(kept).toEqual([3]);
  log.end();
});

test('a thread that cannot start, or is ended, keeps no one waiting', async () => {
  const broken = thread(never);
  const failing = logThread('demo', 'u', () => broken);
  const asked = failing.append(1, 'one');
  broken.dispatchEvent(new Event('error'));
  await expect(asked).rejects.toThrow('has ended');

  const ended = logThread('demo', 'u', () => thread(never));
  const waiting = ended.append(1, 'one');
  ended.end();
  await expect(waiting).rejects.toThrow('has ended');
});

test('many calls of one press all have their second copy, on a slow disk too', { timeout: 60_000 }, async () => {
  const kept = new Set<number>();
  let last = Promise.resolve();
  // One file after the other, as a worker that flushes each.
  const slow = thread((_site, _user, mid) => {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve, 60))).then(() => void kept.add(mid));
    return last;
  });
  const log = logThread('demo', 'u', () => slow);
  const device = await testDevice();
  device.log = logThrough('demo', 'u', log.append);
  await queueWrites(removals(70));
  await vi.waitFor(() => expect(kept.size).toBe(70));
  expect([slow.terminate.mock.calls.length, (await device.outbox.device.get(1))?.logFailedAt]).toEqual([0, null]);
  lockDevice();
  log.end();
});

test(
  'many calls of one press wait together no longer than one for a log that does not answer',
  { timeout: 60_000 },
  async () => {
    const device = await testDevice();
    device.log = logThrough('demo', 'u', never);
    const start = performance.now();
    await queueWrites(removals(5));
    expect(performance.now() - start).toBeLessThan(6_000);
    await vi.waitFor(async () => expect((await device.outbox.device.get(1))?.logFailedAt).not.toBeNull());
    lockDevice();
  },
);

test('a copy that ends because no one is in any more is no fault of the disk', async () => {
  const device = await testDevice();
  const locked = new AppError('signed-out', 'No one is signed in.');
  device.log = logThrough('demo', 'u', () => Promise.reject(locked));
  await queueWrites(removals(2));
  expect((await device.outbox.device.get(1))?.logFailedAt).toBeNull();
  device.log = logThrough('demo', 'u', () => Promise.reject(new Error('The disk is full.')));
  await queueWrites(removals(1));
  expect((await device.outbox.device.get(1))?.logFailedAt).toBeGreaterThan(0);
  lockDevice();
});
