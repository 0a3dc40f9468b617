import type { Cookie, Outcome, Row, Scope, Snapshot } from './history.ts';

export type LogEntry = { xid: number; sequence: number; at: number; id: string; from: Scope | null; to: Scope | null };
export type StoredOutcome = Outcome & {
  xid: number;
  at: number;
  device: string;
  stamps: { from: number; to: number } | null;
};
/** What a transaction does when it commits; nobody sees any of it before. */
export type Transaction = { xid: number; at: number; sequence: number; device: string | null; work: (() => void)[] };
export type State = { rows: Map<string, Row>; log: LogEntry[]; outcomes: StoredOutcome[] };

export type PullReply = {
  reset: boolean;
  put: Row[];
  leave: string[];
  outcomes: Outcome[];
  cookie: Cookie;
  more: { target: Snapshot; boot: number; after: string } | null;
};
export type PushReply = { outcomes: Outcome[]; again: boolean };
export type HydrateReply = { put: Row[]; after: string | null; scopes: string };

/** Rows of one page. */
export const pageSize = 2;
