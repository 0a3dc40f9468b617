import { demoId } from './ids.ts';

function named<const K extends string>(site: string, kind: string, names: readonly K[]): Record<K, string> {
  return Object.fromEntries(names.map((name) => [name, demoId(site, kind, name)])) as Record<K, string>;
}

export const userNames = ['front', 'pt', 'pta', 'biller', 'admin', 'super'] as const;
export type DemoUserName = (typeof userNames)[number];

/** Visits of the demo day that tests and screenshots name; all of Maya Okafor (the pt user) unless told. */
export const namedVisits = [
  'scheduled',
  'confirmed',
  'checkedIn',
  'inProgress',
  'review',
  'billing',
  'intakeConflict',
  'intakeIncomplete',
  /** Tess Lindqvist (pta user): signed, waits for a cosignature. */
  'cosign',
  /** Tess Lindqvist. */
  'ptaInProgress',
  'ptaConfirmed',
  /** Tess Lindqvist: cosigned, Medicare, ready for a claim with CQ. */
  'ptaBilling',
  /** Owen Achterberg. */
  'otConflict',
  'otIncomplete',
  /** Riverside, Ben Sandoval: outside the pta user's facilities. */
  'riverside',
  'riversideBilling',
  /** Riverside, Ben Sandoval: no insurance. */
  'selfPayBilling',
  'workersCompBilling',
] as const;

/** The demo clinic's fixed ids by memorable name: the same cast in tests, screenshots and docs. */
export const cast = {
  site: 'demo',
  password: 'Mainstay-demo-2026',
  organization: demoId('demo', 'organization', 'main'),
  facilities: named('demo', 'facility', ['harborview', 'riverside']),
  users: named('demo', 'user', userNames),
  groups: named('demo', 'permissionGroup', [
    'Administrator',
    'Assistant',
    'Biller',
    'Clinician',
    'Emergency access',
    'Front desk',
  ]),
  providers: named('demo', 'provider', ['maya', 'ben', 'tess', 'owen', 'priya', 'clara', 'hank', 'jonah']),
  payers: named('demo', 'payer', [
    'medicare',
    'medicaid',
    'blueHarbor',
    'unitedShield',
    'compFund',
    'motorMutual',
    'selfPay',
    'neverPay',
  ]),
  patients: named('demo', 'patient', [
    'rosa',
    'walter',
    'nguyen',
    'longName',
    'oldest',
    'minor',
    'twinA',
    'twinB',
    'samira',
    'gus',
    'dolores',
    'beatrix',
    'selfPay',
    'workersComp',
    'auto',
    'denied',
    'noCase',
    'deceased',
  ]),
  visits: {
    today: named('demo', 'visit', namedVisits),
    /** Of an earlier day, with claim and ledger. */
    past: named('demo', 'visit', ['closedPaid', 'submittedUnpaid', 'submittedDenied', 'submittedPartlyPaid'] as const),
  },
} as const;

/** The second site: other ids, other people, nothing shared. */
export const cast2 = {
  site: 'demo2',
  facilities: named('demo2', 'facility', ['lakeside']),
  users: named('demo2', 'user', userNames),
  providers: named('demo2', 'provider', ['ingrid', 'theo', 'mabel', 'felix']),
  patients: named('demo2', 'patient', ['ada', 'boris', 'celeste']),
  visits: {
    today: named('demo2', 'visit', ['scheduled', 'confirmed', 'checkedIn', 'inProgress', 'review', 'billing'] as const),
  },
} as const;
