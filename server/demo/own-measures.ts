import type { ClinicSpec } from './clinic.ts';
import { demoId } from './ids.ts';

/** What the clinic measures besides the catalog: a distance on each side, and a grade that is not used any more. */
export function ownMeasureRows({ site }: ClinicSpec): object[] {
  const none = { Unit: null, Min: null, Max: null, Step: null, Choices: [], Cutoffs: [] };
  const both = {
    site,
    GoalType: 'Function',
    Sides: 'LR',
    HigherIsBetter: true,
    Rights: 'open',
    Modes: [],
    Inactive: false,
  };
  const measures = [
    {
      ...both,
      ...none,
      Name: 'Anterior reach',
      Region: 'ankle',
      Kind: 'number',
      Unit: 'cm',
      Min: 0,
      Max: 150,
      Step: 0.5,
      Cutoffs: [{ is: 'below', value: 50, sex: null, ages: null, label: 'Ankle sprain risk' }],
    },
    {
      ...both,
      ...none,
      Name: 'Step-down quality',
      Region: 'knee',
      Kind: 'grade',
      Choices: ['poor', 'fair', 'good'],
      Inactive: true,
    },
  ];
  return measures.map((row) => ({ ...row, EvalMeasurementId: demoId(site, 'eval measurement', row.Name) }));
}
