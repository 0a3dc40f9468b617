import { CaseEvalMeasurementId, EvalMeasurementId } from './ids.ts';
import type { Place } from './place.ts';
import { uuidV5 } from './uuid-v5.ts';

/** Never changes: every built-in id and every measurement of a case derives from it. */
const namespace = '6f3b0c52-6a1e-4d0b-9a77-2d5c1f4e8b10';

/** The id of a built-in measurement from its key, such as `shoulder.flexion`; the same on every device and site. */
export function builtInId(key: string): EvalMeasurementId {
  return EvalMeasurementId.parse(uuidV5(namespace, `builtin:${key}`));
}

/** The id of a measurement on a case, the same wherever it is added. */
export function caseEvalMeasurementId(
  of: { CaseId: string; EvalMeasurementId: string } & Readonly<Record<keyof Place, string | null>>,
): CaseEvalMeasurementId {
  const name = `case:${of.CaseId}/${of.EvalMeasurementId}/${of.Side ?? ''}/${of.Mode ?? ''}`;
  return CaseEvalMeasurementId.parse(uuidV5(namespace, name.toLowerCase()));
}
