import type { Fault } from './faults.ts';
import { isVisible, type Cookie, type Scope } from './history.ts';
import { pageSize, type LogEntry, type PullReply, type State, type StoredOutcome } from './server-state.ts';

type Pull = {
  fault: Fault | null;
  state: State;
  /** Of the device that asks. */
  outcomes: StoredOutcome[];
  /** Where the server's history is now. */
  here: Cookie;
  scopes: readonly Scope[];
  cookie: Cookie | null;
  more: PullReply['more'];
};

/** One page of what has changed since a device's cookie. */
export function pulled({ fault, state, outcomes, here, scopes, cookie, more }: Pull): PullReply {
  const nothing = { put: [], leave: [], more: null, cookie: here };
  if (cookie === null) return { ...nothing, reset: false, outcomes };
  // History that ends earlier than the device knows is another one.
  const isBehind = here.snapshot.xmax < cookie.snapshot.xmax;
  const isOther =
    (isBehind && fault !== 'restoreIgnored' && fault !== 'crashIgnored') ||
    cookie.epoch !== here.epoch ||
    (cookie.scopes !== here.scopes && fault !== 'lostScopeKept');
  if (isOther) return { ...nothing, reset: true, outcomes };
  // A crash between two pages: numbers below the first page's end may be given again, so it starts over.
  const mark = more && (more.boot === here.boot || fault === 'pagesAcrossCrash') ? more : null;
  const target = mark && fault !== 'movingTarget' ? mark.target : here.snapshot;
  const isNew = (entry: { xid: number; at: number }) =>
    isVisible(entry.xid, target) &&
    (!isVisible(entry.xid, cookie.snapshot) ||
      (cookie.boot !== here.boot && fault !== 'crashIgnored' && entry.at >= cookie.at));
  const isFresh = fault === 'sequenceCursor' ? (entry: LogEntry) => entry.sequence > cookie.sequence : isNew;
  const changed = state.log.filter((entry) => isFresh(entry));
  const ids = [...new Set(changed.map((entry) => entry.id))].toSorted().filter((id) => id > (mark?.after ?? ''));
  const page = ids.slice(0, pageSize);
  const isLast = ids.length <= pageSize;
  const put = page.map((id) => state.rows.get(id)).filter((row) => row !== undefined);
  const seen = put.filter((row) => scopes.includes(row.scope));
  const leave = page.filter((id) => {
    if (seen.some((row) => row.id === id)) return false;
    const isGone = !state.rows.has(id);
    if (isGone ? fault === 'noTombstones' : fault === 'noLeave') return false;
    return changed.some((entry) => entry.id === id && entry.from !== null && scopes.includes(entry.from));
  });
  return {
    reset: false,
    put: structuredClone(seen),
    leave,
    outcomes: isLast ? outcomes.filter(isNew) : [],
    cookie: { ...here, snapshot: target },
    more: isLast ? null : { target, boot: here.boot, after: page.at(-1) ?? '' },
  };
}
