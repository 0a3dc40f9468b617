import { cast } from '../../server/demo/cast.ts';
import { desk, look, phone } from './desk/look.ts';
import { expect, signIn, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

const reason = 'Collapsed in the gym, the clinician is away';

test('who may only ask sees the dashboard, asks, works, ends it, and an administrator closes it with a note; it ends by itself, and what the device held goes', async ({
  clinic,
  browser,
  elsewhere,
}) => {
  const page = await elsewhere();
  await page.setViewportSize(desk);
  await clinic.sql(`update users set "individualPermissions" = array['request emergency access']
    where site = 'demo' and "Email" = 'front@demo.test'`);
  const office = await browser.newContext({ viewport: desk });
  const admin = await office.newPage();
  await signIn(admin, clinic, 'admin');
  await admin.goto(`${clinic.url}/company/settings`);
  const security = admin.getByRole('region', { name: 'Security' });
  await security.getByRole('switch', { name: 'Emergency access' }).press('Space');
  await expect(admin.getByText('Setting updated')).toBeVisible();

  await signIn(page, clinic, 'front', '/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(1);
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}`);
  await page.waitForURL((url) => url.pathname === '/dashboard');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Begin emergency access' }).click();
  await expect(page.getByText('Enter a reason of 10 to 300 characters.')).toBeVisible();
  await look(page, 'dashboard');
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.setViewportSize(desk);

  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Begin emergency access' }).click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
  const line = page.getByRole('status').filter({ hasText: 'You have emergency access' });
  await expect(line).toContainText('60 minutes left');
  await page.goto(`${clinic.url}/patients/${cast.patients.rosa}`);
  await expect(page.getByRole('heading', { name: /Alvarez/ }).first()).toBeVisible();
  await look(page, 'banner');
  await expect
    .poll(() => clinic.sql(`select reason from emergency_accesses where "PatientId" = $1`, [cast.patients.rosa]))
    .toEqual([{ reason }]);
  const mails = await clinic.sql<{ to: string }>(
    `select "to" from outgoing_mail where subject like 'Emergency access%'`,
  );
  expect(mails.map(({ to }) => to)).toContain('admin@demo.test');

  await admin.getByRole('button', { name: /account menu$/ }).click();
  await admin.getByRole('menuitem', { name: 'Emergency access' }).click();
  const drawer = admin.getByRole('dialog', { name: 'Emergency access to review' });
  await expect(drawer).toContainText(reason);
  await expect(drawer.getByRole('button', { name: 'End access now' })).toBeVisible();
  await admin.keyboard.press('Escape');

  await line.getByRole('button', { name: 'End access now' }).click();
  await page.waitForURL((url) => url.pathname === '/dashboard');
  await expect(page.getByText('You have emergency access')).toHaveCount(0);

  await admin.getByRole('button', { name: /account menu$/ }).click();
  await admin.getByRole('menuitem', { name: 'Emergency access, 1 to review' }).click();
  await expect(drawer).toContainText('Alvarez');
  await drawer.getByRole('button', { name: 'Close with this note' }).click();
  await expect(drawer.getByText('Enter what you found.')).toBeVisible();
  await drawer.getByLabel('Note').fill('Needed: the ambulance asked for her allergies.');
  await look(admin, 'review', '[role=dialog]');
  await drawer.getByRole('button', { name: 'Close with this note' }).click();
  await expect(drawer.getByText('Nothing to review')).toBeVisible();
  await office.close();

  // It ends by itself, too, and what the device held goes.
  await clinic.sql(`update sites set settings = settings || '{"emergency_access_ms": 300000}' where site = 'demo'`);
  await page.getByLabel('Reason').fill(reason);
  await page.getByRole('button', { name: 'Begin emergency access' }).click();
  await page.waitForURL((url) => url.pathname === '/onDeck');
  await expect(page.getByText('5 minutes left')).toBeVisible();
  await clinic.sql(
    `update emergency_grants set "endsAt" = clock_timestamp() + interval '1 second' where "endedAt" is null`,
  );
  await clinic.sql(`select pg_notify('mainstay_change', 'rights ' || "UserId"), pg_notify('mainstay_change', 'setup demo')
    from users where site = 'demo' and "Email" = 'front@demo.test'`);
  await page.waitForURL((url) => url.pathname === '/dashboard');
  await expect(page.getByText('You have emergency access')).toHaveCount(0);
  // A list that is open is as it was asked for; what went is not found by the next letters.
  const search = page.getByRole('combobox', { name: 'Search patients, screens and actions' });
  await expect(async () => {
    // A key that is pressed while the screen is being put up goes nowhere.
    if (!(await search.isVisible())) await page.keyboard.press('Control+k');
    await search.fill('');
    await search.fill('alva');
    await expect(page.getByText('No results.')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});
