import type { EvalMeasurement, MeasureRegion } from '../eval-measurement.ts';
import { builtIn, type Draft } from './built-in.ts';
import { movements } from './movements.ts';

/** Grades of a manual muscle test, weakest first: their places are 0 to 11. */
export const strengthGrades = ['0', '1', '2-', '2', '2+', '3-', '3', '3+', '4-', '4', '4+', '5'] as const;

/** The root levels that myotomes and dermatomes are tested at. */
export const rootLevels = ['C4', 'C5', 'C6', 'C7', 'C8', 'T1', 'L2', 'L3', 'L4', 'L5', 'S1'] as const;

const graded = {
  GoalType: 'Strength',
  Category: 'Manual Muscle Tests',
  Modes: ['resisted'],
  Kind: 'grade',
  Choices: [...strengthGrades],
  HigherIsBetter: true,
} satisfies Partial<Draft>;

const manual = movements.map((movement) =>
  builtIn(`strength.${movement.key}`, {
    ...graded,
    Name: `${movement.Name} strength`,
    Region: movement.Region,
    Sides: movement.Sides,
  }),
);

const myotomes = rootLevels.map((level) =>
  builtIn(`myotome.${level}`, { ...graded, Name: `Myotome ${level}`, Region: 'neuro', Sides: 'LR' }),
);

const grips = [
  ['grip', 'Grip strength'],
  ['tip-pinch', 'Tip pinch strength'],
  ['lateral-pinch', 'Lateral pinch strength'],
  ['palmar-pinch', 'Palmar pinch strength'],
].map(([key = '', Name = '']) =>
  builtIn(`strength.${key}`, {
    Name,
    GoalType: 'Strength',
    Category: 'Gross Muscle Tests',
    Region: 'hand',
    Sides: 'LR',
    Modes: ['resisted'],
    Kind: 'number',
    Unit: 'kg',
    Min: 0,
    Step: 0.1,
    HigherIsBetter: true,
  }),
);

const limbs: [key: string, Name: string, Region: MeasureRegion][] = [
  ['upper-limb', 'Gross upper limb strength', 'general'],
  ['lower-limb', 'Gross lower limb strength', 'general'],
];
const gross = limbs.map(([key, Name, Region]) =>
  builtIn(`strength.gross-${key}`, { ...graded, Category: 'Gross Muscle Tests', Name, Region, Sides: 'LR' }),
);

/** Manual muscle tests of every movement, myotomes, grip and pinch, and whole limbs. */
export const strength: readonly EvalMeasurement[] = [...manual, ...myotomes, ...grips, ...gross];
