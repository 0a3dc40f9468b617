import type { DeviceState } from '#contract/session/device.ts';
import { showMoment } from '#shared/format/clock.ts';

/** When a device was last here and how much of its work is not: what a person needs to know before erasing it. */
export function deviceFacts({ lastSeenAt, lastSyncAt, waiting, parked }: DeviceState, now = new Date()): string[] {
  const unsent = waiting + parked;
  return [
    `Last seen ${showMoment(new Date(lastSeenAt), now)}`,
    lastSyncAt ? `Last synced ${showMoment(new Date(lastSyncAt), now)}` : 'Never synced',
    unsent === 0 ? 'Nothing waiting' : `${countOf(unsent)} waiting`,
  ];
}

/** What is lost for good. */
export function lossWords({ person, name, waiting, parked, lastSyncAt }: DeviceState, now = new Date()): string {
  const unsent = waiting + parked;
  const known = lastSyncAt ? ` when it last synced (${showMoment(new Date(lastSyncAt), now)})` : '';
  const lost =
    unsent === 0
      ? `Nothing was waiting on it${known}. Newer unsent work on it is lost.`
      : `${countOf(unsent)} waited on it${known} and ${unsent === 1 ? 'is' : 'are'} lost, with any newer unsent work.`;
  return `${name} of ${person} is signed out now. It erases itself when Mainstay is next open and online there. ${lost} You can’t undo this.`;
}

/** What became of the order to erase; null where none was given. */
export function eraseWords({ revokedAt, revokedBy, erasedAt }: DeviceState, now = new Date()): string | null {
  if (revokedAt === null) return null;
  if (erasedAt !== null) return `Erased ${showMoment(new Date(erasedAt), now)}, asked by ${revokedBy ?? 'someone'}`;
  return `Signed out by ${revokedBy ?? 'someone'} ${showMoment(new Date(revokedAt), now)}; erases itself when Mainstay is next open and online there`;
}

function countOf(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}
