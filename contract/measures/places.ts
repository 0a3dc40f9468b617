import type { EvalMeasurement } from './eval-measurement.ts';
import type { Place } from './place.ts';

/** Every side and mode in which a measurement can be put on a case; one without either has a single place. */
export function placesOf({ Sides, Modes }: Pick<EvalMeasurement, 'Sides' | 'Modes'>): Place[] {
  const sides: Place['Side'][] = Sides === 'LR' ? ['L', 'R'] : [null];
  const modes: Place['Mode'][] = Modes.length > 0 ? Modes : [null];
  return modes.flatMap((Mode) => sides.map((Side) => ({ Side, Mode })));
}

/** The heading of a measurement on a case: `Shoulder flexion, left, active`. */
export function placeName({ Name }: Pick<EvalMeasurement, 'Name'>, { Side, Mode }: Place): string {
  const side = Side === null ? null : sideWords[Side];
  return [Name, side, Mode].filter((part) => part !== null).join(', ');
}

export const sideWords = { L: 'left', R: 'right' } as const;
