import { z } from 'zod';
import { RoomId } from '../base/ids.ts';
import { Line } from '../base/text.ts';

/** Where visits of a facility are; `Capacity` is how many there can be at once. */
export const Room = z.object({ RoomId, Name: z.string(), Capacity: z.int().min(1), Inactive: z.boolean() });
export type Room = z.output<typeof Room>;

/** A room as it is sent: one that is not sent stays as it was, for the visits that are in it. */
export const RoomChange = z.strictObject({
  RoomId,
  Name: Line(60),
  Capacity: z.int().min(1).max(60),
  Inactive: z.boolean(),
});

export function roomsAfter(before: readonly Room[], changes: readonly Room[]): Room[] {
  const after = new Map([...before, ...changes].map((room) => [room.RoomId, room]));
  return [...after.values()];
}

/** A name that two rooms in use would share, whatever their case; null when all differ. */
export function sharedRoomName(rooms: readonly Room[]): string | null {
  const seen = new Set<string>();
  for (const { Name, Inactive } of rooms) {
    if (Inactive) continue;
    const name = Name.trim().toLowerCase();
    if (seen.has(name)) return Name;
    seen.add(name);
  }
  return null;
}
