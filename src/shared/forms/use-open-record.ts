import { useState } from 'react';
import type { About } from './draft-drawer.tsx';

/**
 * What a drawer is open for where an address names it: `new`, or the row of an id as it was when it was opened. What
 * others write while a form is open is not its writer's.
 */
export function useOpenRecord<Row>(
  open: string | null,
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
): About<Row> | null {
  const [opened, setOpened] = useState<{ id: string; about: About<Row> } | null>(null);
  if (opened && opened.id !== open) setOpened(null);
  if (opened?.id === open) return opened.about;
  if (open === null) return null;
  const of = open === 'new' ? null : rows?.find((row) => keyOf(row) === open);
  if (of !== undefined) setOpened({ id: open, about: { of, parent: null } });
  return null;
}
