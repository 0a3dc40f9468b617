import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { keepSetup } from '#local/store/setup.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { declareOutage } from '#session/outage/change-outage.ts';
import { followOutage, none, showOutage } from '#session/outage/outage-state.ts';
import { changeSession } from '#session/session-state.ts';
import { OutageLine } from '#features/outage/outage-line.tsx';
import { OutagePage } from '#features/outage/outage-page.tsx';
import { shellParts } from '../shell-parts.tsx';
import { AlwaysAccessSuperRoute } from './always-access.tsx';

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
  act(() => changeSession({ phase: 'signedOut' }));
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

test('a superuser has a page of their own for the site this device is open for, and goes on from there as usual', async () => {
  const { UserId } = clinic.device;
  const currentUser = { ...clinic.setup.currentUser, SuperUser: true };
  const setup = { ...clinic.setup, currentUser };
  await keepSetup(clinic.device, setup);
  changeSession({ phase: 'signedIn', site: 'demo', UserId, SuperUser: true, setup });
  localStorage.clear();
  followOutage(clinic.device);
  declareOutage('setup', Date.now(), null);
  const At = () => <p data-testid="at">{useLocation().pathname}</p>;
  showSignedIn(
    { ...clinic, setup },
    <MemoryRouter initialEntries={['/alwaysAccessSuper/demo2']}>
      <At />
      <Routes>
        <Route path="/alwaysAccessSuper/:websiteId" element={<AlwaysAccessSuperRoute />} />
        <Route path="*" element={<OutageLine />} />
      </Routes>
    </MemoryRouter>,
  );
  const at = () => screen.getByTestId('at').textContent;
  expect(await screen.findByRole('heading', { name: 'This device is open for another site' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Go to Bridge Therapy' }));
  expect(await screen.findByRole('heading', { name: 'Always access' })).toBeTruthy();
  expect(screen.getByText(/^The server can’t load your clinic’s data/)).toBeTruthy();
  expect(at()).toBe('/alwaysAccessSuper/demo');
  fireEvent.click(screen.getByRole('button', { name: 'Continue as usual' }));
  await waitFor(() => expect(at()).toBe('/onDeck'));
  fireEvent.click(await screen.findByRole('button', { name: 'Outage page' }));
  await waitFor(() => expect(at()).toBe('/alwaysAccessSuper/demo'));
});
