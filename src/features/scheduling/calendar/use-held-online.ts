import { useEffect, useMemo, useState } from 'react';
import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { call } from '#shared/api.ts';
import { useClinicNow } from '#shared/hooks/use-clinic-now.ts';
import { useWebsite } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import type { HeldOnline } from './schedule-columns.ts';

type Held = ReplyOf<'onlineScheduling.heldTimes'>['held'];

/** Patients hold and let go by the minute, and the calendar is right without it. */
const everyMs = 30_000;
const none: Held = [];

/** Times of some days that patients hold just now; none without the network, or where no days are asked for. */
export function useHeldOnline(days: readonly string[] | null): readonly HeldOnline[] {
  const { online } = useSyncState();
  const { TimeZone } = useWebsite();
  const now = useClinicNow();
  const from = days?.[0] ?? null;
  const last = days?.at(-1) ?? null;
  const [held, setHeld] = useState<Held>(none);
  useEffect(() => {
    if (!online || from === null || last === null) return undefined;
    // A late reply for former days says nothing of these.
    let isCurrent = true;
    const show = (next: Held) => {
      if (isCurrent) setHeld(next);
    };
    const load = () => {
      const until = addDays(last, 1);
      // What could not be asked for is not shown: nothing depends on it.
      call('onlineScheduling.heldTimes', { from, until } as never).then(
        (reply) => show(reply.held.length === 0 ? none : reply.held),
        () => show(none),
      );
    };
    load();
    const timer = setInterval(load, everyMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [online, from, last]);
  return useMemo(
    () =>
      (online && from !== null ? held : none)
        .map(({ ProviderId, Start, End, expiresAt }) => {
          return { ProviderId, Start, End, until: wallTimeIn(TimeZone, new Date(expiresAt)) };
        })
        .filter(({ until }) => until > now),
    [held, online, from, TimeZone, now],
  );
}
