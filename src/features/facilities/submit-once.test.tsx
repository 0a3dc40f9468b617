import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { Region } from '#contract/facilities/region.ts';
import { biller, facility as row, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { call } from '#shared/api.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { pressTwice } from '#shared/testing/press-twice.ts';
import { FacilityDrawer } from './facility-drawer.tsx';
import { RegionDrawer } from './region-drawer.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const facility = Facility.parse(row);
const region = Region.parse({ RegionId: testId(90), Name: 'Coast', facilityIds: [] });
const close = () => undefined;
const archive = async () => void (await call('facilities.update', { id: facility.FacilityId, Inactive: true }));
const drawers = {
  facility: (
    <FacilityDrawer
      facility={facility}
      data={{ facilities: [facility], organizations: [biller], regions: [] }}
      onClose={close}
      onSaved={close}
      onArchive={archive}
    />
  ),
  region: <RegionDrawer region={region} facilities={[]} onClose={close} onSaved={close} onReload={close} />,
};

test.each([
  ['facility', facility],
  ['region', region],
] as const)('a %s is saved once, however often Save is pressed', async (of, reply) => {
  showSignedIn(await openClinic(), drawers[of]);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, patience), ' east');
  expect(await pressTwice('Save', reply)).toHaveLength(1);
});

test('a facility is archived once, however often Archive is pressed', async () => {
  showSignedIn(await openClinic(), drawers.facility);
  expect(await pressTwice('Archive', facility)).toHaveLength(1);
});

test('a region is deleted once, however often Delete is pressed', async () => {
  showSignedIn(await openClinic(), drawers.region);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }, patience));
  expect(await pressTwice('Delete', {})).toHaveLength(1);
});
