import type { Device } from '#local/store/device.ts';
import { mendCalls } from '#local/outbox/mend-calls.ts';
import { countSealedAway, hasFormerKeys } from '#local/keys/sealed-away.ts';
import type { StateBoard } from './sync-state.ts';

const closedWords = ['saved under your old password', 'damaged on this device and cannot be read'] as const;

/** What was lost or damaged and brought back, and what cannot be read. */
export async function reportAtStart(device: Device, board: StateBoard): Promise<void> {
  const mended = await mendCalls(device);
  const row = await device.outbox.device.get(1);
  const { restored = 0, unrestored = 0 } = row ?? {};
  if (restored + unrestored > 0) {
    board.set({ problem: lossSentence(restored, unrestored) });
    await device.outbox.device.update(1, { restored: 0, unrestored: 0 });
  } else if (mended > 0) {
    board.set({ problem: `${changes(mended)} damaged on this device and restored from the copy.` });
  } else {
    await reportSealedAway(device, board);
  }
}

function lossSentence(restored: number, unrestored: number): string {
  const lost = 'This browser lost its data.';
  const brought = restored > 0 ? ` ${changes(restored)} restored from the copy.` : '';
  if (unrestored === 0) return lost + brought;
  const what = unrestored === 1 ? 'One change' : `${unrestored} changes`;
  return `${lost}${brought} ${what} could not be restored. Check your last changes and enter any missing ones again.`;
}

/** Says what only a former password opens, or nothing any more, and takes it back when nothing is left of it. */
async function reportSealedAway(device: Device, board: StateBoard): Promise<void> {
  const count = await countSealedAway(device);
  const isTold = closedWords.some((words) => board.read().problem?.includes(words));
  if (count === 0) {
    if (isTold) board.set({ problem: null });
    return;
  }
  const [former, damaged] = closedWords;
  const how = (await hasFormerKeys(device))
    ? `${former}. Open Sync status (top right) to send ${count === 1 ? 'it' : 'them'}. Until then don’t clear this browser’s data.`
    : `${damaged}. Open Sync status (top right) to see what to do.`;
  board.set({ problem: `${changes(count)} ${how}` });
}

/** The same after a change of the outbox, where it had been told. */
export async function reportSealedAwayAgain(device: Device, board: StateBoard): Promise<void> {
  if (closedWords.some((words) => board.read().problem?.includes(words))) await reportSealedAway(device, board);
}

export async function reportLog(device: Device, board: StateBoard): Promise<void> {
  const row = await device.outbox.device.get(1);
  if (!row?.logFailedAt) return;
  board.set({
    problem:
      'The second copy of waiting changes could not be saved. The changes are saved. Free some space on this device.',
  });
  await device.outbox.device.update(1, { logFailedAt: null });
}

function changes(count: number): string {
  return count === 1 ? 'One waiting change was' : `${count} waiting changes were`;
}
