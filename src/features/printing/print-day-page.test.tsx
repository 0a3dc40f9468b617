import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { addDays, showDate } from '#contract/base/dates.ts';
import { facility, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { SignInDay } from './day-pages.tsx';

afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const { from, to } = keptDays();
const on = (day: string) =>
  Visit.parse({ ...visit, Start: `${day}T10:00`, End: `${day}T10:45`, stage: 'confirmed' satisfies Visit['stage'] });

async function open(day: string, visits: Visit[]) {
  const clinic = await openClinic({ facilities: [facility], visits });
  const params = new URLSearchParams({ date: day });
  showSignedIn(clinic, <SignInDay params={params} onParams={vi.fn()} onBack={vi.fn()} />);
}
const print = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' });

test.each([addDays(from, -1), addDays(to, 1)])('a day that is not on this device says so: %s', async (day) => {
  await open(day, []);
  expect(await screen.findByText('This day is not on this device')).toBeTruthy();
  expect(
    screen.getByText(`This device has ${showDate(from)} to ${showDate(to)}. Choose one of these days.`),
  ).toBeTruthy();
  expect(print().disabled).toBe(true);
});

test('a day without visits has nothing to print', async () => {
  await open(from, []);
  expect(await screen.findByText('Nothing to print')).toBeTruthy();
  expect(print().disabled).toBe(true);
});

test('what is printed is told to the server with how many patients stand on it', async () => {
  vi.stubGlobal('print', vi.fn());
  await open(to, [on(to)]);
  await waitFor(() => expect(print().disabled).toBe(false));
  await userEvent.click(print());
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'session.recordPrint', input: { what: 'sign-in sheet', day: to, patients: 1 } },
    ]),
  );
});
