import { screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDevice } from '#local/store/device.ts';
import { readDraft } from '#local/drafts/drafts.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { resendCall } from '#local/outbox/refused-calls.ts';
import { park } from '#local/testing/park.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { awaySince } from '#session/outage/offline-since.ts';
import { declareOutage } from '#session/outage/change-outage.ts';
import { detectOutage } from '#session/outage/detect-outage.ts';
import { OutageLine } from '#features/outage/outage-line.tsx';
import { followOutage, none, outage, showOutage } from '#session/outage/outage-state.ts';
import { OutageWatch } from '#session/outage/outage-watch.tsx';
import { readSentList, type SentList } from '#session/outage/sent-list.ts';

equipChangeViews(() => import('./conflict-views.ts'));

const dayMs = 86_400_000;
let clinic: Clinic;

beforeEach(async () => {
  localStorage.clear();
  clinic = await openClinic();
  followOutage(clinic.device);
});
afterEach(() => {
  setSyncState(null);
  showOutage(none);
  lockDevice();
});

const hasSynced = (mark: string) => clinic.device.mirror.kv.put({ key: 'syncMark', value: mark });
const told = (changes: Partial<ReturnType<typeof syncState>>) => setSyncState({ ...syncState(), ...changes });
/** Long enough for a watch that would act. */
const calm = () => new Promise((resolve) => setTimeout(resolve, 100));

const At = () => <p data-testid="at">{useLocation().pathname}</p>;

function watch(): void {
  const part = (
    <>
      <OutageLine />
      <OutageWatch />
      <At />
    </>
  );
  showSignedIn(clinic, <MemoryRouter initialEntries={['/onDeck']}>{part}</MemoryRouter>);
}

test('an outage ends with the next exchange, though the clock was a day fast when it began', async () => {
  await hasSynced('before');
  told({ online: false });
  declareOutage('noServer', Date.now() + dayMs, 'before');
  watch();
  expect(await screen.findByText(/^The server can’t be reached; you’re working with/)).toBeTruthy();
  told({ online: true, lastSyncAt: Date.now() - 1_000 });
  await calm();
  expect(outage().phase).toBe('outage');
  await hasSynced('after');
  await waitFor(() => expect(outage()).toBe(none));
  expect(await screen.findByText('The server is back. Nothing was waiting on this device.')).toBeTruthy();
});

test('a network alone, an exchange before it and a setup that still fails do not end it', async () => {
  await hasSynced('before');
  told({ online: true, lastSyncAt: null });
  declareOutage('setup', Date.now(), 'before');
  await hasSynced('since then');
  watch();
  await calm();
  expect(outage().phase).toBe('outage');
  told({ setupFailed: true, lastSyncAt: Date.now() });
  await calm();
  expect(outage().phase).toBe('outage');
  told({ setupFailed: false });
  await waitFor(() => expect(outage()).toBe(none));
});

test('what waited stands on a list when it ends', async () => {
  told({ online: false });
  declareOutage('noServer', Date.now(), null);
  watch();
  await queueWrite('session.recordPrint', { what: 'downtime pack', day: '2026-03-01', patients: 1 });
  // Noted for the list before the server is back.
  await waitFor(async () => expect(await clinic.device.outbox.drafts.count()).toBe(1));
  await hasSynced('after');
  told({ online: true, lastSyncAt: Date.now() });
  await waitFor(() => expect(outage().phase).toBe('over'));
});

test('who is at work and sends again what was refused finds it on the list, though it opens only after that is taken', async () => {
  told({ online: false });
  declareOutage('noServer', Date.now(), null);
  watch();
  const print = { what: 'downtime pack' as const, day: '2026-03-01', patients: 1 };
  const { mid } = await queueWrite('session.recordPrint', print);
  await waitFor(async () => expect((await readSentList())?.calls.length).toBe(1));
  await hasSynced('after');
  told({ online: true, lastSyncAt: Date.now() });
  await waitFor(() => expect(outage().phase).toBe('over'));
  const { calls } = clinic.device.outbox;
  await park(clinic.device, mid);
  const later = await resendCall(mid);
  // Nobody looks at the list meanwhile.
  await waitFor(async () => expect((await readDraft<SentList>('outage-sent'))?.calls.length).toBe(2));
  const line = { mid: later.mid, what: 'Print record', about: null };
  expect((await readSentList())?.calls).toMatchObject([{ ...line, state: 'waiting' }]);
  await calls.delete(later.mid);
  expect((await readSentList())?.calls).toMatchObject([{ ...line, state: 'sent' }]);
});

test('a tab that begins without an answer goes on counting from when the first one had none', async () => {
  localStorage.setItem(`mainstay:away:demo:${clinic.device.UserId}`, String(Date.now() - 540_000));
  watch();
  told({ online: true, lastSyncAt: null });
  await calm();
  expect(Date.now() - awaySince()).toBeGreaterThanOrEqual(540_000);
  // Without any network for less than ten minutes it is offline, which is no outage.
  told({ online: false });
  await calm();
  expect([outage().phase, screen.queryByRole('button', { name: 'Outage page' })]).toEqual(['none', null]);
  localStorage.setItem(`mainstay:away:demo:${clinic.device.UserId}`, String(Date.now() - 601_000));
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
  told({ online: true });
  told({ online: false });
  await waitFor(() => expect(outage()).toMatchObject({ phase: 'outage', cause: 'noServer' }));
  // Who is at work is not moved: the page is offered.
  expect(await screen.findByRole('button', { name: 'Outage page' })).toBeTruthy();
  await calm();
  expect(screen.getByTestId('at').textContent).toBe('/onDeck');
  Reflect.deleteProperty(navigator, 'userActivation');
  await hasSynced('after');
  told({ online: true, lastSyncAt: Date.now() });
  await waitFor(() => expect(outage()).toBe(none));
  expect(localStorage.length).toBe(0);
});

test('who comes in without a network after ten minutes without a server meets the outage at once', async () => {
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
  try {
    await detectOutage({});
    expect(outage().phase).toBe('none');
    localStorage.setItem(`mainstay:away:demo:${clinic.device.UserId}`, String(Date.now() - 601_000));
    await detectOutage({});
    expect(outage().phase).toBe('outage');
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});
