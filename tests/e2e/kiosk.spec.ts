import { cast } from '../../server/demo/cast.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
import { addKiosk, typeDetails, visitSoon } from './patients/kiosk.ts';

test.describe.configure({ timeout: 240_000 });

const VisitId = cast.visits.today.scheduled;

test('a tablet is enrolled, forms are filled in until nobody is there; arrivals come at once, or later without a connection', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const { PatientId, day, name, place } = await visitSoon(clinic, VisitId);
  await signIn(desk, clinic, 'admin');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/patients/${PatientId}?visit=${VisitId}`);
  await desk.getByRole('button', { name: 'Send forms' }).click();
  await expect(desk.getByText(/^The forms were sent by/)).toBeVisible();
  const code = await addKiosk(desk, clinic, place);

  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, locale: 'en-US' });
  let tablet = await context.newPage();
  await tablet.clock.install();
  const others: string[] = [];
  tablet.on('request', (request) => {
    if (!request.url().startsWith(clinic.url)) others.push(request.url());
  });
  const heading = (title: string | RegExp) => expect(tablet.getByRole('heading', { name: title })).toBeVisible();
  const press = (title: string) => tablet.getByRole('button', { name: title, exact: true }).click();
  await tablet.goto(`${clinic.url}/kiosk`);
  await tablet.getByLabel('Code').fill(code);
  await press('Set up');
  await heading('Welcome');
  await look(tablet, 'kiosk-home');

  async function toTheForms(): Promise<void> {
    await typeDetails(tablet, day, '0101');
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
  await tablet.clock.fastForward(600_000);
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
  expect(new Set(kept.names)).toEqual(new Set(['mainstay-kiosk', 'mainstay-kiosk-arrivals']));
  expect(kept.text).not.toContain(name);
  expect(others).toEqual([]);

  await typeDetails(tablet, day, '0101');
  await press('Yes, that is me');
  await heading('Please take a seat.');
  const stage = async () =>
    (await clinic.sql<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [VisitId]))[0]?.stage;
  expect(await stage()).toBe('checkedIn');

  await tablet.clock.runFor(11_000);
  await heading('Welcome');

  // The network goes: a person whom nobody knows by these digits, then the patient.
  await clinic.sql(`update visits set stage = 'scheduled' where "VisitId" = $1`, [VisitId]);
  await expect
    .poll(() => tablet.evaluate(async () => (await navigator.serviceWorker.getRegistration('/kiosk'))?.active?.state))
    .toBe('activated');
  await context.setOffline(true);
  await tablet.reload();
  await heading('No connection');
  await look(tablet, 'kiosk-offline');
  for (const lastFour of ['9999', '0101']) {
    await typeDetails(tablet, day, lastFour);
    await heading('Do you have forms to fill in?');
    await look(tablet, 'kiosk-offline-forms');
    await press('Check in without forms');
    await heading('Please also tell the front desk.');
    // The browser of the tablet is gone, and comes back without a connection.
    await tablet.close();
    tablet = await context.newPage();
    await tablet.goto(`${clinic.url}/kiosk`);
    await heading('No connection');
  }
  const sealed = await tablet.evaluate(async () => {
    const all: unknown[] = [];
    for (const [database, store] of [
      ['mainstay-kiosk', 'device'],
      ['mainstay-kiosk-arrivals', 'sealed'],
    ] as const) {
      const opening = indexedDB.open(database);
      const db = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result);
      });
      const asked = db.transaction(store).objectStore(store).getAll();
      all.push(
        await new Promise((resolve) => {
          asked.onsuccess = () => resolve(asked.result);
        }),
      );
      db.close();
    }
    return JSON.stringify(all);
  });
  expect(sealed).toContain('"sealed":');
  expect(sealed).not.toContain(day);
  expect(sealed).not.toContain('DateOfBirth');
  await context.setOffline(false);
  await expect.poll(stage).toBe('checkedIn');

  // The other one is for the front desk: of the visits of that day they choose the patient's.
  const waiting = `select to_char(a.at at time zone f."TimeZone", 'YYYY-MM-DD') as day from kiosk_arrivals a
    join facilities f using (site, "FacilityId") where a.state = 'waiting'`;
  await expect.poll(async () => (await clinic.sql(waiting)).length).toBe(1);
  const [arrival] = await clinic.sql<{ day: string }>(waiting);
  await clinic.sql(`update visits set stage = 'scheduled', "Start" = $2, "End" = $3 where "VisitId" = $1`, [
    VisitId,
    `${arrival?.day}T12:00`,
    `${arrival?.day}T12:45`,
  ]);
  await desk.goto(`${clinic.url}/onDeck`);
  await desk.mouse.move(10, 10);
  await desk.mouse.move(20, 20);
  await desk.getByRole('button', { name: '1 arrival to match' }).click();
  const line = desk.getByRole('listitem', { name: /phone ending in 9999$/ });
  await expect(line.getByRole('option', { name: new RegExp(`^12:00 PM .*${name}`) })).toBeAttached();
  await look(desk, 'kiosk-arrivals');
  await line.getByLabel('Visit').selectOption(VisitId);
  await line.getByRole('button', { name: 'Check in' }).click();
  await expect(desk.getByText('No arrivals to match')).toBeVisible();
  expect(await stage()).toBe('checkedIn');
  await context.close();
});
