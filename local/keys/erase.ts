import { Dexie } from 'dexie';
import { EraseOrder } from '#contract/session/device.ts';
import { mirrorName, outboxDatabase, outboxName } from '../store/db.ts';
import { draftFolder } from '../drafts/drafts.ts';
import { originFiles, type Files } from '../store/files.ts';
import { changeErasure, eraseKeyringUser, erasures, forgetErasure } from './erasures.ts';
import { keyringUser, type Erasure } from './keyring-db.ts';
import { logFolder } from '../outbox/outbox-log.ts';

/** An order as it came with a refusal; undefined when it is none, or not for this device. */
export async function orderForHere(current: unknown): Promise<EraseOrder | undefined> {
  const order = EraseOrder.safeParse(current).data;
  if (!order) return undefined;
  const known = (await keyringUser(order.site, order.UserId))?.DeviceId ?? (await deviceIdOf(order));
  return known === order.DeviceId ? order : undefined;
}

/**
 * Erases what a person has on this device: first the wrapped keys, which alone makes the rest unreadable, then
 * mirror, outbox and its copy. Interrupted at any point it is finished at the next start.
 */
export async function eraseHere(order: EraseOrder, files: Files = originFiles()): Promise<void> {
  await eraseKeyringUser(order);
  await eraseData(order, files);
  await changeErasure(order.DeviceId, { isErased: true });
}

/** Erasures that the browser was closed over, and those the server does not know to be done. */
export async function resumeErasures(files: Files = originFiles()): Promise<Erasure[]> {
  const known = await erasures();
  for (const one of known) if (!one.isErased) await eraseHere(one, files);
  return known.filter((one) => !one.isConfirmed);
}

/** The server knows that it is done. */
export async function confirmErasure(DeviceId: string): Promise<void> {
  await changeErasure(DeviceId, { isConfirmed: true });
}

/** What the sign-in page says of the last erasure, until somebody signs in. */
export async function erasedSentence(): Promise<string | null> {
  const untold = (await erasures()).filter((one) => !one.isTold).toSorted((a, b) => a.at.localeCompare(b.at));
  const last = untold.at(-1);
  return last ? `${last.by} signed out and erased this device. Changes that were not sent are lost.` : null;
}

/** Somebody has signed in since: the sentence was read. */
export async function erasuresRead(): Promise<void> {
  for (const one of await erasures()) {
    if (one.isConfirmed && one.isErased) await forgetErasure(one.DeviceId);
    else if (!one.isTold) await changeErasure(one.DeviceId, { isTold: true });
  }
}

async function eraseData(order: EraseOrder, files: Files): Promise<void> {
  const { site, UserId } = order;
  const here = await deviceIdOf(order);
  if (here !== undefined && here !== order.DeviceId) return;
  await Promise.all([Dexie.delete(mirrorName(site, UserId)), Dexie.delete(outboxName(site, UserId))]);
  for (const folder of [logFolder(site, UserId), draftFolder(order)])
    for (const name of await files.list(folder)) await files.remove(`${folder}/${name}`);
}

/** The id of a person's outbox where it exists; looking must not make one. */
async function deviceIdOf({ site, UserId }: EraseOrder): Promise<string | undefined> {
  if (!(await Dexie.exists(outboxName(site, UserId)))) return undefined;
  const outbox = outboxDatabase(site, UserId);
  try {
    return (await outbox.device.get(1))?.DeviceId;
  } finally {
    outbox.close();
  }
}
