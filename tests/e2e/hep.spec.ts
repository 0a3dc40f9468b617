import { cast } from '../../server/demo/cast.ts';
import { pill } from './desk/page.ts';
import { look } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const oldPhone = { width: 360, height: 640 };

test('a program is built from the flowsheet, sent, opened by its link and logged offline; the therapist sees it', async ({
  browser,
  page: desk,
  clinic,
}) => {
  const { gus } = cast.patients;
  const [{ day: birth } = { day: '' }] = await clinic.sql<{ day: string }>(
    `update patients set "Email" = 'gus@patients.example', "Phone" = null
     where site = 'demo' and "PatientId" = $1 returning "DateOfBirth"::text as day`,
    [gus],
  );
  await signIn(desk, clinic, 'pt');
  await expect(pill(desk)).toHaveText('Saved');
  await desk.goto(`${clinic.url}/patients/${gus}?tab=documentation`);
  await desk.getByRole('button', { name: /^Add a home program/ }).click();
  const drawer = desk.getByRole('dialog', { name: 'New home program' });
  await drawer.getByRole('button', { name: /^Add all from the flowsheet/ }).click();
  await expect(drawer.getByRole('button', { name: 'Remove Bridge' })).toBeVisible();
  await drawer.getByRole('textbox', { name: 'Note to the patient' }).fill('Stop when pain gets worse.');
  await look(desk, 'home-program-builder');
  await drawer.getByRole('button', { name: 'Save program' }).click();
  await expect(pill(desk)).toHaveText('Saved');
  await desk.getByRole('button', { name: 'Send the draft' }).click();
  await desk.getByRole('button', { name: 'Record consent and send' }).click();
  await expect(desk.getByText('The link was sent by email.')).toBeVisible();
  await expect(desk.getByText('Version 2')).toBeVisible();
  await look(desk, 'home-programs');

  const linkOf = async () => {
    const [message] = await clinic.sql<{ path: string }>(
      `select substring(coalesce(m.body, o.body) from '/s/demo\\.[A-Za-z0-9_-]{22}') as path from outbound_messages o
       left join outgoing_mail m on m.site = o.site and m."MailId" = o."MailId" where o."PatientId" = $1 and o.kind = 'hep'`,
      [gus],
    );
    return message?.path ?? '';
  };
  await expect.poll(linkOf).toMatch(/^\/s\/demo/);
  const context = await browser.newContext({ viewport: oldPhone, locale: 'en-US' });
  const page = await context.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url) && !request.url().startsWith('blob:')) others.push(request.url());
  });
  await page.goto(`${clinic.url}${await linkOf()}`);
  const [year = '', month = '', date = ''] = birth.split('-');
  await page.getByLabel('Month').fill(month);
  await page.getByLabel('Day').fill(date);
  await page.getByLabel('Year').fill(year);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { name: 'Your home program' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start: Bridge' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?app=hep&w=demo');
  await look(page, 'hep-list');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/hep-sw/);

  // The phone has no connection: the page opens all the same, and what is logged waits.
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^You are offline\. You can go on/)).toBeVisible();
  await page.getByRole('button', { name: 'Start: Bridge' }).click();
  await expect(page.getByRole('heading', { name: 'Bridge' })).toBeVisible();
  await look(page, 'hep-exercise');
  await page.getByRole('radio', { name: '4', exact: true }).check();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(page.getByText(/^1 not sent yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^1 not sent yet/)).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  const kept = () =>
    clinic.sql(
      `select "Pain", "Version" from home_program_logs where site = 'demo' and "PatientId" = $1 and "Pain" = 4`,
      [gus],
    );
  await expect.poll(kept).toEqual([{ Pain: 4, Version: 2 }]);
  await expect(page.getByText(/not sent yet/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open: Bridge' })).toBeVisible();
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('heading', { name: 'Su programa en casa' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Abrir: Puente' })).toBeVisible();
  await look(page, 'hep-list-es');
  expect(others).toEqual([]);
  await context.close();

  await expect(desk.getByText(/: 1 done, pain up to 4$/)).toBeVisible();
});
