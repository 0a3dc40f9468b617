import type { Device } from '#local/store/device.ts';
import { clockProblem } from './clock-problem.ts';
import type { StateBoard } from './sync-state.ts';

/** Differences below this come from the network. */
const noiseMs = 2_000;

/** Notes how far this device's clock is from the server's, and says so where it is wrong. */
export function noteClockOffset(device: Device, board: StateBoard, measured: number): void {
  // The offset is only for the record, so a full disk may refuse it.
  keepOffset(device, measured).catch(() => undefined);
  const { problem } = board.read();
  const next = clockProblem(problem, measured);
  if (next !== problem) board.set({ problem: next });
}

async function keepOffset(device: Device, measured: number): Promise<void> {
  const row = await device.outbox.device.get(1);
  if (row && Math.abs(row.clockOffset - measured) > noiseMs)
    await device.outbox.device.update(1, { clockOffset: measured });
}
