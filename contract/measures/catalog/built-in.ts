import type { Cutoff, EvalMeasurement, Norm } from '../eval-measurement.ts';
import { builtInId } from '../measure-ids.ts';

type Needed = 'Name' | 'GoalType' | 'Category' | 'Region' | 'Kind';
/** A measurement of the catalog as it is written down; `key` gives its id and never changes. */
export type Draft = Pick<EvalMeasurement, Needed> & Partial<Omit<EvalMeasurement, Needed | 'EvalMeasurementId'>>;

/** A built-in: what its draft leaves out is not known, or does not apply. */
export function builtIn(key: string, draft: Draft): EvalMeasurement {
  return {
    EvalMeasurementId: builtInId(key),
    Sides: 'none',
    Modes: [],
    Unit: null,
    Min: null,
    Max: null,
    Step: null,
    Choices: [],
    IsMultiselect: false,
    Norms: [],
    Cutoffs: [],
    HigherIsBetter: null,
    Mdc: null,
    Mcid: null,
    Citation: null,
    Rights: 'open',
    Inactive: false,
    ...draft,
  };
}

/** The single figure of a source for all. */
export function figure(source: string, value: number): Norm {
  return { source, sex: null, ages: null, low: value, high: value };
}

/** A cutoff for all. */
export function cutoff(is: Cutoff['is'], value: number, label: string): Cutoff {
  return { is, value, sex: null, ages: null, label };
}
