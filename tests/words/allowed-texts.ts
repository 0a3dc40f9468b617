const inData = 'a name in the data: no person reads it';

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
  [
    'PostgreSQL can’t run as root, and this machine has no account named postgres or nobody. Run Mainstay as a regular user, or set DATABASE_URL.',
    'the name of an account',
  ],
]);
