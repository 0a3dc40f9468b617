import type { InputOf } from '#contract/endpoints.ts';

export type AuditFilter = InputOf<'audit.export'>;
export type SortColumn = NonNullable<AuditFilter['sort']>;

/** Everything, newest first. */
export const noFilter: AuditFilter = {};

/** The order a list has without being told: the newest first, names from A. */
export function orderOf({ sort = 'at', order }: AuditFilter): 'asc' | 'desc' {
  return order ?? (sort === 'at' ? 'desc' : 'asc');
}

/** Pressed on the column that sorts already, it turns the order round. */
export function nextSort(filter: AuditFilter, column: SortColumn): AuditFilter {
  const { order: _order, ...rest } = filter;
  if ((filter.sort ?? 'at') !== column) return { ...rest, sort: column };
  return { ...rest, sort: column, order: orderOf(filter) === 'asc' ? 'desc' : 'asc' };
}
