import type { VisitType } from '../facilities/visit-type.ts';

export type NamedType = Pick<VisitType, 'VisitTypeId' | 'Name' | 'FormerNames'> &
  Partial<Pick<VisitType, 'deleted_at'>>;

/**
 * For which visit types a form is required: those of these ids, whatever they are called now, and those that are called
 * the same at other facilities. A name alone is of a type that no facility had when names became ids.
 */
export type TypesAsked = {
  VisitTypeIds?: readonly string[] | undefined;
  VisitTypeNames?: readonly string[] | undefined;
};

/** A visit knows its type by the name that the type had when it was booked. */
type TypeOfVisit = {
  VisitTypeName: string;
  /** The types of the visit's facility, and those of all facilities; deleted ones too. */
  typesHere: readonly NamedType[];
  types: readonly NamedType[];
};

/** Whether a form that is required for some visit types is required for this visit. */
export function isOfTypes(asked: TypesAsked, visit: TypeOfVisit): boolean {
  if (!asked.VisitTypeIds && !asked.VisitTypeNames) return true;
  const names = namesAsked(asked, visit.types);
  return namesOfVisit(visit).some((name) => names.includes(name));
}

/** What its type is called today as well, unless another type that is in use took the name since. */
function namesOfVisit({ VisitTypeName: booked, typesHere }: TypeOfVisit): string[] {
  if (typesHere.some(({ Name, deleted_at }) => Name === booked && !deleted_at)) return [booked];
  return [booked, ...typesHere.filter(({ FormerNames }) => FormerNames?.includes(booked)).map(({ Name }) => Name)];
}

/** The types that a form is required for, by what they are called now; each once. */
export function namesAsked(
  { VisitTypeIds = [], VisitTypeNames = [] }: TypesAsked,
  types: readonly NamedType[],
): string[] {
  const named = types.filter(({ VisitTypeId }) => VisitTypeIds.includes(VisitTypeId)).map(({ Name }) => Name);
  return [...new Set([...named, ...VisitTypeNames])];
}

/** The same after other names were chosen; what is chosen still stays as it was. `offered` are the types in use. */
export function typesChosen(
  before: TypesAsked,
  names: readonly string[],
  { offered, types }: { offered: readonly NamedType[]; types: readonly NamedType[] },
): { VisitTypeIds?: string[]; VisitTypeNames?: string[] } {
  const was = namesAsked(before, types);
  const kept = (before.VisitTypeIds ?? []).filter((id) => {
    const called = types.filter(({ VisitTypeId }) => VisitTypeId === id).map(({ Name }) => Name);
    // One that this device knows nothing of is not taken away by what is shown.
    return called.length === 0 || called.some((name) => names.includes(name));
  });
  const added = offered.filter(({ Name }) => names.includes(Name) && !was.includes(Name));
  const ids = [...new Set([...kept, ...added.map(({ VisitTypeId }) => VisitTypeId)])];
  const alone = (before.VisitTypeNames ?? []).filter((name) => names.includes(name));
  return { ...(ids.length > 0 && { VisitTypeIds: ids }), ...(alone.length > 0 && { VisitTypeNames: alone }) };
}
