import type { Browser, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { look } from './desk/look.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

async function phoneAt(browser: Browser, clinic: Clinic, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${clinic.url}${address}`);
  return page;
}

async function logIn(page: Page, clinic: Clinic, email: string, born: string): Promise<void> {
  const [year = '', month = '', day = ''] = born.split('-');
  await page.getByLabel('Phone or email').fill(email);
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Day').fill(day);
  await page.getByLabel('Year').fill(year);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const read = async () => {
    const [row] = await clinic.sql<{ code: string }>(
      `select substring(coalesce(m.body, o.body) from '[0-9]{6}') as code from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
       where o.kind = 'code' and o.recipient = $1 order by o."createdAt" desc limit 1`,
      [email],
    );
    return row?.code ?? '';
  };
  await expect.poll(read).toMatch(/^\d{6}$/);
  await page.getByLabel('Code').fill(await read());
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** The first time that is shown, in this week or the next one with any. */
async function takeFirst(page: Page): Promise<void> {
  const times = page.getByRole('region', { name: /^Times on/ }).getByRole('button');
  const next = page.getByRole('button', { name: /^Next free/ });
  await expect(times.first().or(next)).toBeVisible();
  if (await next.isVisible()) await next.click();
  await times.first().click();
}

test('a new person books a first visit on an old phone, and a patient a follow-up by a link', async ({
  browser,
  clinic,
}) => {
  const noor = 'noor@patients.example';
  const page = await phoneAt(browser, clinic, '/patientLogin?returnTo=/onlineScheduling&w=demo&aupl=1');
  await logIn(page, clinic, noor, '1988-04-05');
  await expect(page.getByRole('heading', { name: 'Book a visit' })).toBeVisible();
  await expect(page.getByText('First visit, physical therapy')).toBeVisible();
  await expect(page.getByLabel('Provider')).toContainText('Any provider');
  await look(page, 'online-times');
  await page.getByRole('button', { name: 'Later days' }).click();
  await takeFirst(page);
  await expect(page.getByRole('heading', { name: 'Finish your booking' })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/Held for you for (10:00|9:\d\d)/);
  await page.getByRole('button', { name: 'Book this visit' }).click();
  await expect(page.getByText('Enter your first and last name.').first()).toBeVisible();
  await look(page, 'online-finish');
  // Loaded again, the time is still held.
  await page.reload();
  await page.getByLabel('First name').fill('Noor');
  await page.getByLabel('Last name').fill('Haddad');
  await page.getByLabel('What brings you in?').fill('My knee');
  await page.getByLabel('Language').selectOption('es');
  await look(page, 'online-finish-es');
  await page.getByRole('button', { name: 'Reservar esta cita' }).click();
  await expect(page.getByRole('heading', { name: 'Su cita está reservada' })).toBeVisible();
  await look(page, 'online-booked-es');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Añadir al calendario' }).click();
  expect((await saved).suggestedFilename()).toBe('visit.ics');
  const [made] = await clinic.sql<{ name: string; note: string }>(
    `select p."FirstName" as name, v."SchedulingNote" as note from visits v join patients p on p.site = v.site and p."PatientId" = v."PatientId"
     where v.site = 'demo' and p."Email" = $1`,
    [noor],
  );
  expect(made).toEqual({ name: 'Noor', note: 'What brings you in? My knee' });
  await page.getByRole('link', { name: 'Ver sus citas' }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Reservada' })
      .or(page.getByRole('button', { name: 'Confirmar' }))
      .first(),
  ).toBeVisible();
  await page.context().close();

  const { rosa } = cast.patients;
  const email = 'rosa@patients.example';
  const [born] = await clinic.sql<{ day: string }>(
    `update patients set "Email" = $2 where site = 'demo' and "PatientId" = $1 returning "DateOfBirth"::text as day`,
    [rosa, email],
  );
  await clinic.sql(
    `update cases set "DischargedAt" = null, "PlanOfCareStart" = current_date - 20, "PlanOfCareEnd" = current_date + 70, "InsuranceIds" = '{}'
     where site = 'demo' and "PatientId" = $1`,
    [rosa],
  );
  for (const table of ['scripts', 'authorizations'])
    await clinic.sql(`delete from ${table} where site = 'demo' and "PatientId" = $1`, [rosa]);
  await clinic.sql(
    `insert into patient_links (site, "secretHash", "PatientId", purpose, "expiresAt")
     values ('demo', encode(sha256('${'b'.repeat(22)}'::bytea), 'hex'), $1, 'book', now() + interval '14 days')`,
    [rosa],
  );
  const own = await phoneAt(browser, clinic, `/s/demo.${'b'.repeat(22)}`);
  await logIn(own, clinic, email, born?.day ?? '');
  await expect(own.getByText('Follow-up visit')).toBeVisible();
  await own.getByRole('button', { name: 'Later days' }).click();
  await own.getByRole('button', { name: 'Later days' }).click();
  await takeFirst(own);
  await own.getByRole('button', { name: 'Book this visit' }).click();
  await expect(own.getByRole('heading', { name: 'Your visit is booked' })).toBeVisible();
  await own.context().close();
});
