import { useEffect, useState } from 'react';
import type { AuditEntry } from '#contract/audit/entry.ts';
import { call } from '#shared/api.ts';
import { useOnline } from '#shared/sync-state.ts';
import type { AuditFilter } from './audit-filter.ts';

/** What has come so far of what a filter lists: `after` is where it goes on, `error` why the last page did not come. */
type Log = { of: AuditFilter; entries: AuditEntry[] | null; after: string | null; error: string | null };

/** The pages fetched so far of what a filter lists; another filter begins anew. */
export function useAuditLog(filter: AuditFilter) {
  const isOnline = useOnline();
  const [log, setLog] = useState<Log | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The answer to a filter that was left must not cover the next one's.
    let isCurrent = true;
    if (isOnline) void nextPage(filter, null).then((next) => isCurrent && setLog(next));
    return () => {
      isCurrent = false;
    };
  }, [filter, isOnline]);
  const current = log?.of === filter ? log : null;

  async function go(from: Log | null): Promise<void> {
    setBusy(true);
    const next = await nextPage(filter, from);
    setLog((now) => (now?.of === filter ? next : now));
    setBusy(false);
  }
  return {
    entries: current?.entries ?? null,
    hasMore: current !== null && current.after !== null,
    error: current?.error ?? null,
    isBusy,
    load: () => void go(null),
    more: () => void go(current),
  };
}

async function nextPage(of: AuditFilter, before: Log | null): Promise<Log> {
  try {
    const { entries, after } = await call('audit.list', before?.after ? { ...of, after: before.after } : of);
    return { of, entries: [...(before?.entries ?? []), ...entries], after, error: null };
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : 'The server did not answer.';
    return { of, entries: before?.entries ?? null, after: before?.after ?? null, error };
  }
}
