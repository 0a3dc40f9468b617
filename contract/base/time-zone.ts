import { z } from 'zod';

/** Whether this runtime knows a zone by that name, such as `America/New_York`. */
export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const TimeZoneName = z.string().max(60).refine(isTimeZone, { error: 'is not a known time zone' });
