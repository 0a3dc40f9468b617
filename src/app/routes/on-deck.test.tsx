import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { everything, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { OnDeckRoute } from './on-deck.tsx';

const day = '2026-11-18';
/** The code of a drawer comes with its first opening. */
const patience = { timeout: 20_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T09:00:00Z`) });
  setSyncWorker({ openChart: async () => true } as never);
  setSyncState({ ...syncState(), hydrated: { P0: true, P1: true, names: true } });
});
afterEach(() => {
  vi.useRealTimers();
  setSyncState(null);
  setSyncWorker(null);
  lockDevice();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{`${pathname}${search}`}</output>;
}
const address = () => screen.getByText(/^\//, { selector: 'output' }).textContent;

async function pressCard(can: string[]): Promise<void> {
  const row = Visit.parse({ ...visit, Start: `${day}T10:00`, End: `${day}T10:45`, stage: 'confirmed' });
  showSignedIn(
    await openClinic({ visits: [row] }, can),
    <MemoryRouter initialEntries={['/onDeck']}>
      <OnDeckRoute />
      <Address />
    </MemoryRouter>,
  );
  const today = await screen.findByRole('region', { name: /^Today/ }, patience);
  await userEvent.click(await within(today).findByRole('link'));
}

test('a card of a front desk opens the visit over the board, with what the desk may do', async () => {
  await pressCard(['move visits.*', 'schedule visits', 'edit patients']);
  const drawer = await screen.findByRole('dialog', {}, patience);
  expect(await within(drawer).findByRole('button', { name: 'Check in' }, patience)).toBeTruthy();
  expect(address()).toBe('/onDeck');
});

test('that of a clinician opens the visit in the chart', async () => {
  await pressCard(everything);
  expect(address()).toBe(`/patients/${visit.PatientId}?visit=${visit.VisitId}`);
});
