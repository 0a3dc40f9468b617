import { cast } from '../../server/demo/cast.ts';
import { addDays } from '../../contract/base/dates.ts';
import { weekStartOf } from '../../contract/scheduling/week-start.ts';
import { busyDay, cancelled, tellSick, visitsOf } from './desk/away.ts';
import { bookByKeys, bookedOn, callers, freeTimes, workday } from './desk/booking.ts';
import { openDay, pill } from './desk/page.ts';
import { bookSeries, series, seriesOf, threeBookings, who } from './desk/series.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { allIsHere, patientOf } from './visits.ts';

test.describe.configure({ timeout: 300_000 });

const atOnce = { timeout: 60_000 };

test('what of a morning needs no server works without the network; the server has all of it afterwards', async ({
  tabOf,
  clinic,
}) => {
  const day = await workday(clinic);
  const people = await callers(clinic, day, 3);
  const times = await freeTimes(clinic, day, 3);
  const PatientId = await patientOf(clinic, cast.visits.today.confirmed);
  const { LastName, FirstName, today } = await who(clinic, PatientId);
  const monday = addDays(weekStartOf(today), 22);
  await threeBookings(clinic, monday, PatientId);
  const busy = await busyDay(clinic);
  const before = await visitsOf(clinic, busy);
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved', atOnce);
  // Offline only who is on the device by then is found by name.
  await allIsHere(page, 'front');
  await openDay(page, clinic, day);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Book a series' }).click();
  await page.context().setOffline(true);

  await bookSeries(page, { LastName, FirstName, monday }, async () => {
    await expect(series(page)).toContainText('This device has visits until');
    await expectAccessible(page, { within: '[role="dialog"]' });
  });
  await expect(pill(page)).toHaveText('Offline, 1 waiting');

  await page.locator('[data-event]').first().focus();
  for (const [at, person] of people.entries()) {
    const time = times[at];
    if (!time) throw new Error('There are three times.');
    await bookByKeys(page, person, time);
  }
  await expect(pill(page)).toHaveText('Offline, 4 waiting');
  await page.goto(`${clinic.url}/scheduling?view=day&date=${busy.day}`);
  await expect(page.locator('[data-event]').first()).toBeVisible();
  await tellSick(page, { name: busy.name, count: before.length });
  expect(await visitsOf(clinic, busy)).toEqual(before);

  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Saved', atOnce);
  const booked = await seriesOf(clinic, PatientId);
  expect(booked).toHaveLength(24);
  expect(new Set(booked.map((one) => one.SeriesId)).size).toBe(1);
  for (const [at, person] of people.entries())
    expect(await bookedOn(clinic, person, day)).toMatchObject([{ Start: times[at]?.Start }]);
  expect(await visitsOf(clinic, busy)).toEqual([]);
  expect(await cancelled(clinic, before)).toEqual([{ CancelReason: 'Provider is sick' }]);
});
