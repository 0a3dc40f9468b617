import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Facility } from '#contract/facilities/facility.ts';
import type { Organization } from '#contract/facilities/organization.ts';
import { biller, facility as row, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock } from '#shared/testing/over-lock.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { FacilityDrawer } from './facility-drawer.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };
const close = () => undefined;
const archive = async () => undefined;
test('a new facility half-filled at a lock is filled in again, with the biller it was to have', async () => {
  const part = (
    <FacilityDrawer
      facility="new"
      data={{ facilities: [], organizations: [], regions: [] }}
      onClose={close}
      onSaved={close}
      onArchive={archive}
    />
  );
  const at = 'facility/company/facilities';
  expect(await overLock(await openClinic(), { part, field: 'Legal name', text: 'Valley Billing', at })).toBe(
    'Valley Billing',
  );
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Billing entity' }).value).toBe('A new billing entity');
});

const room = (n: number, Name: string) => ({ RoomId: testId(n), Name, Capacity: 2, Inactive: false });

test('a room and a biller someone else changed while mine were kept over a lock are not taken back', async () => {
  const known = Facility.parse({ ...row, rooms: [room(75, 'Gym'), room(76, 'Pool')] });
  const sent = sentTo(() => known);
  const drawer = (facility: Facility, organization: Organization) => (
    <FacilityDrawer
      facility={facility}
      data={{ facilities: [facility], organizations: [organization], regions: [] }}
      onClose={close}
      onSaved={close}
      onArchive={archive}
    />
  );
  const theirs = Facility.parse({ ...known, rooms: [room(75, 'Great gym'), room(76, 'Pool')] });
  const clinic = await openClinic();
  const before = showSignedIn(clinic, drawer(known, biller));
  const contact = await screen.findByRole('textbox', { name: 'Contact for payers' }, patience);
  await userEvent.type(contact, '-Berg');
  expect(await saveUnsaved()).toBe(true);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of room 2' }), ' two');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'at' }]), patience);
  showSignedIn(clinic, drawer(theirs, { ...biller, Phone: '5035550177' }));
  await screen.findByDisplayValue('Pool two', {}, patience);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        {
          rooms: [room(76, 'Pool two')],
          OrganizationId: biller.OrganizationId,
          organization: { ContactName: 'Ida Lund-Berg' },
          base: {
            rooms: [room(76, 'Pool')],
            OrganizationId: biller.OrganizationId,
            organization: { ContactName: 'Ida Lund' },
          },
        },
      ]),
    patience,
  );
});
