import { cast } from '../../server/demo/cast.ts';
import { addDays } from '../../contract/base/dates.ts';
import { weekStartOf } from '../../contract/scheduling/week-start.ts';
import { busyDay, cancelled, customDays, tellSick, visitsOf } from './desk/away.ts';
import { bookByKeys, bookedOn, callers, freeTimes, workday } from './desk/booking.ts';
import { openDay, pill, shot } from './desk/page.ts';
import { bookSeries, series, seriesOf, threeBookings, who } from './desk/series.ts';
import { addToWaitlist, fillFromWaitlist, offerAtAnyHour, openWaitlist, somebody, someVisit } from './desk/waitlist.ts';
import { expect, expectAccessible, inMotion, test } from './fixtures.ts';
import { allIsHere, patientOf } from './visits.ts';

test.describe.configure({ timeout: 420_000 });

const atOnce = { timeout: 60_000 };

test('a morning at the front desk: what needs no server works without the network, and the server has it afterwards', async ({
  tabOf,
  clinic,
  browser,
}) => {
  await offerAtAnyHour(clinic);
  const inSeries = await patientOf(clinic, cast.visits.today.scheduled);
  const { today, ...whose } = await who(clinic, inSeries);
  const monday = addDays(weekStartOf(today), 22);
  await threeBookings(clinic, monday, inSeries);
  const day = await workday(clinic);
  const people = await callers(clinic, day, 4);
  const visit = await someVisit(clinic, 0);
  const [person, second, third] = [
    await somebody(clinic, visit, 0),
    await somebody(clinic, visit, 1),
    await somebody(clinic, visit, 2),
  ];
  const page = await tabOf('front');
  await inMotion(page);
  await expect(pill(page)).toHaveText('Saved');

  await test.step('bookings in a row, by keys alone', async () => {
    const times = await freeTimes(clinic, day, 3);
    expect([people.length, times.length]).toEqual([4, 3]);
    await openDay(page, clinic, day);
    await page.locator('[data-event]').first().focus();
    for (const [at, time] of times.entries()) {
      const caller = people[at];
      if (!caller) throw new Error('There are four people.');
      await bookByKeys(page, caller, time, async () => (at === 0 ? expectAccessible(page) : undefined));
      await expect
        .poll(() => bookedOn(clinic, caller, day))
        .toEqual([{ Start: time.Start, ProviderId: time.ProviderId }]);
    }
  });

  await test.step('a cancellation filled from the waitlist', async () => {
    await openDay(page, clinic, visit.Start.slice(0, 10));
    await fillFromWaitlist(page, clinic, { visit, person, second, browser });
    await page.setViewportSize({ width: 390, height: 844 });
    await openWaitlist(page);
    await shot(page, 'list-390');
    await page.getByText('Offered times').click();
    await shot(page, 'offered-390');
    await page.getByText('Rules', { exact: true }).click();
    await expect(page.getByLabel('Offers at a time')).toBeDisabled();
    await shot(page, 'rules-390');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  const busy = await busyDay(clinic);
  const before = await visitsOf(clinic, busy);
  const caller = people.at(-1);
  const time = (await freeTimes(clinic, day, 8)).find(({ ProviderId }) => ProviderId !== busy.ProviderId);
  if (!caller || !time) throw new Error('No one is free that day.');
  // Offline only who is on the device by then is found by name.
  await allIsHere(page, 'front');
  await expect(pill(page)).toHaveText('Saved', atOnce);

  await test.step('the network goes: a series of 24 visits with three in conflict, and one more visit', async () => {
    await openDay(page, clinic, day);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Book a series' }).click();
    await page.context().setOffline(true);
    await bookSeries(page, { ...whose, monday }, async () => {
      await expect(series(page)).toContainText('This device has visits until');
      await expectAccessible(page, { within: '[role="dialog"]' });
    });
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await page.locator('[data-event]').first().focus();
    await bookByKeys(page, caller, time);
    await expect(pill(page)).toHaveText('Offline, 2 waiting');
  });

  await test.step('a provider is sick', async () => {
    await openDay(page, clinic, busy.day);
    await tellSick(page, { name: busy.name, count: before.length });
    expect(await visitsOf(clinic, busy)).toEqual(before);
  });

  const line = page.getByRole('list', { name: 'Waitlist' }).getByRole('listitem').filter({ hasText: third.LastName });
  await test.step('one more is put on the waitlist', async () => {
    await openWaitlist(page);
    await expect(page.getByText(/You are offline\. You see the patients on this device/)).toBeVisible();
    await addToWaitlist(page, third);
    await page.getByRole('button', { name: 'Add to the waitlist' }).click();
    await expect(line.first()).toBeVisible();
  });

  await test.step('the server has all of it, and what was put on the list is taken off again', async () => {
    const stateNow = async () =>
      (
        await clinic.sql<{ state: string }>(
          `select state from visit_requests where site = 'demo' and "PatientId" = $1 order by "AskedAt" desc limit 1`,
          [third.PatientId],
        )
      )[0]?.state;
    await page.context().setOffline(false);
    await expect.poll(stateNow, atOnce).toBe('open');
    await expect(pill(page)).toHaveText('Saved', atOnce);
    const booked = await seriesOf(clinic, inSeries);
    expect(booked).toHaveLength(24);
    expect(new Set(booked.map((one) => one.SeriesId)).size).toBe(1);
    expect(await bookedOn(clinic, caller, day)).toEqual([{ Start: time.Start, ProviderId: time.ProviderId }]);
    expect(await visitsOf(clinic, busy)).toEqual([]);
    expect(await cancelled(clinic, before)).toEqual([{ CancelReason: 'Provider is sick' }]);
    expect(await customDays(clinic, busy.ProviderId)).toContainEqual({ day: busy.day, blocks: [], Note: 'Sick' });
    await line.getByRole('button', { name: /^Remove from waitlist/ }).click();
    await expect(line).toHaveCount(0);
    await expect.poll(stateNow, atOnce).toBe('withdrawn');
  });
});
