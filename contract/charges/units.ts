import type { CptDescription } from './service.ts';
import { isTimed, unitMinutes } from './timed.ts';
import { reasonForCms, reasonForSpm, type CodeUnits } from './units-reason.ts';

/** A recorded line: minutes for a timed code, a count (1 unless told) for an untimed one. */
export type UnitLine = { ServiceId: string; CPT_Code: string; Minutes: number | null; Count: number | null };
/** CMS total time, or the AMA rule of eights (substantial portion method). */
export type UnitMethod = 'cms' | 'spm';
export type MethodUnits = { total: number; timedUnits: number; perCode: CodeUnits[]; reason: string };
export type BillableUnits = {
  units: Record<string, number>;
  totalTimedMinutes: number;
  /** Timed and untimed minutes together; missing when no line has minutes. */
  totalMinutes?: number;
  explanation: string;
};

/**
 * Units of each line by a payer's method (domain 6.1). All units of one code stand on its first line,
 * since a code may be billed on one line only; the order of the lines is the clinician's and breaks ties.
 */
export function billableUnits(
  lines: readonly UnitLine[],
  codes: readonly CptDescription[],
  method: UnitMethod,
): BillableUnits {
  const pooled = poolByCode(lines, codes);
  const counted = unitsBy(method, pooled);
  const left = new Map(counted.perCode.map((each) => [each.CPT_Code, each.units]));
  const units: Record<string, number> = {};
  for (const line of lines) {
    units[line.ServiceId] = left.get(line.CPT_Code) ?? 0;
    left.set(line.CPT_Code, 0);
  }
  const minutes = lines.filter((line) => line.Minutes !== null);
  return {
    units,
    totalTimedMinutes: timedMinutes(pooled),
    ...(minutes.length > 0 && { totalMinutes: minutes.reduce((sum, line) => sum + (line.Minutes ?? 0), 0) }),
    explanation: counted.reason,
  };
}

/** Both methods side by side, each with the sentence that says why. */
export function explainUnits(
  lines: readonly UnitLine[],
  codes: readonly CptDescription[],
): { cms: MethodUnits; spm: MethodUnits } {
  const pooled = poolByCode(lines, codes);
  return { cms: unitsBy('cms', pooled), spm: unitsBy('spm', pooled) };
}

/** Units allowed for a sum of timed minutes: 8 to 22 make one, and so on by 15. */
export function unitsForMinutes(minutes: number): number {
  return Math.floor((minutes + 7) / unitMinutes);
}

function unitsBy(method: UnitMethod, pooled: readonly CodeUnits[]): MethodUnits {
  const perCode = method === 'cms' ? allocate(pooled) : pooled.map(onItsOwn);
  const timed = perCode.filter((each) => each.minutes !== null);
  return {
    total: sumUnits(perCode),
    timedUnits: sumUnits(timed),
    perCode,
    reason: method === 'cms' ? reasonForCms(perCode) : reasonForSpm(perCode),
  };
}

/** One entry per code in the order of first lines; untimed codes already have their count. */
function poolByCode(lines: readonly UnitLine[], codes: readonly CptDescription[]): CodeUnits[] {
  const pooled = new Map<string, CodeUnits>();
  for (const { CPT_Code, Minutes, Count } of lines) {
    const before = pooled.get(CPT_Code);
    if (isTimed(CPT_Code, codes)) {
      pooled.set(CPT_Code, { CPT_Code, minutes: (before?.minutes ?? 0) + (Minutes ?? 0), units: 0 });
    } else {
      pooled.set(CPT_Code, { CPT_Code, minutes: null, units: (before?.units ?? 0) + (Count ?? 1) });
    }
  }
  return [...pooled.values()];
}

/** CMS: full blocks first, then one unit each to the largest remainders until the total is used. */
function allocate(pooled: readonly CodeUnits[]): CodeUnits[] {
  const timed = pooled.filter(hasMinutes);
  const fullBlocks = timed.reduce((sum, each) => sum + Math.floor(each.minutes / unitMinutes), 0);
  const extra = unitsForMinutes(timedMinutes(pooled)) - fullBlocks;
  // Array sort is stable, so equal remainders stay in the clinician's order.
  const winners = timed
    .toSorted((a, b) => (b.minutes % unitMinutes) - (a.minutes % unitMinutes))
    .slice(0, extra)
    .map((each) => each.CPT_Code);
  return pooled.map((each) =>
    hasMinutes(each)
      ? { ...each, units: Math.floor(each.minutes / unitMinutes) + (winners.includes(each.CPT_Code) ? 1 : 0) }
      : each,
  );
}

function onItsOwn(each: CodeUnits): CodeUnits {
  return hasMinutes(each) ? { ...each, units: unitsForMinutes(each.minutes) } : each;
}

function hasMinutes(each: CodeUnits): each is CodeUnits & { minutes: number } {
  return each.minutes !== null;
}

function timedMinutes(pooled: readonly CodeUnits[]): number {
  return pooled.reduce((sum, each) => sum + (each.minutes ?? 0), 0);
}

function sumUnits(perCode: readonly CodeUnits[]): number {
  return perCode.reduce((sum, each) => sum + each.units, 0);
}
