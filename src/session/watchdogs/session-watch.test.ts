import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { idleLockMs } from '#contract/session/limits.ts';
import * as session from '../session-leave.ts';
import { lookAtTime, watchSession } from './session-watch.ts';

/** Somebody at the machine: what scripts make themselves is not trusted and counts for nothing. */
function touch(kind = 'keydown'): void {
  const event = new Event(kind);
  Object.defineProperties(event, { isTrusted: { value: true }, timeStamp: { value: performance.now() } });
  window.dispatchEvent(event);
}

let lock: ReturnType<typeof vi.spyOn>;
let end = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  lock = vi.spyOn(session, 'lockSession').mockResolvedValue(true);
  end = watchSession({ site: 'demo', UserId: 'rosa' });
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('The idle lock', () => {
  test('comes after the idle time, and not a look earlier', () => {
    vi.advanceTimersByTime(idleLockMs - 5_000);
    expect(lock).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(lock).toHaveBeenCalledTimes(1);
  });

  test.each(['keydown', 'pointerdown', 'pointermove', 'touchstart', 'touchmove', 'wheel'])(
    'begins anew with each use: %s',
    (kind) => {
      vi.advanceTimersByTime(idleLockMs - 10_000);
      touch(kind);
      vi.advanceTimersByTime(idleLockMs - 5_000);
      expect(lock).not.toHaveBeenCalled();
      vi.advanceTimersByTime(5_000);
      expect(lock).toHaveBeenCalledTimes(1);
    },
  );

  test('is not kept away by the touch that wakes a machine which slept through its time', () => {
    // The timers of a machine that sleeps do not run.
    vi.setSystemTime(Date.now() + idleLockMs);
    touch();
    expect(lock).toHaveBeenCalledTimes(1);
    lookAtTime();
    expect(lock).toHaveBeenCalledTimes(1);
  });
});
