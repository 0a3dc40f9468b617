import type { Call, Change, Cookie, Field, Row, Scope } from './history.ts';
import type { HydrateReply, PullReply, PushReply } from './server-state.ts';

/** `kept`: done, and held for a quarter of an hour in case the server loses it. */
export type Stored = Call & { state: 'waiting' | 'acked' | 'parked' | 'kept'; keptAt?: number };
/** What survives a crash: two databases, each changed by one transaction at a time. */
export type Disk = {
  mirror: {
    rows: Map<string, Row>;
    cookie: Cookie | null;
    page: { after: string | null; done: boolean };
    acked: number[];
  };
  /** `epoch`: of the history that the calls were offered to. */
  outbox: { calls: Stored[]; nextMid: number; epoch: number | null };
};

export type Question =
  | { kind: 'cookie' }
  | { kind: 'hydrate'; after: string | null }
  | { kind: 'pull'; cookie: Cookie; more: PullReply['more'] }
  | { kind: 'push'; calls: Call[]; epoch: number | null };
export type Answer = { pull: PullReply } | { push: PushReply } | { hydrate: HydrateReply };

/** What one call changes on screen at once. */
export function predict(rows: Map<string, Row>, change: Change): void {
  const row = rows.get(change.id);
  if (change.kind === 'create' && !row)
    rows.set(change.id, {
      id: change.id,
      scope: change.scope,
      parent: change.parent,
      fields: { phone: '', note: change.note },
      entries: 0,
      stamp: 0,
      version: 0,
    });
  if (!row) return;
  if (change.kind === 'append') row.entries += 1;
  if (change.kind === 'edit') row.fields[change.field satisfies Field] = change.value;
}

export function mayCreateIn(scopes: readonly Scope[], at: number): Scope {
  return scopes[at % scopes.length] ?? 'A';
}
