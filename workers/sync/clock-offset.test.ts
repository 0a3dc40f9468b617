import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { device, lockDevice } from '#local/store/device.ts';
import { testDevice } from '#local/testing/device.ts';
import { noteClockOffset } from './clock-offset.ts';
import { stateBefore, stateBoard, type StateBoard } from './sync-state.ts';

let board: StateBoard;
beforeEach(async () => {
  board = stateBoard(await testDevice(), stateBefore);
});
afterEach(() => lockDevice());

const kept = async () => (await device().outbox.device.get(1))?.clockOffset;

test('the offset of the clock is kept for the record, and a wrong clock is explained until it is right', async () => {
  noteClockOffset(device(), board, 7_200_000);
  await expect.poll(kept).toBe(7_200_000);
  expect(board.read().problem).toContain('2 hours slow');
  noteClockOffset(device(), board, 0);
  await expect.poll(kept).toBe(0);
  expect(board.read().problem).toBeNull();
});

test('what the network explains changes nothing on disk', async () => {
  noteClockOffset(device(), board, 60_000);
  await expect.poll(kept).toBe(60_000);
  noteClockOffset(device(), board, 61_500);
  noteClockOffset(device(), board, 58_500);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await kept()).toBe(60_000);
});
