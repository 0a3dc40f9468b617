import { expect, test } from 'vitest';
import type { Setup } from './endpoints.ts';
import { rightsNow } from './rights-now.ts';

const asked = ['has emergency access', 'request emergency access', 'write notes'];
const setup = (can: string[], until?: number, enable_emergency_access = true) =>
  ({
    currentUser: { can, emergency: until === undefined ? null : { until } },
    website: { enable_emergency_access },
  }) as unknown as Setup;

test.each([
  ['lasts', setup(asked, 2_000), { can: asked, dashboardOnly: false, isOver: false }],
  ['is over', setup(asked, 1_000), { can: ['request emergency access'], dashboardOnly: true, isOver: true }],
  [
    'is over where it was switched off meanwhile',
    setup(asked, 1_000, false),
    { can: ['request emergency access', 'write notes'], dashboardOnly: false, isOver: true },
  ],
  ['is held for good', setup(asked), { can: asked, dashboardOnly: false, isOver: false }],
  ['was never given', setup(['write notes']), { can: ['write notes'], dashboardOnly: false, isOver: false }],
])('emergency access that %s', (_, given, expected) => {
  expect(rightsNow(given, 1_000)).toEqual(expected);
});
