import { cast } from '../../server/demo/cast.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

test('a tablet is enrolled, a patient fills in forms until nobody is there, and comes back to arrive', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const VisitId = cast.visits.today.scheduled;
  const soon = (minutes: number) =>
    `to_char(now() at time zone f."TimeZone" + interval '${minutes} minutes', 'YYYY-MM-DD"T"HH24:MI')`;
  const [row] = await clinic.sql<{ PatientId: string; day: string; name: string; place: string }>(
    `update visits v set stage = 'scheduled', "Start" = ${soon(20)}, "End" = ${soon(65)}
     from patients p, facilities f where p.site = v.site and p."PatientId" = v."PatientId" and f.site = v.site
       and f."FacilityId" = v."FacilityId" and v.site = 'demo' and v."VisitId" = $1
     returning v."PatientId", p."DateOfBirth"::text as day, p."FirstName" as name, f."LastName" as place`,
    [VisitId],
  );
  const { PatientId = '', day = '', name = '', place = '' } = row ?? {};
  await clinic.sql(
    `update patients set "Phone" = '9785550101', "Email" = 'kiosk@patients.example', "MessageConsent" = '{"email": true, "text": true}'
     where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  await clinic.sql(
    `update visits set "Start" = '2020-01-06T09:00', "End" = '2020-01-06T09:45' where site = 'demo' and "PatientId" = $1 and "VisitId" <> $2`,
    [PatientId, VisitId],
  );
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send forms' }).click();
  await expect(desk.getByText(/^The forms were sent by/)).toBeVisible();
  await desk.goto(`${clinic.url}/company/kiosks`);
  await desk.getByLabel('Name of the kiosk').fill('Front door');
  const facility = desk.getByRole('combobox', { name: 'Facility' });
  if (await facility.isVisible()) {
    await facility.click();
    await desk.getByRole('option', { name: place }).click();
  }
  await desk.getByRole('button', { name: 'Add kiosk' }).click();
  const code = await desk.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}$/).textContent();
  await look(desk, 'kiosk-code');

  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-US' });
  const tablet = await context.newPage();
  await tablet.clock.install();
  const others: string[] = [];
  tablet.on('request', (request) => {
    if (!request.url().startsWith(clinic.url)) others.push(request.url());
  });
  const heading = (title: string | RegExp) => expect(tablet.getByRole('heading', { name: title })).toBeVisible();
  const press = (title: string) => tablet.getByRole('button', { name: title, exact: true }).click();
  await tablet.goto(`${clinic.url}/kiosk`);
  await tablet.getByLabel('Code').fill(code ?? '');
  await press('Set up');
  await heading('Welcome');
  await look(tablet, 'kiosk-home');

  async function toTheForms(): Promise<void> {
    await press('Check in');
    const [year = '', month = '', date = ''] = day.split('-');
    await tablet.getByLabel('Month').fill(month);
    await tablet.getByLabel('Day').fill(date);
    await tablet.getByLabel('Year').fill(year);
    await press('Next');
    await tablet.getByLabel('Last four digits').fill('0101');
    await press('Next');
    await heading(new RegExp(`^${name}, `));
    await press('Yes, that is me');
    await expect(tablet.getByText(/^Step \d+ of \d+$/)).toBeVisible();
  }
  await toTheForms();
  await look(tablet, 'kiosk-forms');
  await tablet.clock.runFor(62_000);
  const asked = tablet.getByRole('alertdialog', { name: 'Are you still there?' });
  await expect(asked).toBeVisible();
  await press('I need more time');
  await expect(asked).toBeHidden();
  // Asleep no timer runs, and the clock goes on.
  await tablet.clock.fastForward(3_600_000);
  await expect(tablet.getByText('You have been logged out due to inactivity.')).toBeVisible();
  expect(await tablet.content()).not.toContain(name);

  // The front desk takes the forms back; the next check-in has none.
  await clinic.sql(`delete from intakes where "VisitId" = $1`, [VisitId]);
  await press('Check in');
  await press('Stop and clear');
  await heading('Welcome');
  const kept = await tablet.evaluate(async () => {
    const names = (await indexedDB.databases()).map((one) => one.name);
    return { names, text: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });
  expect(kept.names).toEqual(['mainstay-kiosk']);
  expect(kept.text).not.toContain(name);
  expect(others).toEqual([]);

  const [year = '', month = '', date = ''] = day.split('-');
  await press('Check in');
  await tablet.getByLabel('Month').fill(month);
  await tablet.getByLabel('Day').fill(date);
  await tablet.getByLabel('Year').fill(year);
  await press('Next');
  await tablet.getByLabel('Last four digits').fill('0101');
  await press('Next');
  await press('Yes, that is me');
  await heading('Please take a seat.');
  const [arrived] = await clinic.sql<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [VisitId]);
  expect(arrived?.stage).toBe('checkedIn');

  // The shell stands without a connection, and tells where to go.
  await tablet.clock.runFor(11_000);
  await heading('Welcome');
  await expect
    .poll(() => tablet.evaluate(async () => (await navigator.serviceWorker.getRegistration('/kiosk'))?.active?.state))
    .toBe('activated');
  await context.setOffline(true);
  await tablet.reload();
  await heading('No connection');
  await look(tablet, 'kiosk-offline');
  await context.close();
});
