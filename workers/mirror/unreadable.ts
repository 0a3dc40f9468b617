import type { Device } from '#local/store/device.ts';
import type { Engine } from '../sync/engine.ts';

/**
 * Inside the transaction that moves history on past rows this app cannot read: it may be older than the server, and
 * another one has to fetch them.
 */
export async function keepUnreadable({ mirror }: Device): Promise<void> {
  await mirror.kv.put({ key: 'unreadable', value: true });
}

export async function hasUnreadable({ mirror }: Device): Promise<boolean> {
  return (await mirror.kv.get('unreadable')) !== undefined;
}

/** Whoever starts may be the newer app: it compares this device with the server soon, and reads what the other could not. */
export async function lookAgain({ device, board }: Engine): Promise<void> {
  if (!(await hasUnreadable(device))) return;
  await device.mirror.kv.bulkDelete(['unreadable', 'compared']);
  board.set({ compared: null });
}
