import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { facility, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { FacilitySwitch } from './facility-switch.tsx';

afterEach(() => lockDevice());

const facilities = [facility, Facility.parse({ ...facility, FacilityId: testId(33), LastName: 'Westside' })];

async function open(facilityIds: Facility['FacilityId'][] | null) {
  const clinic = await openClinic({ facilities });
  clinic.setup.currentUser.facilityIds = facilityIds;
  showSignedIn(clinic, <FacilitySwitch />);
  await userEvent.click(screen.getByRole('button', { name: /All facilities/ }));
  expect(await screen.findByRole('menuitemradio', { name: /Harborview/ })).toBeTruthy();
}

test('who works at one facility chooses among their own, and the choice is kept', async () => {
  await open([facility.FacilityId]);
  expect(screen.queryByRole('menuitemradio', { name: /Westside/ })).toBeNull();
  await userEvent.click(screen.getByRole('menuitemradio', { name: /Harborview/ }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'session.savePreferences', input: { Preferences: { facilityId: facility.FacilityId } } },
    ]),
  );
});

test('who works everywhere chooses among all', async () => {
  await open(null);
  expect(screen.getByRole('menuitemradio', { name: /Westside/ })).toBeTruthy();
});
