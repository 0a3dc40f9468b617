/** How well somebody is known: by a link alone, by a link and a birth date, by a code and a birth date. */
export type Level = 'L0' | 'L1' | 'L2';

/** For whom a session counts. `proxy`: a guarantor, asked about a patient for whom they act. */
export type Principal = 'L1' | 'L2' | 'guarantor' | 'proxy' | 'unrecognized' | 'kiosk';

/** Purposes of the links in messages (spec 2), with the page each leads to, how well it makes known, and when it ends. */
export const linkPurposes = {
  visit: { page: '/s', level: 'L0' },
  visits: { page: '/patient_visits', level: 'L1' },
  preferences: { page: '/notificationSettings', level: 'L0' },
  offer: { page: '/actionFillRequest', level: 'L0' },
  intake: { page: '/intake', level: 'L1' },
  hep: { page: '/hep', level: 'L1' },
  survey: { page: '/survey', level: 'L0' },
  review: { page: '/onlineReview', level: 'L0' },
  pay: { page: '/payment', level: 'L1' },
  book: { page: '/onlineScheduling', level: 'L2' },
  checkin: { page: '/kiosk', level: 'L1' },
  unsubscribe: { page: '/s', level: 'L0' },
} as const satisfies Record<string, { page: string; level: Level }>;
export type LinkPurpose = keyof typeof linkPurposes;

/** What a session was opened for: `all` by a code, `kept` of a device that stays known, else the purpose of its link, or a check-in at a kiosk. */
export type Scope = 'all' | 'kept' | 'visits' | 'intake' | 'hep' | 'pay' | 'kiosk';

/** What may be done: `own` is an own booking alone, `today` today's visits, `first` a first visit, `next` a follow-up. */
export type Reach = 'yes' | 'own' | 'today' | 'first' | 'next';

type Line = Readonly<Record<Principal, Reach | null>>;

/** Who may do what on the pages for patients. What no line names, nobody may: notes, diagnoses, files. */
export const patientActions = {
  visits: { L1: 'yes', L2: 'yes', guarantor: null, proxy: 'yes', unrecognized: 'own', kiosk: 'today' },
  intake: { L1: 'yes', L2: 'yes', guarantor: null, proxy: 'yes', unrecognized: 'own', kiosk: 'yes' },
  lastAnswers: { L1: null, L2: 'yes', guarantor: null, proxy: null, unrecognized: null, kiosk: null },
  hep: { L1: 'yes', L2: 'yes', guarantor: null, proxy: null, unrecognized: null, kiosk: null },
  total: { L1: 'yes', L2: 'yes', guarantor: 'yes', proxy: 'yes', unrecognized: null, kiosk: 'yes' },
  pay: { L1: 'yes', L2: 'yes', guarantor: 'yes', proxy: 'yes', unrecognized: null, kiosk: null },
  statements: { L1: null, L2: 'yes', guarantor: 'yes', proxy: 'yes', unrecognized: null, kiosk: null },
  plan: { L1: null, L2: 'yes', guarantor: 'yes', proxy: 'yes', unrecognized: null, kiosk: null },
  card: { L1: null, L2: 'yes', guarantor: null, proxy: null, unrecognized: null, kiosk: null },
  book: { L1: null, L2: 'yes', guarantor: null, proxy: null, unrecognized: 'first', kiosk: 'next' },
} as const satisfies Record<string, Line>;
export type PatientAction = keyof typeof patientActions;

const within: Record<Exclude<Scope, 'all'>, readonly PatientAction[]> = {
  kept: ['visits', 'hep'],
  visits: ['visits'],
  intake: ['intake'],
  hep: ['hep'],
  pay: ['total', 'pay'],
  kiosk: ['intake', 'book'],
};

/** How far somebody may do something; null for not at all. A session is good for what it was opened for alone. */
export function reachOf(principal: Principal, action: PatientAction, scope: Scope = 'all'): Reach | null {
  if (scope !== 'all' && !within[scope].includes(action)) return null;
  return patientActions[action][principal];
}
