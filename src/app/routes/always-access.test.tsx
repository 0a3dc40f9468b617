import { fireEvent, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { declareOutage } from '#session/outage/change-outage.ts';
import { followOutage, none, showOutage } from '#session/outage/outage-state.ts';
import { OutagePage } from '#features/outage/outage-page.tsx';
import { shellParts } from '../shell-parts.tsx';

let clinic: Clinic;

beforeEach(async () => {
  localStorage.clear();
  clinic = await openClinic();
  followOutage(clinic.device);
  setSyncState({ ...syncState(), online: false });
  declareOutage('noServer', Date.now(), null);
});
afterEach(() => {
  setSyncState(null);
  showOutage(none);
  lockDevice();
});

function open(): void {
  showSignedIn(
    clinic,
    <MemoryRouter initialEntries={['/alwaysAccess']}>
      <OutagePage Menu={shellParts.Menu} />
    </MemoryRouter>,
  );
}

test('trouble with this device is told on the page of an outage as on every other', async () => {
  const problem = 'This device’s clock is 24 hours slow. Set it right.';
  setSyncState({ ...syncState(), problem });
  open();
  const notices = await screen.findByRole('region', { name: 'Notices' });
  expect(within(notices).getByRole('alert').textContent).toBe(problem);
  expect(within(notices).getByRole('status').textContent).toMatch(/^The server can’t be reached/);
});

test('who shares a workstation can leave it to someone else from there', async () => {
  open();
  await queueWrite('session.recordPrint', { what: 'downtime pack', day: '2026-03-02', patients: 3 });
  fireEvent.click(await screen.findByRole('button', { name: 'Rosa Alvarez, account menu' }));
  expect(await screen.findByRole('menuitem', { name: 'Switch user' })).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByRole('dialog', { name: 'One change is not sent yet' })).toBeTruthy();
});
