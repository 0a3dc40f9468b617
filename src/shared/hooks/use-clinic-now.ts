import { useSyncExternalStore } from 'react';
import { wallTimeIn } from '#contract/base/dates.ts';
import { useWebsite } from '#shared/session.ts';

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, 15_000);
  return () => clearInterval(timer);
}

/** The wall time of a zone, `YYYY-MM-DDTHH:mm`, kept current by the minute. */
export function useNowIn(TimeZone: string): string {
  return useSyncExternalStore(subscribe, () => wallTimeIn(TimeZone, new Date()));
}

/** The clinic's wall time. */
export function useClinicNow(): string {
  return useNowIn(useWebsite().TimeZone);
}

/** The clinic's calendar day. */
export function useClinicToday(): string {
  return useClinicNow().slice(0, 10);
}
