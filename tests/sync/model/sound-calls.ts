import type { Change, Row, Scope } from './history.ts';

type Known = {
  rows: ReadonlyMap<string, Row>;
  /** Who wrote a field or moved a row last: a device's name, or `clinic`. */
  writers: ReadonlyMap<string, string>;
  /** Every text that was in force at some time. */
  written: ReadonlySet<string>;
};

/** Whether nothing stands in the way of a call, told apart from how the server decides. */
export function isSound(
  { rows, writers, written }: Known,
  device: string,
  scopes: readonly Scope[],
  change: Change,
): boolean {
  if (change.kind === 'refused') return false;
  const row = rows.get(change.id);
  if (change.kind === 'create')
    return !row && scopes.includes(change.scope) && (change.parent === null || rows.has(change.parent));
  if (!row || !scopes.includes(row.scope)) return false;
  if (change.kind === 'move') return change.stamp === row.stamp || writers.get(`${row.id}.stage`) === device;
  if (change.kind !== 'edit' || change.field !== 'note') return true;
  const { note } = row.fields;
  const isOwn = writers.get(`${row.id}.note`) === device && written.has(`${row.id} ${change.base}`);
  return note === change.base || note === change.value || isOwn;
}
