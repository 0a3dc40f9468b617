import { wallTimeIn } from '../base/dates.ts';
import { outOfQuiet } from './clock.ts';
import type { MessageKind } from './message.ts';
import { purposeOf, quietHoursOf } from './purposes.ts';

type Asked = { Kind: MessageKind; now: Date; delayMs: number; timeZone: string; Start: string | null };

/**
 * When a message may go out: after its delay and out of the quiet hours, except for what does not wait: that an offer is
 * taken, and that a visit of today will not be.
 */
export function sendingTime({ Kind, now, delayMs, timeZone, Start }: Asked): Date {
  const at = new Date(now.getTime() + delayMs);
  return waitsForMorning({ Kind, now, timeZone, Start }) ? outOfQuiet(at, timeZone, quietHoursOf(purposeOf(Kind))) : at;
}

export function waitsForMorning({ Kind, now, timeZone, Start }: Omit<Asked, 'delayMs'>): boolean {
  if (Kind === 'offerTaken') return false;
  return !(Kind === 'cancelled' && Start?.slice(0, 10) === wallTimeIn(timeZone, now).slice(0, 10));
}
