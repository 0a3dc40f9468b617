import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PatientId } from '#contract/base/ids.ts';
import { testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { readGrant } from '#local/reads/emergency.ts';
import { equipAlone } from '#shared/testing/equip-alone.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { EmergencyGate } from './emergency-gate.tsx';
import { EmergencyReviewDrawer } from './review-drawer.tsx';

const patience = { timeout: 20_000 };
const startedAt = '2026-07-01T09:00:00.000Z';
const access = { id: testId(81), UserId: testId(82), userName: 'Nora Quist', reason: 'She fell', offline: true };
const charts = [{ PatientId: testId(83), name: 'Ada Byron', openedAt: startedAt, afterReview: false }];

beforeEach(() => {
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const address = asked instanceof Request ? asked.url : asked;
    if (address.includes('/review')) return Response.json({ reviewed: true });
    return Response.json({ accesses: [{ ...access, startedAt, until: null, isOver: true, listed: 0, charts }] });
  });
  equipAlone({ token: () => 'token', site: () => 'demo' });
});
afterEach(() => {
  lockDevice();
  vi.unstubAllGlobals();
});

test('the reason for a chart is filled in again after a lock, and opens nothing before it is given', async () => {
  const clinic = await openClinic();
  // Nobody here works on this one.
  const gate = (
    <EmergencyGate PatientId={testId(84) as PatientId} isNeeded>
      <p>The chart</p>
    </EmergencyGate>
  );
  const reason = 'She fell in the waiting room';
  const before = showSignedIn(clinic, gate);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }, patience), reason);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();

  showSignedIn(clinic, gate);
  expect(await screen.findByDisplayValue(reason, {}, patience)).toBeTruthy();
  expect([await readGrant(), screen.queryByText('The chart')]).toEqual([null, null]);
  await userEvent.click(screen.getByRole('button', { name: 'Open chart' }));
  expect(await screen.findByText('The chart', {}, patience)).toBeTruthy();
  expect((await readGrant())?.reason).toBe(reason);
  await waitFor(async () => expect((await draftKeys()).filter((key) => key.startsWith('form:'))).toEqual([]), patience);
});

test('the note of a review is filled in again after a lock, and gone once the review is closed', async () => {
  const clinic = await openClinic();
  const drawer = <EmergencyReviewDrawer opened onClose={() => undefined} />;
  const note = 'It was needed: she had fallen';
  const before = showSignedIn(clinic, drawer);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }, patience), note);
  expect(await saveUnsaved()).toBe(true);
  before.unmount();

  showSignedIn(clinic, drawer);
  expect(await screen.findByDisplayValue(note, {}, patience)).toBeTruthy();
  // What its reviewer has to know.
  expect(screen.getByRole('dialog').textContent).toMatch(/while the server was offline.*“She fell”/s);
  await userEvent.click(screen.getByRole('button', { name: 'Close with this note' }));
  await waitFor(async () => expect(await draftKeys()).toEqual([]), patience);
});
