import type { EraseOrder } from '#contract/session/device.ts';
import { toBase64Url } from '../store/base64.ts';
import { copyOrNone, withKeyring, type Asker, type Erasure } from './keyring-db.ts';

/**
 * Destroys every wrapped key of the person whose device this is, in both copies, and notes the order with it. Run
 * again after an interruption it leaves alone what that person has made anew since.
 */
export async function eraseKeyringUser(order: EraseOrder): Promise<void> {
  await withKeyring(async (db) => {
    await db.transaction('rw', db.users, db.erasures, db.askers, async () => {
      const user = await db.users.get([order.site, order.UserId]);
      const before = await db.erasures.get(order.DeviceId);
      if (user?.DeviceId === order.DeviceId || (!user?.DeviceId && !before))
        await db.users.delete([order.site, order.UserId]);
      await db.askers.delete(order.DeviceId);
      await db.erasures.put({ isErased: false, isConfirmed: false, isTold: false, ...before, ...order });
    });
    await copyOrNone(db);
  });
}

export async function erasures(): Promise<Erasure[]> {
  return withKeyring((db) => db.erasures.toArray());
}

/** Whether this device is being erased, or was: what is deleted then is not to be made anew. */
export async function isOrdered(DeviceId: string): Promise<boolean> {
  return (await erasures()).some((one) => one.DeviceId === DeviceId);
}

export async function changeErasure(DeviceId: string, changes: Partial<Erasure>): Promise<void> {
  await withKeyring((db) => db.erasures.update(DeviceId, changes));
}

export async function forgetErasure(DeviceId: string): Promise<void> {
  await withKeyring((db) => db.erasures.delete(DeviceId));
}

export async function askers(): Promise<Asker[]> {
  return withKeyring((db) => db.askers.toArray());
}

/** The secret of a device, made when it is first wanted; one that the person's outbox had under another id goes. */
export async function askSecret({ site, UserId, DeviceId }: Omit<Asker, 'secret'>): Promise<string> {
  const made = toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return withKeyring((db) =>
    db.transaction('rw', db.askers, async () => {
      await db.askers.filter((one) => one.site === site && one.UserId === UserId && one.DeviceId !== DeviceId).delete();
      const { secret } = (await db.askers.get(DeviceId)) ?? { secret: made };
      await db.askers.put({ DeviceId, site, UserId, secret });
      return secret;
    }),
  );
}
