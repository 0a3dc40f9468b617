import type { Browser, BrowserContext, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { look } from './desk/look.ts';
import { pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const oldPhone = { width: 360, height: 640 };
const email = 'rosa@patients.example';

/** A phone that may ask this clinic's server and no other host. */
async function phoneOf(
  browser: Browser,
  clinic: Clinic,
): Promise<{ context: BrowserContext; page: Page; others: string[] }> {
  const context = await browser.newContext({ viewport: oldPhone, locale: 'en-US' });
  const page = await context.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url) && !request.url().startsWith('blob:')) others.push(request.url());
  });
  return { context, page, others };
}

/** The patient's one visit in two weeks, at a time that no clock of the test moves. */
async function visitOf(clinic: Clinic, PatientId: string, time: string): Promise<string> {
  const [row] = await clinic.sql<{ VisitId: string }>(
    `update visits set stage = 'scheduled', "PatientAsk" = null,
       "Start" = to_char(now() + interval '14 days', 'YYYY-MM-DD') || $2, "End" = to_char(now() + interval '14 days', 'YYYY-MM-DD') || 'T18:00'
     where "VisitId" = (select "VisitId" from visits where site = 'demo' and "PatientId" = $1 and stage in ('scheduled', 'confirmed') order by "Start" desc limit 1)
     returning "VisitId"`,
    [PatientId, time],
  );
  return row?.VisitId ?? '';
}

async function birthOf(clinic: Clinic, PatientId: string): Promise<string> {
  const [row] = await clinic.sql<{ day: string }>(
    `select "DateOfBirth"::text as day from patients where site = 'demo' and "PatientId" = $1`,
    [PatientId],
  );
  return row?.day ?? '';
}

async function fillIn(page: Page, contact: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  await page.getByLabel('Phone or email').fill(contact);
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Day').fill(date);
  await page.getByLabel('Year').fill(year);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

async function codeTo(clinic: Clinic, recipient: string): Promise<string> {
  const read = async () => {
    const [row] = await clinic.sql<{ code: string }>(
      `select substring(coalesce(m.body, o.body) from '[0-9]{6}') as code from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId"
       where o.kind = 'code' and o.recipient = $1 order by o."createdAt" desc limit 1`,
      [recipient],
    );
    return row?.code ?? '';
  };
  await expect.poll(read).toMatch(/^\d{6}$/);
  return read();
}

const stores = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name = '' }) => name).toSorted((a, b) => a.localeCompare(b)),
  );

test('a patient logs in with a code on an old phone, confirms a visit in Spanish, and logs out', async ({
  browser,
  clinic,
}) => {
  const { rosa } = cast.patients;
  await clinic.sql(`update patients set "Email" = $2 where site = 'demo' and "PatientId" = $1`, [rosa, email]);
  const VisitId = await visitOf(clinic, rosa, 'T10:15');
  const secret = 'l'.repeat(22);
  await clinic.sql(
    `insert into patient_links (site, "secretHash", "PatientId", purpose, "expiresAt")
     values ('demo', encode(sha256($1::bytea), 'hex'), $2, 'visits', now() + interval '1 day')`,
    [secret, rosa],
  );
  const { context, page, others } = await phoneOf(browser, clinic);
  await page.goto(`${clinic.url}/s/demo.${secret}`);
  await expect(page.getByRole('heading', { name: 'Is this you?' })).toBeVisible();
  await look(page, 'link-login');
  await page.goto(`${clinic.url}/patientLogin?returnTo=/patient_visits&w=demo&agl=1`);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Enter an email or a US phone number.')).toBeVisible();
  await look(page, 'patient-login');
  await fillIn(page, email, await birthOf(clinic, rosa));
  await look(page, 'patient-code');
  const code = await codeTo(clinic, email);
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('This code is not right');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Log in' }).click();

  await expect(page.getByRole('heading', { name: 'Your visits' })).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: '10:15' }).first();
  await expect(card).toBeVisible();
  await look(page, 'patient-visits');
  const saved = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Add to calendar' }).click();
  expect((await saved).suggestedFilename()).toBe('visit.ics');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('heading', { name: 'Sus citas' })).toBeVisible();
  await card.getByRole('button', { name: 'Confirmar' }).click();
  await expect(card.getByText('Gracias, su cita está confirmada.')).toBeVisible();
  await look(page, 'patient-visits-es');
  const [visit] = await clinic.sql<{ stage: string }>(`select stage from visits where "VisitId" = $1`, [VisitId]);
  expect(visit?.stage).toBe('confirmed');

  // Loaded again, the device goes on with its key; another one that has the cookie alone does not.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sus citas' })).toBeVisible();
  await page.getByRole('link', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Su sesión está cerrada' })).toBeVisible();
  await look(page, 'patient-logout');
  await page.goto(`${clinic.url}/patient_visits`);
  await expect(page.getByRole('alert')).toHaveText('Su sesión ha caducado. Vuelva a iniciar sesión.');
  const back = page.getByRole('link', { name: 'Volver a iniciar sesión' });
  await expect(back).toHaveAttribute('href', '/patientLogin?returnTo=%2Fpatient_visits&w=demo&agl=1');
  expect(others).toEqual([]);
  // No service worker, and nothing of the staff's.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await context.close();
});

test('a guarantor sees the visits of two children and of no one else, and confirms one', async ({
  browser,
  clinic,
}) => {
  const children = await clinic.sql<{ id: string; name: string }>(
    `select distinct p."PatientId" as id, p."FirstName" as name from patients p join visits v using (site, "PatientId")
     where site = 'demo' and p."DeathDate" is null and v.stage in ('scheduled', 'confirmed') and p."PatientId" <> $1
     order by 1 limit 2`,
    [cast.patients.rosa],
  );
  const [first, second] = children;
  if (!first || !second) throw new Error('The demo clinic has no two patients with visits to come.');
  const parent = { contact: 'nora@patients.example', birth: '1985-03-04' };
  const visits: string[] = [];
  for (const [at, { id }] of children.entries()) {
    await clinic.sql(
      `update patients set "DateOfBirth" = current_date - interval '9 years', "FirstName" = $2 where site = 'demo' and "PatientId" = $1`,
      [id, ['Leo', 'Mia'][at]],
    );
    await clinic.sql(
      `insert into patient_guarantors (site, "PatientGuarantorId", "PatientId", "FirstName", "LastName", "DateOfBirth", "Email", "Relationship", "IsProxy", "IsForAdult", "From", "Until")
       values ('demo', gen_random_uuid(), $1, 'Nora', 'Quill', $2, $3, 'parent', true, false, '2020-01-01', null)`,
      [id, parent.birth, parent.contact],
    );
    visits.push(await visitOf(clinic, id, ['T10:15', 'T11:15'][at] ?? ''));
  }
  const { context, page, others } = await phoneOf(browser, clinic);
  await page.goto(`${clinic.url}/patientLogin?returnTo=/patient_visits&w=demo&agl=1`);
  await fillIn(page, parent.contact, parent.birth);
  await page.getByLabel('Code').fill(await codeTo(clinic, parent.contact));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Your visits' })).toBeVisible();
  const card = (time: string, words: string) =>
    page.getByRole('listitem').filter({ hasText: time }).filter({ hasText: words });
  await expect(card('10:15', 'For Leo')).toBeVisible();
  await expect(card('11:15', 'For Mia')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasNotText: /For (Leo|Mia)/ })).toHaveCount(0);
  await look(page, 'guarantor-visits');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('heading', { name: 'Sus citas' })).toBeVisible();
  await card('11:15', 'Para Mia').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Gracias, su cita está confirmada.')).toBeVisible();
  await look(page, 'guarantor-visits-es');
  const stages = await clinic.sql<{ id: string; stage: string }>(
    `select "VisitId" as id, stage from visits where "VisitId" = any ($1)`,
    [visits],
  );
  expect(new Map(stages.map(({ id, stage }) => [id, stage]))).toEqual(
    new Map([
      [visits[0], 'scheduled'],
      [visits[1], 'confirmed'],
    ]),
  );
  expect(others).toEqual([]);
  await context.close();
});

test('a patient who logs out on a device of the staff takes nothing of theirs along', async ({ page, clinic }) => {
  await signIn(page, clinic, 'pt');
  await expect(pill(page)).toHaveText('Saved');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const before = await stores(page);
  expect(before.length).toBeGreaterThan(1);
  await page.goto(`${clinic.url}/patientLogout`);
  await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible();
  // The staff's service worker answers no page of a patient.
  expect(await page.locator('script[src*="/assets/public/"]').count()).toBe(1);
  expect(await stores(page)).toEqual(before);
  await page.goto(`${clinic.url}/onDeck`);
  await expect(pill(page)).toHaveText('Saved');
});
