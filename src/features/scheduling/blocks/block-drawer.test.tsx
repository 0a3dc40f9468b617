import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { Provider } from '#contract/providers/provider.ts';
import { provider, testId } from '#contract/testing/rows.ts';
import { harborview } from '#contract/testing/schedule.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, holdCopies, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { pressUndo } from '#shared/testing/undo.ts';
import { BlockDrawer } from './block-drawer.tsx';
import { blocksFrom, typedBlock } from './block-form.ts';
import { bookBlocks } from './block-writes.ts';

afterEach(() => lockDevice());

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };

const facility = { ...harborview, TimeZone: 'UTC' };
const { FacilityId } = facility;
const Schedule = Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]);
const rosa = Provider.parse({ ...provider, FacilityIds: [FacilityId], Schedule });
const ben = Provider.parse({ ...rosa, ProviderId: testId(81), FirstName: 'Ben', LastName: 'Sandoval' });
/** Tomorrow, so that a device holds the day. */
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const slot = { FacilityId, ProviderId: rosa.ProviderId, Start: `${day}T09:00`, End: `${day}T09:45` };

test('the provider of a block is found by typing: Enter takes the first match, and books nothing yet', async () => {
  const rows = { facilities: [facility], providers: [rosa, ben], patients: [], cases: [], visits: [] };
  const clinic = await openClinic(rows, [...everything, 'schedule visits']);
  showSignedIn(clinic, <BlockDrawer opened onClose={() => undefined} start={{ slot }} />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Block type' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Staff meeting' }, patience));
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Provider' });
  await userEvent.clear(field);
  await userEvent.type(field, 'sand{Enter}');
  expect(field.value).toBe('Ben Sandoval, PT');
  expect(await queued()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Add block' }));
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'scheduling.saveNonPatientVisit', input: { ProviderId: ben.ProviderId, Start: slot.Start } },
      ]),
    patience,
  );
  // It comes after the call: left behind, it would meet the next test.
  await screen.findByText('Undo');
});

test('a series of blocks is booked as a whole or not at all, and taken back in the same way', async () => {
  const clinic = await openClinic({ facilities: [facility], providers: [rosa] });
  showSignedIn(clinic, null);
  const found = blocksFrom({ ...typedBlock(slot), VisitTypeName: 'Staff meeting', until: addDays(day, 14) });
  if (!('blocks' in found)) throw new Error('The block is not whole.');
  const copy = holdCopies(clinic);
  const booked = bookBlocks(found.blocks, []);
  await waitFor(async () => expect(await queued()).not.toEqual([]), patience);
  expect((await queued()).map(({ name, input }) => [name, input['Start']])).toEqual(
    [0, 7, 14].map((days) => ['scheduling.saveNonPatientVisit', `${addDays(day, days)}T09:00`]),
  );
  const ids = (await queued()).map(({ input }) => input['id']);
  expect(new Set((await queued()).map(({ input }) => input['SeriesId'])).size).toBe(1);
  copy();
  await booked;

  const copyRemoved = holdCopies(clinic);
  await pressUndo();
  await waitFor(async () => expect((await queued()).length).toBeGreaterThan(3), patience);
  expect((await queued()).slice(3).map(({ name, input, base }) => [name, input['id'], base['Start']])).toEqual(
    ids.map((id, at) => ['scheduling.removeNonPatientVisit', id, `${addDays(day, 7 * at)}T09:00`]),
  );
  copyRemoved();
});
