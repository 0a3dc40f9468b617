import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { ManagedUser, PermissionGroup } from '#contract/users/user.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { patience } from '#shared/testing/over-lock.tsx';
import { overtakenBy, sentTo } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { AccessForm } from './access-form.tsx';
import { GroupDrawer } from './group-drawer.tsx';
import { PersonForm } from './person-form.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

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
const theirs = { ...user, FirstName: 'Eleonora', LastName: 'Quist-Hall' };
const form = <PersonForm user={user} isOnline onSaved={async () => undefined} />;
const valueOf = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));

test('a name that someone else has changed meanwhile is shown when asked for, and mine goes over it knowingly', async () => {
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(theirs) : theirs));
  showSignedIn(await openClinic(), form);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Last name' }, patience), '-Dyke');
  await press('Save person');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect(valueOf('Last name')).toBe('Quist-Dyke');

  await press('Show current version');
  expect([valueOf('First name'), valueOf('Last name')]).toEqual(['Eleonora', 'Quist-Hall']);
  await press('Restore my text');
  expect([valueOf('First name'), valueOf('Last name')]).toEqual(['Eleonora', 'Quist-Dyke']);
  await press('Save person');
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { LastName: 'Quist-Dyke', base: { LastName: 'Quist' } },
        { LastName: 'Quist-Dyke', base: { LastName: 'Quist-Hall' } },
      ]),
    patience,
  );
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('what was typed is kept over a lock also while what is there now is shown', async () => {
  sentTo(() => overtakenBy(theirs));
  const clinic = await openClinic();
  const before = showSignedIn(clinic, form);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Last name' }, patience), '-Dyke');
  await press('Save person');
  await press('Show current version');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, <PersonForm user={theirs} isOnline onSaved={async () => undefined} />);
  expect(await screen.findByDisplayValue('Quist-Dyke', {}, patience)).toBeTruthy();
  expect(valueOf('First name')).toBe('Eleonora');
});

test('Undo goes back to what is there now, once that is known', async () => {
  sentTo(() => overtakenBy(theirs));
  showSignedIn(await openClinic(), form);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Last name' }, patience), '-Dyke');
  await press('Save person');
  await press('Show current version');
  await press('Restore my text');
  await press('Undo changes');
  expect(valueOf('Last name')).toBe('Quist-Hall');
  expect(screen.queryByRole('button', { name: 'Save person' })).toBeNull();
});

const done = async () => undefined;
const members = (id: number, name: string) =>
  PermissionGroup.parse({ id: testId(id), name, permissions: ['record charges'], members: 2 });

test('rights that someone else has changed meanwhile are shown when asked for, and mine go over them', async () => {
  const [billers, scribes] = [members(86, 'Billers'), members(87, 'Scribes')];
  const held = { ...user, roles: [billers.id] };
  const now = { ...user, roles: [], providerIds: null, individualPermissions: ['write notes'] };
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(now) : now));
  showSignedIn(await openClinic(), <AccessForm user={held} groups={[billers, scribes]} isOnline onSaved={done} />);
  const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name }, patience);
  const shown = async () => [(await box('Billers')).checked, (await box('Scribes')).checked];
  await userEvent.click(await box('Scribes'));
  await press('Save permissions');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect(await shown()).toEqual([true, true]);
  await press('Show current version');
  expect(await shown()).toEqual([false, false]);
  await press('Restore my text');
  expect(await shown()).toEqual([false, true]);
  await press('Save permissions');
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { roles: [billers.id, scribes.id], base: { roles: [billers.id] } },
        { roles: [scribes.id], base: { roles: [] } },
      ]),
    patience,
  );
});

test('a group that someone else has changed meanwhile is shown when asked for, and mine goes over it', async () => {
  const group = members(86, 'Billers');
  const now = { ...group, name: 'Billing', permissions: ['record charges', 'write notes'] };
  const sent = sentTo(() => (sent.length === 1 ? overtakenBy(now) : now));
  const close = vi.fn<() => void>();
  showSignedIn(await openClinic(), <GroupDrawer group={group} opened isOnline onClose={close} onSaved={done} />);
  const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' }, patience);
  await userEvent.type(await name(), ' North');
  await press('Save');
  expect((await screen.findByRole('alert', {}, patience)).textContent).toContain('Someone else changed this.');
  expect((await name()).value).toBe('Billers North');
  await press('Show current version');
  expect((await name()).value).toBe('Billing');
  await press('Restore my text');
  expect((await name()).value).toBe('Billers North');
  await press('Save');
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([
        { name: 'Billers North', base: { name: 'Billers' } },
        { name: 'Billers North', base: { name: 'Billing' } },
      ]),
    patience,
  );
  await waitFor(() => expect(close).toHaveBeenCalledOnce(), patience);
});
