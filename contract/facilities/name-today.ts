import type { VisitType } from './visit-type.ts';

type Named = Pick<VisitType, 'Name' | 'FormerNames' | 'deleted_at'>;

/** What a facility calls a visit type today that had this name; a name of no type stays as it is. */
export function nameToday(types: readonly Named[], name: string): string {
  const inUse = types.filter(({ deleted_at }) => deleted_at === null);
  if (inUse.some(({ Name }) => Name === name)) return name;
  return inUse.find(({ FormerNames }) => FormerNames?.includes(name))?.Name ?? name;
}
