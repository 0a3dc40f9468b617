import { outcome, type OutcomeMeasure } from './outcome-measure.ts';

type Total = [
  key: string,
  abbreviation: string,
  name: string,
  ends: readonly [number, number] | null,
  higherIsBetter: boolean | null,
  mcid: number | null,
  citation: string,
];

const jospt = 'JOSPT 2014;44:560';
/** The ends and the direction are the instruments' own, as commonly published; no MCID was looked up beyond the design. */
const none = 'No MCID from a source yet';

const totals: readonly Total[] = [
  ['odi', 'ODI', 'Oswestry Disability Index', [0, 100], false, 12, `${jospt}; 10 is also used`],
  ['modi', 'MODI', 'Modified Oswestry Disability Index', [0, 100], false, null, none],
  ['ndi', 'NDI', 'Neck Disability Index, in percent', [0, 100], false, 14, jospt],
  ['lefs', 'LEFS', 'Lower Extremity Functional Scale', [0, 80], true, 9, `${jospt}; 9 to 16`],
  ['uefi', 'UEFI', 'Upper Extremity Functional Index', [0, 80], true, 6, `${jospt}; 6 to 11`],
  ['dash', 'DASH', 'Disabilities of the Arm, Shoulder and Hand', [0, 100], false, null, none],
  ['quickdash', 'QuickDASH', 'QuickDASH', [0, 100], false, null, none],
  ['koos', 'KOOS', 'Knee Injury and Osteoarthritis Outcome Score', [0, 100], true, null, none],
  ['hoos', 'HOOS', 'Hip Disability and Osteoarthritis Outcome Score', [0, 100], true, null, none],
  ['spadi', 'SPADI', 'Shoulder Pain and Disability Index', [0, 100], false, null, none],
  ['berg', 'BBS', 'Berg Balance Scale', [0, 56], true, null, none],
  ['tinetti', 'POMA', 'Tinetti balance and gait assessment', [0, 28], true, null, none],
  ['fga', 'FGA', 'Functional Gait Assessment', [0, 30], true, null, none],
  ['dgi', 'DGI', 'Dynamic Gait Index', [0, 24], true, null, none],
  ['abc', 'ABC', 'Activities-specific Balance Confidence Scale', [0, 100], true, null, none],
  ['dhi', 'DHI', 'Dizziness Handicap Inventory', [0, 100], false, 18, 'MCID 18; its study is not entered yet'],
  ['fabq-work', 'FABQ-W', 'Fear-Avoidance Beliefs Questionnaire, work', [0, 42], false, null, none],
  ['fabq-activity', 'FABQ-PA', 'Fear-Avoidance Beliefs Questionnaire, physical activity', [0, 24], false, null, none],
  ['start-back', 'STarT', 'STarT Back Screening Tool', [0, 9], false, null, none],
  // Of the function scales more is better, of the pain scales less.
  // A T-score has a mean of 50 and a standard deviation of 10; none is beyond four of these.
  ['promis', 'PROMIS', 'PROMIS T-score', [10, 90], null, null, none],
  // The index depends on the country's value set: 1 is full health everywhere, and none reaches down to -1.
  ['eq5d', 'EQ-5D', 'EQ-5D index', [-1, 1], true, null, none],
  ['moca', 'MoCA', 'Montreal Cognitive Assessment', [0, 30], true, null, none],
];

/** Only the total of these is kept: their items, instructions and scoring sheets are licensed. */
export const totalMeasures: readonly OutcomeMeasure[] = totals.map(
  ([MeasureKey, Abbreviation, Name, ends, HigherIsBetter, Mcid, Citation]) =>
    outcome({
      MeasureKey,
      Name,
      Abbreviation,
      form: 'total',
      Min: ends?.[0] ?? null,
      Max: ends?.[1] ?? null,
      HigherIsBetter,
      Mcid,
      Citation,
    }),
);
