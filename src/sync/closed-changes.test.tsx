import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDeviceUnlock } from '#local/keys/device-unlock.ts';
import { enrol } from '#local/keys/keyring.ts';
import { platformAuthenticator } from '#local/keys/platform-authenticator.ts';
import { queueWrite, waitingCalls } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { newId } from '#local/store/new-id.ts';
import { testDevice } from '#local/testing/device.ts';
import { machine } from '#local/testing/machine.ts';
import { everything, openClinic, setupOf, showSignedIn } from '#shared/testing/clinic.tsx';
import { ClosedChanges } from './closed-changes.tsx';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const print = { what: 'downtime pack' as const, day: '2026-03-01', patients: 1 };

test('a change that is damaged with its copy is told of, and goes once its person has read that', async () => {
  const clinic = await openClinic();
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

test('what a forgotten password closed is opened by the machine that opened it before, and by no other', async () => {
  const person = { site: 'demo', UserId: newId(), Email: `${newId()}@demo.test`, name: 'Rosa' };
  const here = machine();
  const { dataKey: former } = await enrol(person, 'The former one 1');
  const before = await testDevice({ UserId: person.UserId, dataKey: former });
  await addDeviceUnlock(person, 'The former one 1', here);
  await queueWrite('session.recordPrint', print);
  lockDevice();
  const { dataKey } = await enrol(person, "Today's password 1");
  const device = await testDevice({ UserId: person.UserId, files: before.files, dataKey });
  const asked = vi.spyOn(platformAuthenticator, 'secretOf');
  showSignedIn({ device, setup: setupOf(person.UserId, everything) }, <ClosedChanges />);
  const told = /^One change on this device was saved before your password changed\./;
  await screen.findByText(told);
  const button = () => screen.findByRole('button', { name: 'Use fingerprint, face or PIN' });
  const refusal = 'This device did not open any of them. They are kept. Try again, or enter your old password.';
  const isRefused = async (times: number) => {
    await userEvent.click(await button());
    await waitFor(async () =>
      expect([asked.mock.calls.length, (await button()).matches(':disabled')]).toEqual([times, false]),
    );
    expect(screen.getByText(refusal)).toBeTruthy();
    expect([await waitingCalls(), await device.outbox.calls.count()]).toEqual([[], 1]);
  };
  asked.mockImplementation(machine().secretOf);
  await isRefused(1);
  // Who dismisses the browser's question.
  asked.mockRejectedValue(new DOMException('Dismissed', 'NotAllowedError'));
  await isRefused(2);

  asked.mockImplementation(here.secretOf);
  await userEvent.click(await button());
  await screen.findByText('One change is sent now.');
  await waitFor(() => expect(screen.queryByText(told)).toBeNull());
  expect((await waitingCalls()).map(({ mid, name, input }) => [mid, name, input])).toEqual([
    [1, 'session.recordPrint', print],
  ]);
});
