import { outcome, type OutcomeMeasure } from './outcome-measure.ts';

const statements = [
  'I stay at home most of the time because of my back.',
  'I change position frequently to try and get my back comfortable.',
  'I walk more slowly than usual because of my back.',
  'Because of my back I am not doing any of the jobs that I usually do around the house.',
  'Because of my back, I use a handrail to get upstairs.',
  'Because of my back, I lie down to rest more often.',
  'Because of my back, I have to hold on to something to get out of an easy chair.',
  'Because of my back, I try to get other people to do things for me.',
  'I get dressed more slowly than usual because of my back.',
  'I only stand for short periods of time because of my back.',
  'Because of my back, I try not to bend or kneel down.',
  'I find it difficult to get out of a chair because of my back.',
  'My back is painful almost all the time.',
  'I find it difficult to turn over in bed because of my back.',
  'My appetite is not very good because of my back pain.',
  'I have trouble putting on my socks (or stockings) because of the pain in my back.',
  'I only walk short distances because of my back.',
  'I sleep less well because of my back.',
  'Because of my back pain, I get dressed with help from someone else.',
  'I sit down for most of the day because of my back.',
  'I avoid heavy jobs around the house because of my back.',
  'Because of my back pain, I am more irritable and bad tempered with people than usual.',
  'Because of my back, I go upstairs more slowly than usual.',
  'I stay in bed most of the time because of my back.',
];

/** The original of 1983: its authors give no Yes and No to choose; a statement is marked if it describes today. */
export const rolandMorris: OutcomeMeasure = outcome({
  MeasureKey: 'rmdq',
  Name: 'Roland-Morris Disability Questionnaire',
  Abbreviation: 'RMDQ',
  form: 'checklist',
  scoring: 'sum',
  Instruction: 'Mark each statement that describes you today.',
  Items: statements.map((Text, at) => ({
    Key: String(at + 1),
    Text,
    Choices: [{ Value: 1, Label: 'Describes me today' }],
    IsScored: true,
  })),
  Min: 0,
  Max: 24,
  Step: 1,
  HigherIsBetter: false,
  Citation: 'Roland, Morris. Spine 1983;8:141-144. Free to use without permission.',
});
