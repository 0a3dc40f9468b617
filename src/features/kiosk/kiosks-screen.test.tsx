import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { facility } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import * as api from '#shared/api.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { KiosksScreen } from './kiosks-screen.tsx';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const KioskId = '0193a0a0-0000-7000-8000-00000000000a';
const kiosk = {
  KioskId,
  FacilityId: '0193a0a0-0000-7000-8000-00000000000f',
  Name: 'Front door',
  createdAt: '2026-11-18T15:00:00Z',
  codeExpiresAt: null,
  enrolledAt: '2026-11-18T15:02:00Z',
  seenAt: '2026-11-18T15:30:00Z',
  clockAheadMs: 30_000,
};

async function open(kiosks: object[]) {
  let listed = kiosks;
  const asked: [string, object][] = [];
  vi.spyOn(api, 'call').mockImplementation(async (name, input) => {
    if (name !== 'kiosk.list') asked.push([name, input]);
    if (name === 'kiosk.revoke') listed = [];
    return (name === 'kiosk.list' ? { kiosks: listed } : { kiosk, code: 'ABCD2345', revoked: true }) as never;
  });
  showSignedIn(await openClinic({ facilities: [facility] }), <KiosksScreen />);
  await screen.findByText(/^Patients check in on these tablets/);
  await screen.findByRole('button', { name: 'Add kiosk' });
  return asked;
}

test('without a kiosk the list says what to do, and a new one shows its code once', async () => {
  const asked = await open([]);
  expect(await screen.findByText(/^No kiosks yet/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add kiosk' }));
  expect(await screen.findByText('Enter a name for the kiosk.')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText('Name of the kiosk'), 'Front door');
  // The only facility there is needs no choice.
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Facility' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Add kiosk' }));
  expect(await screen.findByText('ABCD-2345')).toBeTruthy();
  expect(asked).toMatchObject([['kiosk.create', { Name: 'Front door', FacilityId: facility.FacilityId }]]);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('ABCD-2345')).toBeNull());
});

test('a kiosk tells when it was last seen, and is removed once that is confirmed', async () => {
  const asked = await open([kiosk]);
  const line = within(await screen.findByRole('list', { name: 'Kiosks' }));
  expect(line.getByText(/A tablet is set up\. Last seen /)).toBeTruthy();
  await userEvent.click(line.getByRole('button', { name: 'Remove Front door' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Front door?' }));
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^No kiosks yet/)).toBeTruthy();
  expect(asked).toEqual([['kiosk.revoke', { id: KioskId }]]);
});

test.each([
  [30_000, null],
  [null, null],
  [-7_500_000, 'The clock of the tablet is 2 hours behind. Set it right on the tablet.'],
])('of a clock that is %d ms ahead the list tells %s', async (clockAheadMs, told) => {
  await open([{ ...kiosk, clockAheadMs }]);
  const line = await screen.findByRole('list', { name: 'Kiosks' });
  expect(/The clock of the tablet.*tablet\./.exec(line.textContent)?.[0] ?? null).toBe(told);
});

test('another tablet gets a code of its own', async () => {
  const asked = await open([kiosk]);
  await userEvent.click(await screen.findByRole('button', { name: 'New code for Front door' }));
  expect(await screen.findByText('ABCD-2345')).toBeTruthy();
  expect(asked).toEqual([['kiosk.newCode', { id: KioskId }]]);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Code for Front door' })),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  // From where it was opened.
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New code for Front door' })),
  );
});
