import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { ManagedUser, PermissionGroup } from '#contract/users/user.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { overLock, patience } from '#shared/testing/over-lock.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { AccessForm } from './access-form.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { PersonForm } from './person-form.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

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

const [desk, billing] = [testId(61), testId(62)];
const groups = [
  PermissionGroup.parse({ id: desk, name: 'Front desk', permissions: ['edit patients'], members: 1 }),
  PermissionGroup.parse({ id: billing, name: 'Billing', permissions: ['access billing'], members: 1 }),
];

test('roles another admin gave while mine were kept over a lock are not what I changed them from', async () => {
  const sent = sentTo(() => user);
  const clinic = await openClinic();
  const formOf = (now: ManagedUser) => <AccessForm user={now} groups={groups} isOnline onSaved={done} />;
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name }, patience);
  const before = showSignedIn(clinic, formOf(user));
  await userEvent.click(await box(/^Front desk/));
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  const changed = ManagedUser.parse({ ...user, roles: [billing], facilityIds: [] });
  showSignedIn(clinic, formOf(changed));
  await waitFor(async () => expect((await box(/^Front desk/)).checked).toBe(true), patience);
  await userEvent.click(await screen.findByRole('button', { name: 'Save permissions' }, patience));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ roles: [desk], base: { roles: [] } }]), patience);
  await userEvent.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect((await box(/^Billing/)).checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});

test('a name someone else wrote while mine was kept over a lock is not what I changed it from', async () => {
  const sent = sentTo(() => user);
  const part = <PersonForm user={user} isOnline onSaved={done} />;
  const after = () => (
    <PersonForm user={{ ...user, FirstName: 'Eleonora', LastName: 'Quist-Hall' }} isOnline onSaved={done} />
  );
  await overLock(await openClinic(), { part, after, field: 'Last name', text: '-Dyke', at: `person${page}` });
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value).toBe('Eleonora');
  await userEvent.click(screen.getByRole('button', { name: 'Save person' }));
  await waitFor(
    () => expect(sent.map(({ body }) => body)).toEqual([{ LastName: 'Quist-Dyke', base: { LastName: 'Quist' } }]),
    patience,
  );
});

test('what someone else has made the same meanwhile is no change any more', async () => {
  const clinic = await openClinic();
  const before = showSignedIn(clinic, <PersonForm user={user} isOnline onSaved={done} />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Last name' }, patience), '-Dyke');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  await waitFor(async () => expect(await draftKeys()).toHaveLength(1), patience);
  showSignedIn(clinic, <PersonForm user={{ ...user, LastName: 'Quist-Dyke' }} isOnline onSaved={done} />);
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
  expect(screen.queryByRole('button', { name: 'Save person' })).toBeNull();
});

test('rights another admin gave a group while mine were kept over a lock are not what I changed them from', async () => {
  const [group] = groups;
  const sent = sentTo(() => group);
  const clinic = await openClinic();
  const panel = (permissions: string[]) => (
    <MemoryRouter>
      <GroupsPanel groups={[{ ...groups[0], permissions } as PermissionGroup]} isOnline load={done} />
    </MemoryRouter>
  );
  const open = async () => userEvent.click(await screen.findByRole('cell', { name: 'Front desk' }, patience));
  const before = showSignedIn(clinic, panel(['edit patients']));
  await open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }, patience), ' of the night');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, panel(['edit patients', 'access billing']));
  await open();
  await screen.findByDisplayValue('Front desk of the night', {}, patience);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(
    () =>
      expect(sent.map(({ body }) => body)).toEqual([{ name: 'Front desk of the night', base: { name: 'Front desk' } }]),
    patience,
  );
});
