import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { lockDevice } from '#local/store/device.ts';
import { testDevice } from '#local/testing/device.ts';
import { syncNotices, unreadableSentence } from './sync-notices.ts';
import { stateBefore, stateBoard, type StateBoard } from './sync-state.ts';

let board: StateBoard;
let notices: ReturnType<typeof syncNotices>;

beforeEach(async () => {
  board = stateBoard(await testDevice(), stateBefore);
  vi.useFakeTimers();
  notices = syncNotices(board);
});
afterEach(() => {
  notices.stop();
  vi.useRealTimers();
  lockDevice();
});

const problem = () => board.read().problem;

test('a sentence goes when the work is done, and not before it could be read', () => {
  notices.show('It was damaged.', 8_000);
  notices.takeBack();
  vi.advanceTimersByTime(7_999);
  expect(problem()).toBe('It was damaged.');
  vi.advanceTimersByTime(1);
  expect(problem()).toBeNull();
});

test('a sentence that someone else put there stays', () => {
  notices.show('It was damaged.');
  board.set({ problem: 'Check the clock.' });
  notices.takeBack();
  expect(problem()).toBe('Check the clock.');
});

test.each([
  ['a network that is away', new AppError('unavailable', 'away'), null],
  ['a server that asks to wait', new AppError('too-many', 'later'), null],
  ['a refusal', new AppError('no-permission', 'You may not see this.'), 'You may not see this.'],
  ['a store that cannot be read', new Error('broken'), unreadableSentence],
  ['a full disk', new DOMException('full', 'QuotaExceededError'), expect.stringContaining('This device is full.')],
])('of %s people are told what they can do about it', (_name, error, sentence) => {
  notices.failed(error);
  expect(problem()).toEqual(sentence);
});
