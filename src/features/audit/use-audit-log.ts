import { useEffect, useEffectEvent, useState } from 'react';
import type { AuditEntry } from '#contract/audit/entry.ts';
import { call } from '#shared/api.ts';
import { useOnline } from '#shared/sync-state.ts';
import type { AuditFilter } from './audit-filter.ts';

type Log = { of: AuditFilter; entries: AuditEntry[]; after: string | null };

/** The pages fetched so far of what a filter lists; another filter begins anew. */
export function useAuditLog(filter: AuditFilter) {
  const isOnline = useOnline();
  const [log, setLog] = useState<Log | null>(null);
  const [failure, setFailure] = useState<{ of: AuditFilter; sentence: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const current = log?.of === filter ? log : null;

  async function fetch(before: Log | null, isWanted: () => boolean): Promise<void> {
    setBusy(true);
    try {
      const input = before?.after ? { ...filter, after: before.after } : filter;
      const { entries, after } = await call('audit.list', input);
      if (!isWanted()) return;
      setLog({ of: filter, entries: [...(before?.entries ?? []), ...entries], after });
      setFailure(null);
    } catch (cause) {
      if (isWanted())
        setFailure({ of: filter, sentence: cause instanceof Error ? cause.message : 'The server did not answer.' });
    } finally {
      setBusy(false);
    }
  }
  const begin = useEffectEvent((isWanted: () => boolean) => void fetch(null, isWanted));
  useEffect(() => {
    // The answer to a filter that was left must not cover the next one's.
    let isCurrent = true;
    if (isOnline) begin(() => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [filter, isOnline]);

  return {
    entries: current?.entries ?? null,
    hasMore: current !== null && current.after !== null,
    error: failure?.of === filter ? failure.sentence : null,
    isBusy,
    load: () => void fetch(null, () => true),
    more: () => void fetch(current, () => true),
  };
}
