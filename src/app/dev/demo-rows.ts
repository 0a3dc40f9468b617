import { stages, type VisitStage } from '#contract/visits/stage.ts';

export type DemoRow = {
  key: string;
  time: string;
  person: { FirstName: string; LastName: string; PreferredName?: string };
  provider: string;
  stage: VisitStage;
  cents: number | null;
};

/** The demo clinic's people as the specimen page shows them; made up, like the whole demo clinic. */
export const demoRows: readonly DemoRow[] = [
  {
    key: '1',
    time: '8:00 AM',
    person: { FirstName: 'Rosa', LastName: 'Alvarez', PreferredName: 'Rosie' },
    provider: 'Maya Okafor, PT',
    stage: 'review',
    cents: 4_000,
  },
  {
    key: '2',
    time: '8:45 AM',
    person: { FirstName: 'Gus', LastName: 'Thunderberg', PreferredName: 'Thunder' },
    provider: 'Maya Okafor, PT',
    stage: 'inProgress',
    cents: 0,
  },
  {
    key: '3',
    time: '9:30 AM',
    person: { FirstName: 'Samira', LastName: 'Haddad' },
    provider: 'Tess Lindqvist, PTA',
    stage: 'checkedIn',
    cents: null,
  },
  {
    key: '4',
    time: '10:15 AM',
    person: { FirstName: 'Dolores', LastName: 'Quickstep' },
    provider: 'Ben Sandoval, PT',
    stage: 'confirmed',
    cents: 128_450,
  },
  {
    key: '5',
    time: '11:00 AM',
    person: { FirstName: 'Walter', LastName: 'Pennyfeather' },
    provider: 'Owen Achterberg, OT',
    stage: 'billing',
    cents: -2_500,
  },
];

export const allStages = stages;
