import type { Page } from '@playwright/test';
import { demoPassword } from '../clinic.ts';
import { expect, signIn, test, typeEmail } from './fixtures.ts';
import {
  chooseFromMenu,
  inTreatment,
  lock,
  lookThrough,
  reachDisk,
  signOut,
  withProfile,
} from './sealed/look-through.ts';

async function unlockAs(page: Page, who: 'pt' | 'super'): Promise<void> {
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

test('an outage leaves nothing readable on the disk either: its page, the pack, a chart opened with a reason', async ({
  clinic,
}) => {
  test.setTimeout(180_000);
  const people = await inTreatment(clinic);
  const [stranger] = people;
  if (!stranger) throw new Error('Everyone comes today.');
  await withProfile(async ({ profile, context, page }) => {
    const looked = lookThrough(profile, ['Dachsbauverband', ...people.map(({ LastName }) => LastName)]);
    await context.clock.install();
    // Whoever signs in without the server has signed in here before.
    await signIn(page, clinic, 'super', '/superuser');
    await signOut(page);
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
      await unlockAs(page, 'super');
      await page.waitForURL(/\/alwaysAccessSuper\/demo$/);
      await expect(page.getByRole('heading', { name: 'Downtime pack' })).toBeVisible();
      looked.expectNone('in an outage, as a superuser');
      await context.close();
      looked.expectNone('closed');
      looked.print('both pages of an outage and a chart');
    } finally {
      await clinic.start();
    }
  });
});
