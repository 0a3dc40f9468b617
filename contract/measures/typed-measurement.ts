import { measurementRefusals } from './measurement-refusals.ts';
import { evalMeasurement } from './own-measurement.ts';
import { tidyMeasurement } from './tidy-measurement.ts';

/** A measure as it is typed or read from a file: what it does not have is emptied, what it cannot be is refused. */
export const typedMeasurement = { ...evalMeasurement, tidy: tidyMeasurement, check: measurementRefusals };
