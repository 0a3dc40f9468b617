import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { ManagedUser } from '#contract/users/user.ts';
import { lockDevice } from '#local/device.ts';
import { draftKeys } from '#local/drafts.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { saveTyped } from '#shared/unsaved.ts';
import { AccessForm } from './access-form.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { PersonForm } from './person-form.tsx';

afterEach(() => lockDevice());

const done = async () => undefined;
const user = ManagedUser.parse({
  UserId: testId(85),
  Email: 'nora@demo.test',
  FirstName: 'Nora',
  LastName: 'Quist',
  TimeZone: 'UTC',
  EmployeeId: null,
  SuperUser: false,
  status: 'active',
  hasSecondFactor: false,
  hasPasskeys: false,
  roles: [],
  individualPermissions: [],
  can: [],
  facilityIds: null,
  providerIds: null,
  ownProviderIds: [],
});
const page = `/company/users/${user.UserId}`;

test('a group half-made at a lock is filled in when it is opened again, and gone when it is given up', async () => {
  const part = <GroupsPanel groups={[]} isOnline load={done} />;
  const at = 'group/company/users?show=groups';
  expect(await overLock(await openClinic(), { part, opens: 'New group', field: 'Name', text: 'Night desk', at })).toBe(
    'Night desk',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }, patience));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('an invitation half-filled at a lock is filled in when it is opened again', async () => {
  const part = <InviteDrawer opened groups={[]} onClose={() => undefined} onInvited={() => undefined} />;
  const at = 'invitation/company/users';
  expect(await overLock(await openClinic(), { part, field: 'First name', text: 'Upper', at })).toBe('Upper');
});

test('a name half-changed at a lock is filled in again', async () => {
  const part = <PersonForm user={user} isOnline onSaved={done} />;
  expect(await overLock(await openClinic(), { part, field: 'Last name', text: '-Dyke', at: `person${page}` })).toBe(
    'Quist-Dyke',
  );
});

test('rights chosen before a lock are chosen again, and gone when they are undone', async () => {
  const clinic = await openClinic();
  const form = <AccessForm user={user} groups={[]} isOnline onSaved={done} />;
  const every = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Visits of every provider' }, patience);
  const before = showSignedIn(clinic, form);
  await userEvent.click(await every());
  expect(await saveTyped()).toBe(true);
  before.unmount();
  showSignedIn(clinic, form);
  await waitFor(async () => expect((await every()).checked).toBe(false), patience);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo changes' }, patience));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});
