const inData = 'a name in the data: no person reads it';
const address = 'the address of a call: no person reads it';
const published = 'the published wording of a questionnaire';

/** Words that a folder uses in their plain sense. */
export const literalWords: readonly { folder: string; not: string; why: string }[] = [
  { folder: 'contract/exercises/starter/', not: 'stands', why: 'a patient stands in an exercise' },
];

/** Texts that keep a word the others must not have, each with its reason. */
export const allowed: ReadonlyMap<string, string> = new Map([
  ['device sealed', inData],
  ['device not sealed', inData],
  ['second step taken away', inData],
  ['move visits.cancelled', inData],
  ['Sealed: any change to this entry would be detected', 'the seals of the audit log'],
  ['Not sealed yet', 'the seals of the audit log'],
  ['I only stand for short periods of time because of my back.', published],
  ['Because of my back, I have to hold on to something to get out of an easy chair.', published],
  [
    'If you checked off any problems, how difficult have these problems made it for you to do your work, take care of things at home, or get along with other people?',
    published,
  ],
  ['POST /onlineScheduling/slots', address],
  ['POST /onlineScheduling/holds', address],
  ['PUT /onlineScheduling/holds/:id', address],
  ['DELETE /onlineScheduling/holds/:id', address],
  ['POST /kiosk/sealed', address],
  ['Please also tell the front desk.', 'the sentence of the design, to patients'],
  [
    'PostgreSQL can’t run as root, and this machine has no account named postgres or nobody. Run Mainstay as a regular user, or set DATABASE_URL.',
    'the name of an account',
  ],
]);
