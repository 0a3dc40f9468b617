import { z } from 'zod';
import type { CaseEvalMeasurement } from './case-eval-measurement.ts';
import { CaseEvalMeasurementId, EvalMeasurementId } from './ids.ts';
import { Place } from './place.ts';

/** A measurement as it is put on a case; its id follows from case, measurement and place. */
export const AddedMeasure = z.strictObject({ CaseEvalMeasurementId, EvalMeasurementId, ...Place.shape });
export type AddedMeasure = z.output<typeof AddedMeasure>;

/** More than a full examination of a whole body. */
export const mostMeasures = 400;

type Row = Pick<CaseEvalMeasurement, 'CaseEvalMeasurementId' | 'SortOrder' | 'deleted_at'>;
type Changed = {
  /** New rows, and removed ones that come back; each below those that are there. */
  added: (AddedMeasure & { SortOrder: number })[];
  removed: CaseEvalMeasurementId[];
};

/**
 * What adding and removing comes to, as a set: what is there already stays where it is, what is gone already stays gone.
 * One that comes back stands below the others again.
 */
export function changedMeasures(
  rows: readonly Row[],
  add: readonly AddedMeasure[],
  remove: readonly CaseEvalMeasurementId[],
): Changed {
  const live = new Set<string>(rows.filter((row) => row.deleted_at === null).map((row) => row.CaseEvalMeasurementId));
  const removed = [...new Set(remove)].filter((id) => live.has(id));
  const after = new Set([...live].filter((id) => !removed.some((one) => one === id)));
  const fresh = new Map(
    add.filter((one) => !after.has(one.CaseEvalMeasurementId)).map((one) => [one.CaseEvalMeasurementId, one]),
  );
  const below = rows.filter(({ CaseEvalMeasurementId: id }) => after.has(id)).map(({ SortOrder }) => SortOrder);
  const next = Math.max(-1, ...below) + 1;
  return { added: [...fresh.values()].map((one, at) => ({ ...one, SortOrder: next + at })), removed };
}

/** Why a case cannot have as many measures, or null. */
export function tooManyMeasures(rows: readonly Row[], { added, removed }: Changed): string | null {
  const live = rows.filter((row) => row.deleted_at === null).length;
  return live - removed.length + added.length > mostMeasures
    ? `A case can have at most ${mostMeasures} measures. Remove some first.`
    : null;
}
