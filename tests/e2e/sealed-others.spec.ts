import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { closeLayer, pill } from './desk/page.ts';
import { expect, signIn, test } from './fixtures.ts';
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

test('no screen of anyone else leaves a name or a text readable on the disk: after use, locked, signed out, closed', async ({
  clinic,
}) => {
  test.setTimeout(300_000);
  const people = await inTreatment(clinic);
  expect(people.length).toBeGreaterThan(3);
  const stops = stopsOf(await plantCanaries(clinic), await noteAddress(clinic));
  const others = people.flatMap(({ LastName, Phone }) => [LastName, Phone]).filter((word) => word);
  const [admin, superuser, asker, nobody] = visitors.others;
  await withProfile(async ({ profile, context, page }) => {
    const looked = lookThrough(profile, ['Abernethy-Cole', ...canaryWords, ...others]);
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
    await context.close();
    looked.expectNone('closed');
    expect(unstored, 'replies that may be kept').toEqual([]);
    looked.print(`${screens} screens and drawers of anyone else`);
  });
});
