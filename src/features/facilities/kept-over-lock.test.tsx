import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { lockDevice } from '#local/device.ts';
import { draftKeys } from '#local/drafts.ts';
import { leftTyped } from '#local/typed.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock } from '#shared/testing/over-lock.tsx';
import { hasUnsaved, saveTyped } from '#shared/unsaved.ts';
import { FacilityDrawer } from './facility-drawer.tsx';
import { HolidayDrawer } from './holiday-drawer.tsx';
import { RegionDrawer } from './region-drawer.tsx';

afterEach(() => lockDevice());

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };
const close = () => undefined;
const drawers: [string, (isOpen: boolean) => ReactNode][] = [
  [
    'region',
    (isOpen) => <RegionDrawer region={isOpen ? 'new' : null} facilities={[]} onClose={close} onSaved={close} />,
  ],
  ['holiday', (isOpen) => <HolidayDrawer holiday={isOpen ? 'new' : null} facilities={[]} onClose={close} />],
];

test.each(drawers)('a new %s half-filled at a lock is filled in when it is opened again', async (kind, drawer) => {
  const clinic = await openClinic();
  const before = showSignedIn(clinic, drawer(true));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, patience), 'Upper valley');
  expect(await saveTyped()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await leftTyped()).toMatchObject([{ kind }]), patience);

  const after = showSignedIn(clinic, drawer(true));
  expect(await screen.findByDisplayValue('Upper valley', {}, patience)).toBeTruthy();
  await waitFor(() => expect(hasUnsaved()).toBe(true), patience);
  after.unmount();
  expect(await draftKeys()).toHaveLength(1);
});

test('a new facility half-filled at a lock is filled in again, with the biller it was to have', async () => {
  const part = (
    <FacilityDrawer
      facility="new"
      data={{ facilities: [], organizations: [], regions: [] }}
      onClose={close}
      onSaved={close}
      onArchive={close}
    />
  );
  const at = 'facility/company/facilities';
  expect(await overLock(await openClinic(), { part, field: 'Legal name', text: 'Valley Billing', at })).toBe(
    'Valley Billing',
  );
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Who bills' }).value).toBe('A new billing entity');
});
