import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { openBrowser } from './devices.ts';
import { untilKept } from './drafts.ts';
import { expect, signIn, test } from './fixtures.ts';
import { reachDisk, signOut, unstoredReplies, withProfile } from './sealed/look-through.ts';
import { filesWith } from './sealed/search.ts';
import { cardOf } from './visits.ts';

const typed = {
  Subjective: 'Quetzalfeder woke her at night.',
  Objective: 'Flexion of the Pampelmusenknie 118 degrees.',
  Assessment: 'Kaleidoskopgang improves on stairs.',
  Plan: 'Continue Windmühlenübung twice a week.',
};
const canaries = ['Quetzalfeder', 'Pampelmusenknie', 'Kaleidoskopgang', 'Windmühlenübung', 'Zwetschgenallee'];
const newPatient = ['Wilhelmine-Canary', 'Grashüpferstein', '6025557319', 'grashuepfer@canary.test', 'Zuckerwattenweg'];

/** Browsers like to remember what was sent with a form, names and addresses most of all. */
async function createPatient(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('First name').fill('Wilhelmine-Canary');
  await form.getByLabel('Last name').fill('Grashüpferstein');
  await form.getByLabel('Birth date').first().fill('01/02/1980');
  await form.getByRole('combobox', { name: 'Sex on the insurance' }).click();
  await page.getByRole('option').first().click();
  await form.getByLabel('Phone').fill('6025557319');
  await form.getByLabel('Email', { exact: true }).fill('grashuepfer@canary.test');
  await form.getByLabel('Street').fill('77 Zuckerwattenweg');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await expect(page.getByText('Patient created.')).toBeVisible();
}

/** Names that stand on this clinic's screens, and all that is typed here. */
async function wordsOf({ sql }: Clinic, LastName: string): Promise<string[]> {
  const others = await sql<{ LastName: string }>(
    `select distinct p."LastName" from patients p join visits v using (site, "PatientId") where site = 'demo' and length(p."LastName") > 7 order by 1 limit 12`,
  );
  const words = [...canaries, ...newPatient, ...others.map((row) => row.LastName), LastName];
  expect(words.filter((word) => word.length < 5)).toEqual([]);
  return words;
}

const card = (page: Page) => cardOf(page, cast.visits.today.confirmed);
const plan = (page: Page) => page.getByRole('textbox', { name: 'Plan' });

/** Searches for a patient, begins the visit, writes the note, finds and creates patients; ends in the note. */
async function work(page: Page, clinic: Clinic, LastName: string): Promise<void> {
  await signIn(page, clinic, 'pt');
  await expect(pill(page)).toHaveText('Saved');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search patients, screens, actions').pressSequentially(LastName, { delay: 20 });
  await expect(page.getByRole('option', { name: new RegExp(LastName) }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await card(page)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await card(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const visit = page.url();
  for (const [section, text] of Object.entries(typed)) await page.getByRole('textbox', { name: section }).fill(text);
  // What was typed is on disk, though nothing was queued yet.
  await expect(page.locator('#note-Plan-state')).toContainText('saved on this device');
  await page.goto(`${clinic.url}/patients`);
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(LastName);
  await expect(page.getByRole('main').getByText('No one with that name')).toHaveCount(0);
  await expect(page.getByRole('main').getByText(LastName).first()).toBeVisible();
  await createPatient(page);
  await page.goto(visit);
  await expect(plan(page)).toHaveValue(typed.Plan);
  await plan(page).fill(`${typed.Plan} Zwetschgenallee.`);
}

test('nothing of a patient can be read from the browser profile, in use, signed out, or closed', async ({ clinic }) => {
  test.setTimeout(180_000);
  const [patient] = await clinic.sql<{ LastName: string }>(
    `select p."LastName" from patients p join visits v using (site, "PatientId") where v."VisitId" = $1`,
    [cast.visits.today.confirmed],
  );
  const LastName = patient?.LastName ?? '';
  const words = await wordsOf(clinic, LastName);
  await withProfile(async ({ profile, context, page }) => {
    // The address of who signed in is kept in clear, to unlock offline: it shows that the search finds what is there.
    const control = () => expect(filesWith(profile, ['pt@demo.test']).length).toBeGreaterThan(0);
    const unstored = unstoredReplies(context);
    await work(page, clinic, LastName);
    await reachDisk(page, 6_000);
    await page.reload();
    await expect(plan(page)).toHaveValue(/Zwetschgenallee/);
    control();
    expect(filesWith(profile, words), 'in use').toEqual([]);
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, location.href]),
      ),
    ).not.toMatch(new RegExp(words.join('|')));
    await page.goto(`${clinic.url}/onDeck`);
    await signOut(page);
    expect(filesWith(profile, words), 'signed out').toEqual([]);
    await context.close();
    control();
    expect(filesWith(profile, words), 'closed').toEqual([]);

    // Closed in the middle of work, without signing out.
    const again = await openBrowser(profile);
    const unstoredAgain = unstoredReplies(again.context);
    try {
      await signIn(again.page, clinic, 'pt');
      await card(again.page).getByRole('link').click();
      await untilKept(again.page, () => plan(again.page).fill(`${typed.Plan} Zwetschgenallee again.`));
    } finally {
      await again.context.close();
    }
    expect(filesWith(profile, words), 'closed while working').toEqual([]);
    expect([...unstored, ...unstoredAgain], 'replies that may be kept').toEqual([]);
  });
});
