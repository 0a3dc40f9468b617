import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { readAll } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { fetchSchedule, type Schedule, type ScheduleFilter, type ScheduleRows } from './schedule-rows.ts';
import type { Shown } from './views.ts';

/** What the server answered, and the last change that was known of when it was asked. */
type There = { changedAt: number | null; rows: Omit<ScheduleRows, 'providers'> | null; error: string | null };

const none: ReadonlyMap<string, There> = new Map();
/** As many replies stay for who goes back to a month. */
const mostKept = 12;
/** Each question is one in the audit log: changes that come faster are asked about together. */
const everyMs = 3_000;

/**
 * Days as the server tells them; null without the network while nothing has come yet. It is asked once until a pull
 * brings a change: of any day, or for a month held in part of a day that this device does not hold.
 */
export function useServerDays(
  shown: Shown,
  filter: ScheduleFilter,
  { isOn, isPartly }: { isOn: boolean; isPartly: boolean },
): Schedule | null {
  const { online, calendarChangedAt, farDaysChangedAt } = useSyncState();
  const changedAt = isPartly ? farDaysChangedAt : calendarChangedAt;
  const providers = useLiveValue(() => readAll('providers'), []);
  const [replies, setReplies] = useState(none);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef<{ key: string; attempt: number; at: number } | null>(null);
  const day = shown.view === 'month' ? shown.date.slice(0, 7) : shown.date;
  const key = `${shown.view} ${day} ${filter.FacilityId} ${filter.ProviderIds.join()} ${isPartly}`;
  const now = replies.get(key);

  const keep = (reply: There) =>
    setReplies((before) => {
      const former = before.get(key);
      // What came before stays where it cannot be fetched anew, and where an earlier question is answered late.
      const isOlder = former !== undefined && (former.changedAt ?? 0) > (reply.changedAt ?? 0);
      if (isOlder || (reply.rows === null && former?.rows)) return before;
      return new Map([...[...before].filter(([other]) => other !== key), [key, reply] as const].slice(-mostKept));
    });
  const fetch = useEffectEvent(() => {
    asked.current = { key, attempt, at: Date.now() };
    fetchSchedule(shown.view === 'month' ? 'month' : 'week', shown.date, filter).then(
      (rows) => keep({ changedAt, rows, error: null }),
      (cause: unknown) => {
        const error = cause instanceof Error ? cause.message : 'The server did not answer.';
        keep({ changedAt, rows: null, error });
      },
    );
  });
  const msToWait = useEffectEvent(() => {
    if (now?.rows && now.changedAt === changedAt) return null;
    const last = asked.current;
    const isAgain = last?.key === key && last.attempt === attempt;
    return isAgain ? Math.max(0, last.at + everyMs - Date.now()) : 0;
  });
  useEffect(() => {
    const wait = isOn && online ? msToWait() : null;
    if (wait === null) return undefined;
    const timer = setTimeout(fetch, wait);
    return () => clearTimeout(timer);
  }, [isOn, online, key, attempt, changedAt]);
  const found = now?.rows;
  const rows = useMemo(() => (found && providers ? { ...found, providers } : null), [found, providers]);
  if (rows) return { state: 'ready', rows, shown, isFromServer: true };
  if (!online) return null;
  if (now?.error)
    return { state: 'failed', sentence: `${now.error} Nothing was changed.`, retry: () => setAttempt(attempt + 1) };
  return { state: 'loading' };
}
