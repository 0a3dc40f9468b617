import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { OnThisDevice } from './on-this-device.tsx';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setSyncState(null);
  lockDevice();
});

const whole = { P0: true, P1: true, names: true };

function keepsStorage(isKept: boolean): void {
  vi.stubGlobal('navigator', Object.assign(navigator, { storage: { persisted: async () => isKept } }));
}

function lineOf(name: string): HTMLElement {
  const line = screen.getByText(name).closest('li');
  if (!line) throw new Error(`There is no line ${name}.`);
  return line;
}

test('says what is here, what is being fetched and what is still to come', async () => {
  keepsStorage(true);
  setSyncState({
    ...syncState(),
    online: true,
    hydrated: { P0: true, P1: false, names: false },
    fetched: { P0: 900, P1: 6_000, names: 0 },
  });
  showSignedIn(clinic, <OnThisDevice />);
  expect(await within(lineOf('Today and these two weeks')).findByText('Done')).toBeTruthy();
  expect(within(lineOf('Active charts')).getByText('Loading, 6,000 rows so far')).toBeTruthy();
  expect(within(lineOf('Names of all patients')).getByText('Waiting')).toBeTruthy();
  expect(screen.getByText('Not ready yet')).toBeTruthy();
  expect(screen.getByText(/Not everything is on this device yet/)).toBeTruthy();
});

test('is ready when the browser keeps it, all is here and the last exchange is recent, of this start or before', async () => {
  keepsStorage(true);
  setSyncState({ ...syncState(), online: false, hydrated: whole, compared: { at: Date.now(), corrected: 0 } });
  showSignedIn(clinic, <OnThisDevice />);
  expect(await screen.findByText(/has not synced yet/)).toBeTruthy();
  expect(screen.getByText('Not ready yet')).toBeTruthy();
  await clinic.device.mirror.kv.put({ key: 'syncedAt', value: Date.now() - 3_600_000 });
  expect(await screen.findByText('Ready')).toBeTruthy();
  expect(screen.getByText(/Everything matches/)).toBeTruthy();
});

test('says that the browser may clear the data', async () => {
  keepsStorage(false);
  setSyncState({ ...syncState(), hydrated: whole, lastSyncAt: Date.now() });
  showSignedIn(clinic, <OnThisDevice />);
  expect(await screen.findByText(/may clear the data/)).toBeTruthy();
  expect(screen.getByText('Not ready yet')).toBeTruthy();
});
