/** A PostgreSQL snapshot: which transactions were committed when it was taken. */
export type Snapshot = { xmax: number; running: number[] };

export function isVisible(xid: number, { xmax, running }: Snapshot): boolean {
  return xid < xmax && !running.includes(xid);
}

export type Scope = 'A' | 'B' | 'C';
/** `phone`: the last arrival wins. `note`: clinical text, never overwritten unseen. */
export type Field = 'phone' | 'note';
export const fieldNames: readonly Field[] = ['phone', 'note'];

export type Row = {
  id: string;
  scope: Scope;
  parent: string | null;
  fields: Record<Field, string>;
  /** Append-only: how many entries its ledger has. */
  entries: number;
  /** The stamp a move must name, given by the server. */
  stamp: number;
  /** Rises with every change. */
  version: number;
};

export type Change =
  | { kind: 'create'; id: string; scope: Scope; parent: string | null; note: string }
  | { kind: 'edit'; id: string; field: Field; value: string; base: string; seen: Record<Field, string> }
  | { kind: 'append'; id: string }
  | { kind: 'move'; id: string; stamp: number }
  | { kind: 'refused'; id: string };

export type Call = { mid: number; change: Change };
export type Outcome = { mid: number; status: 'ok' | 'parked' };

/** Where a device stands in the server's history. */
export type Cookie = {
  snapshot: Snapshot;
  /** Of the planted fault alone. */
  sequence: number;
  epoch: number;
  boot: number;
  at: number;
  scopes: string;
};
