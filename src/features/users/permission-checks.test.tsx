import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { permissionSections } from '#contract/users/permission-catalogue.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { PermissionChecks } from './permission-checks.tsx';

afterEach(() => lockDevice());

const names = { allFacilities: [], allProviders: [], facilities: new Map(), providers: new Map() };

function Checks({ before }: { before: string[] }) {
  const [value, setValue] = useState(before);
  return (
    <>
      <PermissionChecks value={value} names={names} onChange={setValue} />
      <output>{value.join(', ')}</output>
    </>
  );
}

/** The box of a permission, by what the catalogue calls it. */
function boxOf(permission: string): HTMLInputElement {
  const words = permissionSections
    .flatMap(({ entries }) => entries)
    .find((entry) => entry.permission === permission)?.words;
  const name = `${words?.slice(0, 1).toUpperCase()}${words?.slice(1)}`;
  return screen.getByLabelText<HTMLInputElement>(name);
}

test('no one gives a right they do not hold, and everyone can take one away', async () => {
  showSignedIn(await openClinic({}, ['edit patients']), <Checks before={['submit claims']} />);
  expect(boxOf('edit patients').disabled).toBe(false);
  expect(boxOf('sign notes').disabled).toBe(true);
  expect(screen.getAllByText('You can’t grant this right').length).toBeGreaterThan(0);
  await userEvent.click(boxOf('edit patients'));
  await userEvent.click(boxOf('submit claims'));
  expect(screen.getByRole('status').textContent).toBe('edit patients');
  expect(boxOf('submit claims').disabled).toBe(true);
});
