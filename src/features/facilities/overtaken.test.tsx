import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import { Region } from '#contract/facilities/region.ts';
import { facility as row, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { RegionDrawer } from './region-drawer.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const facility = Facility.parse({ ...row, RegionId: testId(91) });
const { FacilityId } = facility;
const region = Region.parse({ RegionId: testId(90), Name: 'Coast', facilityIds: [] });
const theirs = { ...region, Name: 'Harbor' };
const done = vi.fn();
const reload = vi.fn();
const drawer = (of: Region | 'new') => (
  <RegionDrawer region={of} facilities={[facility]} onClose={() => undefined} onSaved={done} onReload={reload} />
);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' }, patience);

test('a region says what its writer saw, and keeps what is typed when someone else has changed it', async () => {
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : region));
  showSignedIn(await openClinic(), drawer(region));
  await userEvent.type(await name(), ' line');
  await press('Save');
  await press('Show current version');
  expect((await name()).value).toBe('Harbor');
  await press('Restore my text');
  expect((await name()).value).toBe('Coast line');
  expect(reload).toHaveBeenCalledOnce();
  await press('Save');
  const written = { Name: 'Coast line', facilityIds: [] };
  const regionOf = { [FacilityId]: testId(91) };
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { ...written, base: { Name: 'Coast', facilityIds: [], regionOf } },
        { ...written, base: { Name: 'Harbor', facilityIds: [], regionOf } },
      ]),
    patience,
  );
  await waitFor(() => expect(done).toHaveBeenCalledOnce(), patience);
});

test('a region is deleted as it was seen; of what it has become instead the list tells', async () => {
  done.mockClear();
  const sent = sentTo(() => overtakenBy(theirs, 'Nothing was removed.'));
  showSignedIn(await openClinic(), drawer(region));
  await press('Delete…');
  await press('Delete');
  expect(await screen.findByText('Nothing was removed.', {}, patience)).toBeTruthy();
  expect(sent).toMatchObject([{ method: 'DELETE', body: { base: { Name: 'Coast', facilityIds: [] } } }]);
  expect(done).toHaveBeenCalledOnce();
});
