import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { queueWrite, waitingCalls } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { ClosedChanges } from './closed-changes.tsx';

afterEach(() => lockDevice());

test('a change that is damaged with its copy is told of, and goes once its person has read that', async () => {
  const clinic = await openClinic();
  const print = { what: 'downtime pack' as const, day: '2026-03-01', patients: 1 };
  await queueWrite('session.recordPrint', print);
  await queueWrite('session.recordPrint', { ...print, patients: 2 });
  const { device } = clinic;
  device.opened.byPlace.clear();
  await device.outbox.calls.update(1, { c: new Uint8Array(40).buffer });
  device.files.kept.set(`outbox/demo/${device.UserId}/1.call`, '{');
  showSignedIn(clinic, <ClosedChanges />);
  const told = /^One change on this device is damaged and can’t be read or sent\./;
  expect(await screen.findByText(told)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'I checked: remove it' }));
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  expect((await waitingCalls()).map(({ mid }) => mid)).toEqual([2]);
});
