import { z } from 'zod';
import { Line } from '../base/text.ts';
import { definedFields } from '../base/defined-fields.ts';
import { BilledDiscipline } from '../base/discipline.ts';
import { OverlapRule, VisitCapacity, VisitMinutes, type VisitType } from './visit-type.ts';

/** A visit type as it is sent: one that is not sent stays as it was, and so do its rules of booking. */
export const VisitTypeChange = z.strictObject({
  VisitTypeId: z.uuid(),
  Name: Line(60),
  IsNonPatientVisit: z.boolean(),
  Minutes: VisitMinutes.optional(),
  Overlap: OverlapRule.optional(),
  Capacity: VisitCapacity.optional(),
  Discipline: BilledDiscipline.nullable().optional(),
  isDeleted: z.boolean(),
});
export type VisitTypeChange = z.output<typeof VisitTypeChange>;

/** A visit type of which only its name is told. */
const usual = { Minutes: 45, Overlap: 'ask', Capacity: 1 } as const;

/** The visit types after a change: by id, those not sent stay; what was deleted keeps the time of that. */
export function visitTypesAfter(
  before: readonly VisitType[],
  changes: readonly VisitTypeChange[],
  now: string,
): VisitType[] {
  const after = new Map(before.map((type) => [type.VisitTypeId, type]));
  for (const { isDeleted, ...type } of changes) {
    const known = after.get(type.VisitTypeId);
    const deleted_at = isDeleted ? (known?.deleted_at ?? now) : null;
    const former = known && namesBefore(known, type.Name);
    after.set(type.VisitTypeId, { ...usual, ...known, ...definedFields(type), ...former, deleted_at });
  }
  return [...after.values()];
}

/** Older names than these are forgotten. */
const mostNames = 20;

function namesBefore({ Name, FormerNames = [] }: VisitType, next: string): Pick<VisitType, 'FormerNames'> {
  if (Name === next) return {};
  return { FormerNames: [...FormerNames, Name].filter((name) => name !== next).slice(-mostNames) };
}

/** A name that two visit types in use would share, whatever their case; null when all differ. */
export function sharedVisitTypeName(types: readonly VisitType[]): string | null {
  const seen = new Set<string>();
  for (const { Name, deleted_at } of types) {
    if (deleted_at !== null) continue;
    const name = Name.trim().toLowerCase();
    if (seen.has(name)) return Name;
    seen.add(name);
  }
  return null;
}
