import { outcome, type AnswerChoice, type OutcomeItem, type OutcomeMeasure } from './outcome-measure.ts';

function numbers(from: number, to: number, labels: Record<number, string> = {}): AnswerChoice[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const Value = from + at;
    const label = labels[Value];
    return { Value, Label: label === undefined ? String(Value) : `${Value}: ${label}` };
  });
}

const zeroToTen = (low: string, high: string) => numbers(0, 10, { 0: low, 10: high });

const activities: OutcomeItem[] = ['1', '2', '3', '4', '5'].map((Key) => ({
  Key,
  Text: 'An activity that is hard for you because of your problem',
  Choices: zeroToTen('I can’t do it', 'I can do it as well as before'),
  IsScored: true,
}));

/** Ratings without a form of their own; the questions are worded here. */
export const singleRatings: readonly OutcomeMeasure[] = [
  outcome({
    MeasureKey: 'psfs',
    Name: 'Patient-Specific Functional Scale',
    Abbreviation: 'PSFS',
    form: 'activities',
    scoring: 'mean',
    Instruction: 'Name up to 5 activities that are hard for you, and rate each one today.',
    Items: activities,
    Min: 0,
    Max: 10,
    HigherIsBetter: true,
    Mcid: 1.3,
    McidLevels: [
      { size: 'small', points: 1.3 },
      { size: 'medium', points: 2.3 },
      { size: 'large', points: 2.7 },
    ],
    Citation: 'MCID: JOSPT 2014;44:560.',
  }),
  outcome({
    MeasureKey: 'nprs',
    Name: 'Numeric Pain Rating Scale',
    Abbreviation: 'NPRS',
    form: 'scale',
    scoring: 'sum',
    Items: [
      { Key: '1', Text: 'How bad is your pain now?', Choices: zeroToTen('no pain', 'worst pain'), IsScored: true },
    ],
    Min: 0,
    Max: 10,
    Step: 1,
    HigherIsBetter: false,
    Mcid: 2,
    Citation: 'MCID commonly 2 points or 30%; studies give 1.5 to 3.5. JOSPT 2014;44:560.',
  }),
  outcome({
    MeasureKey: 'groc',
    Name: 'Global Rating of Change',
    Abbreviation: 'GROC',
    form: 'scale',
    scoring: 'sum',
    Items: [
      {
        Key: '1',
        Text: 'Compared with the start of your treatment, how are you now?',
        Choices: numbers(-7, 7, {
          [-7]: 'a very great deal worse',
          0: 'about the same',
          7: 'a very great deal better',
        }),
        IsScored: true,
      },
    ],
    Min: -7,
    Max: 7,
    Step: 1,
    HigherIsBetter: true,
    Citation: 'The 15-point form.',
  }),
  outcome({
    MeasureKey: 'sane',
    Name: 'Single Assessment Numeric Evaluation',
    Abbreviation: 'SANE',
    form: 'scale',
    scoring: 'sum',
    Items: [
      {
        Key: '1',
        Text: 'How would you rate the injured part today, if 100 is normal?',
        Choices: numbers(0, 100),
        IsScored: true,
      },
    ],
    Unit: '%',
    Min: 0,
    Max: 100,
    Step: 1,
    HigherIsBetter: true,
    Citation: 'One question, from 0 to 100.',
  }),
];
