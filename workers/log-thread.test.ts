import { expose } from 'comlink';
import { afterEach, expect, test, vi } from 'vitest';
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

test('a thread that cannot start, or is ended, keeps nobody waiting', async () => {
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
