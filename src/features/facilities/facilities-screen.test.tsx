import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { facility } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { FacilitiesScreen } from './facilities-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const pier = Facility.parse({ ...facility, Phone: '5035550100', PostalCode: '972010042' });

test('phone and ZIP code of a facility are written as people write them, in the list and in its form', async () => {
  sentTo((path) => (path.endsWith('regions') ? { regions: [] } : { facilities: [pier], organizations: [] }));
  const clinic = await openClinic({ facilities: [pier] });
  const { unmount } = showSignedIn(clinic, <FacilitiesScreen open={null} onOpen={vi.fn()} />);
  expect(await screen.findByRole('cell', { name: '(503) 555-0100' })).toBeTruthy();
  unmount();
  showSignedIn(clinic, <FacilitiesScreen open={pier.FacilityId} onOpen={vi.fn()} />);
  const valueOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
  await screen.findByRole('textbox', { name: 'ZIP code' });
  expect([valueOf('Phone'), valueOf('ZIP code')]).toEqual(['(503) 555-0100', '97201-0042']);
});
