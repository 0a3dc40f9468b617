import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveMemoryBack, isTimeToGive, type Held } from './give-memory-back.ts';

const due: Held = { rss: 400e6, running: 0, sinceRequestMs: 1_000, sinceGivenMs: Infinity };

test.each<[string, Partial<Held>, boolean]>([
  ['a second after the last request', {}, true],
  ['while one is under way', { running: 1 }, false],
  ['a moment after the last', { sinceRequestMs: 999 }, false],
  ['a minute after it was given back', { sinceGivenMs: 60_000 }, true],
  ['sooner', { sinceGivenMs: 59_999 }, false],
  ['where little is held', { rss: 189e6 }, false],
  ['where nobody asked for anything since', { sinceRequestMs: Infinity }, false],
])('memory is given back or not: %s', (_when, held, expected) => {
  expect(isTimeToGive({ ...due, ...held })).toBe(expected);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(server: Server) {
  const collect = vi.fn();
  giveMemoryBack(server, { now: () => performance.now(), rss: () => 400e6, collect });
  const ask = (url = '/api/patients') => {
    const response = new EventEmitter();
    server.emit('request', { url }, response);
    return { end: () => void response.emit('close') };
  };
  return { collect, ask };
}

test('memory is given back once in the pause after requests, and again a minute later only after others', () => {
  const { collect, ask } = watched(createServer());
  vi.advanceTimersByTime(5_000);
  expect(collect).not.toHaveBeenCalled();
  const [one, other] = [ask(), ask()];
  one.end();
  vi.advanceTimersByTime(5_000);
  expect(collect).not.toHaveBeenCalled();
  other.end();
  vi.advanceTimersByTime(1_500);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(300_000);
  expect(collect).toHaveBeenCalledTimes(1);
  ask().end();
  vi.advanceTimersByTime(1_500);
  expect(collect).toHaveBeenCalledTimes(2);
  ask().end();
  vi.advanceTimersByTime(30_000);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(30_500);
  expect(collect).toHaveBeenCalledTimes(3);
});

test('whoever asks each second whether all is well leaves a pause, and causes nothing', () => {
  const { collect, ask } = watched(createServer());
  const probes = () => {
    for (let second = 0; second < 10; second += 1) {
      ask('/readyz');
      vi.advanceTimersByTime(900);
    }
  };
  probes();
  expect(collect).not.toHaveBeenCalled();
  ask().end();
  probes();
  expect(collect).toHaveBeenCalledTimes(1);
});

test('a server that closed is not watched any more', () => {
  const server = createServer();
  const { collect, ask } = watched(server);
  ask().end();
  server.emit('close');
  vi.advanceTimersByTime(10_000);
  expect(collect).not.toHaveBeenCalled();
});
