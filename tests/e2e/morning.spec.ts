import { cast } from '../../server/demo/cast.ts';
import { addDays } from '../../contract/base/dates.ts';
import { weekStartOf } from '../../contract/scheduling/week-start.ts';
import { busyDay, cancelled, customDays, tellSick, visitsOf } from './desk/away.ts';
import { bookByKeys, bookedOn, callers, freeTimes, workday } from './desk/booking.ts';
import { openDay, pill, shot } from './desk/page.ts';
import { bookSeries, seriesOf, threeBookings, who } from './desk/series.ts';
import { fillFromWaitlist, offerAtAnyHour, openWaitlist, somebody, someVisit } from './desk/waitlist.ts';
import { expect, expectAccessible, inMotion, test } from './fixtures.ts';
import { patientOf } from './visits.ts';

test.describe.configure({ timeout: 420_000 });

const atOnce = { timeout: 60_000 };

test('a morning at the front desk', async ({ tabOf, clinic, browser }) => {
  await offerAtAnyHour(clinic);
  const inSeries = await patientOf(clinic, cast.visits.today.scheduled);
  const { today, ...whose } = await who(clinic, inSeries);
  const monday = addDays(weekStartOf(today), 15);
  await threeBookings(clinic, monday, inSeries);
  const page = await tabOf('front');
  await inMotion(page);
  await expect(pill(page)).toHaveText('Saved');

  await test.step('ten bookings in a row, by keys alone', async () => {
    const day = await workday(clinic);
    const people = await callers(clinic, day, 10);
    const times = await freeTimes(clinic, day, 10);
    expect([people.length, times.length]).toEqual([10, 10]);
    await openDay(page, clinic, day);
    await page.locator('[data-event]').first().focus();
    for (const [at, person] of people.entries()) {
      const time = times[at];
      if (!time) throw new Error('There are ten times.');
      await bookByKeys(page, person, time, async () => (at === 0 ? expectAccessible(page) : undefined));
      await expect
        .poll(() => bookedOn(clinic, person, day))
        .toEqual([{ Start: time.Start, ProviderId: time.ProviderId }]);
    }
  });

  await test.step('a series of 24 visits with three in conflict', async () => {
    await openDay(page, clinic, monday);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Book a series' }).click();
    await bookSeries(page, { ...whose, monday });
    await expect.poll(async () => (await seriesOf(clinic, inSeries)).length, atOnce).toBe(24);
  });

  await test.step('a cancellation filled from the waitlist', async () => {
    const visit = await someVisit(clinic, 0);
    const person = await somebody(clinic, visit, 0);
    const second = await somebody(clinic, visit, 1);
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

  await test.step('a provider is sick', async () => {
    const busy = await busyDay(clinic);
    const before = await visitsOf(clinic, busy);
    await openDay(page, clinic, busy.day);
    await tellSick(page, { name: busy.name, count: before.length });
    await expect.poll(() => visitsOf(clinic, busy), atOnce).toEqual([]);
    expect(await cancelled(clinic, before)).toEqual([{ CancelReason: 'Provider is sick' }]);
    expect(await customDays(clinic, busy.ProviderId)).toContainEqual({ day: busy.day, blocks: [], Note: 'Sick' });
  });
  await expect(pill(page)).toHaveText('Saved');
});
