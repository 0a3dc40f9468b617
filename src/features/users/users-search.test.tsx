import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { testId } from '#contract/testing/rows.ts';
import { ManagedUser } from '#contract/users/user.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { UsersScreen } from './users-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

const user = (id: number, FirstName: string, LastName: string) =>
  ManagedUser.parse({
    UserId: testId(id),
    Email: `${id}@demo.test`,
    FirstName,
    LastName,
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

test('a user is found without the accents of the name', async () => {
  sentTo(() => ({ users: [user(85, 'Ana', 'Núñez'), user(86, 'Nora', 'Quist')], permissionGroups: [] }));
  showSignedIn(
    await openClinic(),
    <UsersScreen show="people" onShow={() => undefined} onOpen={() => undefined} providers={null} />,
  );
  expect(await screen.findByText(/Quist/)).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'nunez');
  await waitFor(() => expect(screen.queryByText(/Quist/)).toBeNull());
  expect(screen.getByText(/Núñez/)).toBeTruthy();
});
