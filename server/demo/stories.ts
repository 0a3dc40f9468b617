import type { IntakeDifference } from '#contract/visits/visit.ts';
import type { VisitStage } from '#contract/visits/stage.ts';

export type Story = {
  /** One of `namedVisits` at the demo clinic. */
  name: string;
  patient: string;
  provider: string;
  time: string;
  stage: VisitStage;
  intake?: IntakeDifference[] | 'incomplete';
  /** An assistant's note that has its cosignature. */
  cosigned?: true;
};

const movedHouse: IntakeDifference[] = [
  { field: 'Address1', chart: null, intake: '77 Lantern Way' },
  { field: 'Phone', chart: null, intake: '9785550199' },
];
const newMail: IntakeDifference[] = [{ field: 'Email', chart: null, intake: 'maximiliana@example.org' }];

/** The demo day's visits that tests and screenshots rely on; the rest of the day is filled around them. */
const harborviewDay: Story[] = [
  { name: 'billing', patient: 'rosa', provider: 'maya', time: '08:00', stage: 'billing' },
  { name: 'review', patient: 'samira', provider: 'maya', time: '09:00', stage: 'review' },
  { name: 'inProgress', patient: 'gus', provider: 'maya', time: '10:00', stage: 'inProgress' },
  { name: 'checkedIn', patient: 'walter', provider: 'maya', time: '10:45', stage: 'checkedIn' },
  {
    name: 'intakeConflict',
    patient: 'dolores',
    provider: 'maya',
    time: '11:30',
    stage: 'checkedIn',
    intake: movedHouse,
  },
  {
    name: 'intakeIncomplete',
    patient: 'oldest',
    provider: 'maya',
    time: '13:00',
    stage: 'checkedIn',
    intake: 'incomplete',
  },
  { name: 'confirmed', patient: 'beatrix', provider: 'maya', time: '14:00', stage: 'confirmed' },
  { name: 'scheduled', patient: 'twinA', provider: 'maya', time: '15:00', stage: 'scheduled' },
  { name: 'cosign', patient: 'person-26', provider: 'tess', time: '08:00', stage: 'review' },
  { name: 'ptaBilling', patient: 'person-18', provider: 'tess', time: '09:00', stage: 'billing', cosigned: true },
  { name: 'ptaInProgress', patient: 'person-29', provider: 'tess', time: '10:00', stage: 'inProgress' },
  { name: 'ptaConfirmed', patient: 'denied', provider: 'tess', time: '13:00', stage: 'confirmed' },
  { name: 'otConflict', patient: 'longName', provider: 'owen', time: '10:45', stage: 'checkedIn', intake: newMail },
  {
    name: 'otIncomplete',
    patient: 'person-34',
    provider: 'owen',
    time: '13:00',
    stage: 'confirmed',
    intake: 'incomplete',
  },
  { name: 'riverside', patient: 'nguyen', provider: 'ben', time: '14:00', stage: 'confirmed' },
  { name: 'riversideBilling', patient: 'twinB', provider: 'ben', time: '08:00', stage: 'billing' },
  { name: 'selfPayBilling', patient: 'selfPay', provider: 'ben', time: '09:00', stage: 'billing' },
  { name: 'workersCompBilling', patient: 'workersComp', provider: 'ben', time: '10:00', stage: 'billing' },
];

const lakesideDay: Story[] = [
  { name: 'billing', patient: 'ada', provider: 'ingrid', time: '08:00', stage: 'billing' },
  { name: 'review', patient: 'person-4', provider: 'ingrid', time: '09:00', stage: 'review' },
  { name: 'inProgress', patient: 'person-6', provider: 'ingrid', time: '10:00', stage: 'inProgress' },
  { name: 'checkedIn', patient: 'celeste', provider: 'ingrid', time: '10:45', stage: 'checkedIn' },
  { name: 'confirmed', patient: 'boris', provider: 'ingrid', time: '14:00', stage: 'confirmed' },
  { name: 'scheduled', patient: 'person-8', provider: 'ingrid', time: '15:00', stage: 'scheduled' },
];

/** An earlier visit each, with its claim and how the money stands; `day` counts the five weekdays before today. */
export const pastStories = [
  { name: 'closedPaid', patient: 'rosa', provider: 'maya', day: 0, time: '08:00', stage: 'closed', money: 'paid' },
  {
    name: 'submittedUnpaid',
    patient: 'gus',
    provider: 'maya',
    day: 3,
    time: '09:00',
    stage: 'submitted',
    money: 'unpaid',
  },
  {
    name: 'submittedDenied',
    patient: 'denied',
    provider: 'maya',
    day: 0,
    time: '10:00',
    stage: 'submitted',
    money: 'denied',
  },
  {
    name: 'submittedPartlyPaid',
    patient: 'walter',
    provider: 'maya',
    day: 1,
    time: '11:30',
    stage: 'submitted',
    money: 'partlyPaid',
  },
] as const;

export const storiesOf: Record<'demo' | 'demo2', Story[]> = { demo: harborviewDay, demo2: lakesideDay };
