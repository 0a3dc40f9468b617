import { AppError } from '#contract/base/errors.ts';
import type { EraseOrder } from '#contract/session/device.ts';
import type { Tx } from '../context.ts';
import { sha256 } from './tokens.ts';

/** A device that must erase itself, as its row says; `revokedAt` null for all others. */
type Revocable = { site: string; DeviceId: string; UserId: string } & (
  | { revokedAt: null; revokedBy: null; eraseTicket: null }
  | { revokedAt: string; revokedBy: string; eraseTicket: string }
);
const columns = `d.site, d."DeviceId", d."UserId", d."revokedBy", d."eraseTicket", to_jsonb(d."revokedAt") #>> '{}' as "revokedAt"`;

/** Holds the device until the transaction ends, and notes it; whose it is. Refuses one that was ordered to erase itself. */
export async function holdDevice(tx: Tx, at: { site: string; DeviceId: string; UserId: string }): Promise<string> {
  await tx.run(
    `insert into devices as d (site, "DeviceId", "UserId") values ($1, $2, $3)
     on conflict (site, "DeviceId") do update set "lastSeenAt" = now() where d."UserId" = excluded."UserId" and d."revokedAt" is null`,
    [at.site, at.DeviceId, at.UserId],
  );
  return (await deviceOwner(tx, at)) ?? at.UserId;
}

/** Whose device it is; undefined for one that never sent anything. Refuses its owner when it was ordered to erase itself. */
export async function deviceOwner(
  tx: Tx,
  { site, DeviceId, UserId }: { site: string; DeviceId: string; UserId: string },
): Promise<string | undefined> {
  const found = await tx.maybe<Revocable>(`select ${columns} from devices d where d.site = $1 and d."DeviceId" = $2`, [
    site,
    DeviceId,
  ]);
  if (found?.UserId === UserId) refuseRevoked(found);
  return found?.UserId;
}

/** Refuses a session that has ended because its device was ordered to erase itself, so that the device hears why. */
export async function refuseErased(tx: Tx, session: { site: string; SessionId: string }): Promise<void> {
  const found = await tx.maybe<Revocable>(
    `select ${columns} from sessions s join devices d on d.site = s.site and d."DeviceId" = s."DeviceId"
     where s.site = $1 and s."SessionId" = $2 and d."revokedAt" is not null`,
    [session.site, session.SessionId],
  );
  refuseRevoked(found);
}

/** The same for whoever shows a refresh cookie of such a session. */
export async function refuseErasedCookie(
  tx: Tx,
  cookie: { site: string; SessionId: string; secret: string },
): Promise<void> {
  const held = await tx.maybe(
    `select 1 from sessions where site = $1 and "SessionId" = $2 and $3 in ("secretHash", "previousHash")`,
    [cookie.site, cookie.SessionId, sha256(cookie.secret)],
  );
  if (held) await refuseErased(tx, cookie);
}

/** The order for a device that shows its secret, whether or not anybody is signed in on it; null for all others. */
export async function orderFor(
  tx: Tx,
  asked: { site: string; DeviceId: string; secret: string },
): Promise<EraseOrder | null> {
  const found = await tx.maybe<Revocable>(
    `select ${columns} from devices d where d.site = $1 and d."DeviceId" = $2 and d."askHash" = $3`,
    [asked.site, asked.DeviceId, sha256(asked.secret)],
  );
  return orderOf(found);
}

function refuseRevoked(device: Revocable | undefined): void {
  const current = orderOf(device);
  if (current) throw new AppError('device-erased', `${current.by} signed out and erased this device.`, { current });
}

function orderOf(device: Revocable | undefined): EraseOrder | null {
  if (!device || device.revokedAt === null) return null;
  const { site, DeviceId, UserId, revokedAt: at, revokedBy: by, eraseTicket: ticket } = device;
  return { site, DeviceId, UserId, by, at, ticket } as EraseOrder;
}
