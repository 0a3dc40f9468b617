import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { closeLayer, pill } from './desk/page.ts';
import { expect, signIn, test, typeEmail } from './fixtures.ts';
import { plantCanaries } from './sealed/canaries.ts';
import {
  canaryWords,
  chooseFromMenu,
  inTreatment,
  lock,
  lookThrough,
  reachDisk,
  signOut,
  unstoredReplies,
  withProfile,
} from './sealed/look-through.ts';
import { goThrough, noteAddress, stopsOf, visitors } from './sealed/screens.ts';
import { filesWith } from './sealed/search.ts';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** What only an administrator sees; the files are those of tests/e2e/files. */
async function administer(page: Page, clinic: Clinic): Promise<void> {
  await chooseFromMenu(page, 'My account');
  await page.getByRole('button', { name: 'Your devices' }).click();
  await dialog(page, 'Your devices').getByText('Everyone’s').click();
  await expect(dialog(page, 'Your devices').getByRole('listitem').first()).toBeVisible();
  await closeLayer(page);
  await chooseFromMenu(page, 'Emergency access');
  await expect(dialog(page, 'Emergency access to review')).toBeVisible();
  await closeLayer(page);
  await page.goto(`${clinic.url}/importer`);
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/patients.csv'));
  await expect(page.getByText('Abernethy-Cole').first()).toBeVisible();
}

/** The front desk may ask for emergency access and nothing else. */
async function onlyDashboard(clinic: Clinic): Promise<void> {
  await clinic.sql(`update sites set settings = settings || '{"enable_emergency_access": true}' where site = 'demo'`);
  await clinic.sql(`update users set "individualPermissions" = $2 where site = 'demo' and "UserId" = $1`, [
    cast.users.front,
    ['request emergency access'],
  ]);
}

async function unlockAs(page: Page, who: string): Promise<void> {
  await typeEmail(page, `${who}@demo.test`);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
}

/** The outage page with its pack, a chart opened with a reason. */
async function workThroughOutage(page: Page, stranger: { LastName: string; FirstName: string }): Promise<void> {
  await unlockAs(page, 'pt');
  await page.waitForURL(/\/alwaysAccess$/);
  await expect(page.locator('[data-downtime-pack]')).toBeAttached();
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(`${stranger.LastName} ${stranger.FirstName}`);
  await page.getByRole('list', { name: 'Patients found' }).getByRole('link').first().click();
  await page.getByLabel('Reason').fill('Asks for the Dachsbauverband that was given last week');
  await page.getByRole('button', { name: 'Open chart' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(stranger.LastName) }).first()).toBeVisible();
}

test('no screen of anyone else leaves a name or a text readable on the disk, nor does an outage: after use, locked, signed out, closed', async ({
  clinic,
}) => {
  test.setTimeout(300_000);
  const people = await inTreatment(clinic);
  expect(people.length).toBeGreaterThan(3);
  const [stranger] = people;
  if (!stranger) throw new Error('Everyone comes today.');
  const stops = stopsOf(await plantCanaries(clinic), await noteAddress(clinic));
  const others = people.flatMap(({ LastName, Phone }) => [LastName, Phone]).filter((word) => word);
  const [admin, superuser, asker, nobody] = visitors.others;
  await withProfile(async ({ profile, context, page }) => {
    const looked = lookThrough(profile, ['Abernethy-Cole', 'Dachsbauverband', ...canaryWords, ...others]);
    const unstored = unstoredReplies(context);
    await context.clock.install();
    await signIn(page, clinic, admin);
    await expect(pill(page)).toHaveText('Saved');
    await administer(page, clinic);
    let screens = await goThrough(page, [admin], stops);
    await reachDisk(page);
    looked.expectNone('in use by an administrator');
    // Who signs in is kept in clear, to unlock offline: it shows that the search finds what is there.
    expect(filesWith(profile, ['admin@demo.test'])).not.toEqual([]);
    await lock(page, context);
    looked.expectNone('locked by an administrator');

    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await signIn(page, clinic, superuser, '/superuser');
    screens += await goThrough(page, [superuser], stops);
    await signOut(page);
    await onlyDashboard(clinic);
    await signIn(page, clinic, asker, '/dashboard');
    screens += await goThrough(page, [asker], stops);
    await reachDisk(page);
    looked.expectNone('in use by who may only ask for access');
    await signOut(page);
    looked.expectNone('signed out');
    screens += await goThrough(page, [nobody], stops);
    looked.expectNone('links of messages, signed out');

    // An outage: its page, the pack, a chart opened with a reason. Whoever signs in then has signed in here before.
    await signIn(page, clinic, 'pt');
    await page.goto(`${clinic.url}/patients`);
    // Charts and names of the whole clinic come after the days.
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(stranger.LastName);
    await expect(page.getByRole('main').getByText(stranger.LastName).first()).toBeVisible();
    await page.goto(`${clinic.url}/onDeck`);
    await signOut(page);
    await clinic.kill9();
    try {
      await workThroughOutage(page, stranger);
      await reachDisk(page);
      looked.expectNone('in an outage');
      await lock(page, context);
      looked.expectNone('locked in an outage');
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Unlock' }).click();
      await chooseFromMenu(page, 'Sign out');
      // The record of the chart that was opened waits for the server.
      const question = page.getByRole('dialog', { name: 'One change is not sent yet' });
      await question.getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(/\/login/);
      looked.expectNone('signed out in an outage');
      // The page of the sign-out leads back to the chart.
      await page.goto(`${clinic.url}/login`);
      await unlockAs(page, superuser);
      await page.waitForURL(/\/alwaysAccessSuper\/demo$/);
      await expect(page.getByRole('heading', { name: 'Downtime pack' })).toBeVisible();
      looked.expectNone('in an outage, as a superuser');
      await context.close();
    } finally {
      await clinic.start();
    }
    looked.expectNone('closed');
    expect(unstored, 'replies that may be kept').toEqual([]);
    looked.print(`${screens} screens and drawers of anyone else, both pages of an outage and a chart`);
  });
});
