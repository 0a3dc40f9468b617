import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { readAll } from '#local/reads/reads.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { fetchSchedule, type Schedule, type ScheduleFilter, type ScheduleRows } from './schedule-rows.ts';
import type { Shown } from './views.ts';

/** What the server answered, and what was known when it was asked. */
type There = {
  /** The last change of such days. */
  changedAt: number | null;
  isPartly: boolean;
  /** When this device last forgot everything. */
  resetAt: number | null;
  /** Which question it was: a clock may be set back. */
  question: number;
  rows: Omit<ScheduleRows, 'providers'> | null;
  error: string | null;
  /** How often these rows could not be fetched anew since. */
  failures: number;
};

const none: ReadonlyMap<string, There> = new Map();
/** As many replies stay for who goes back to a month. */
const mostKept = 12;
/** Each question is one in the audit log: changes that come faster are asked about together. */
const everyMs = 3_000;
/** What fails over and over is asked for about every three minutes. */
const mostDoubled = 6;

/**
 * Days as the server tells them; null without the network while nothing has come yet. It is asked once until a pull
 * brings a change: of any day, or for a month held in part of a day that this device does not hold.
 */
export function useServerDays(
  shown: Shown,
  filter: ScheduleFilter,
  { isOn, isPartly }: { isOn: boolean; isPartly: boolean },
): Schedule | null {
  const { online, calendarChangedAt, farDaysChangedAt, resetAt } = useSyncState();
  const changedAt = isPartly ? farDaysChangedAt : calendarChangedAt;
  const providers = useLiveValue(() => readAll('providers'), []);
  const [replies, setReplies] = useState(none);
  const [attempt, setAttempt] = useState(0);
  const asked = useRef<{ key: string; attempt: number; at: number } | null>(null);
  const questions = useRef(0);
  const day = shown.view === 'month' ? shown.date.slice(0, 7) : shown.date;
  // After midnight this device holds other days of the month.
  const { from, to } = keptDays();
  const part = isPartly ? `${from} ${to}` : 'whole';
  const key = `${shown.view} ${day} ${filter.FacilityId} ${filter.ProviderIds.join()} ${part}`;
  const now = ofReset(replies.get(key), resetAt);
  const known = `${key} ${calendarChangedAt} ${farDaysChangedAt} ${resetAt}`;
  const [keptFor, setKeptFor] = useState({ key, known });
  if (keptFor.known !== known) {
    setKeptFor({ key, known });
    const isShownStill = keptFor.key === key;
    // Of the others nobody would learn that they changed, or that this person may see them no more.
    const isCurrent = (there: There) =>
      there.resetAt === resetAt && there.changedAt === (there.isPartly ? farDaysChangedAt : calendarChangedAt);
    setReplies(
      (before) => new Map([...before].filter(([other, there]) => (isShownStill && other === key) || isCurrent(there))),
    );
  }

  const keep = (reply: There) =>
    setReplies((before) => {
      const former = ofReset(before.get(key), reply.resetAt);
      const isOlder = (before.get(key)?.question ?? 0) > reply.question;
      if (isOlder) return before;
      // What came before stays while it cannot be fetched anew.
      const kept = reply.rows === null && former?.rows ? { ...former, failures: former.failures + 1 } : reply;
      return new Map([...[...before].filter(([other]) => other !== key), [key, kept] as const].slice(-mostKept));
    });
  const fetch = useEffectEvent(() => {
    asked.current = { key, attempt, at: Date.now() };
    questions.current += 1;
    const asks = { changedAt, isPartly, resetAt, question: questions.current, failures: 0 };
    fetchSchedule(shown.view === 'month' ? 'month' : 'week', shown.date, filter).then(
      (rows) => keep({ ...asks, rows, error: null }),
      (cause: unknown) => {
        const error = cause instanceof Error ? cause.message : 'The server did not answer.';
        keep({ ...asks, rows: null, error });
      },
    );
  });
  const failures = now?.failures ?? 0;
  const msToWait = useEffectEvent(() => {
    if (now?.rows && now.changedAt === changedAt) return null;
    const last = asked.current;
    if (last?.key !== key || last.attempt !== attempt) return 0;
    const pause = everyMs * 2 ** Math.min(failures, mostDoubled);
    return Math.min(pause, Math.max(0, last.at + pause - Date.now()));
  });
  useEffect(() => {
    const wait = isOn && online ? msToWait() : null;
    if (wait === null) return undefined;
    const timer = setTimeout(fetch, wait);
    return () => clearTimeout(timer);
  }, [isOn, online, key, attempt, changedAt, resetAt, failures]);
  const found = now?.rows;
  const rows = useMemo(() => (found && providers ? { ...found, providers } : null), [found, providers]);
  if (rows) return { state: 'ready', rows, shown, isFromServer: true };
  if (!online) return null;
  if (now?.error)
    return { state: 'failed', sentence: `${now.error} Nothing was changed.`, retry: () => setAttempt(attempt + 1) };
  return { state: 'loading' };
}

/** Nothing of before a reset may be read any more: it may be what this person may see no longer. */
function ofReset(there: There | undefined, resetAt: number | null): There | undefined {
  return there?.resetAt === resetAt ? there : undefined;
}
