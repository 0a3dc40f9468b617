import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import { expect, launchOptions, signIn, test } from './fixtures.ts';

const typed = {
  Subjective: 'Quetzalfeder woke her at night.',
  Objective: 'Flexion of the Pampelmusenknie 118 degrees.',
  Assessment: 'Kaleidoskopgang improves on stairs.',
  Plan: 'Continue Windmühlenübung twice a week.',
};
const canaries = ['Quetzalfeder', 'Pampelmusenknie', 'Kaleidoskopgang', 'Windmühlenübung', 'Zwetschgenallee'];
const newPatient = ['Wilhelmine-Canary', 'Grashüpferstein', '6025557319', 'grashuepfer@canary.test', 'Zuckerwattenweg'];

/** A word as each part of a browser may write it: text, addresses, and the two-byte strings of form state and of IndexedDB. */
function spellings(word: string): Buffer[] {
  const twoBytes = Buffer.from(word, 'utf16le');
  return [
    Buffer.from(word, 'utf8'),
    twoBytes,
    Buffer.from(twoBytes).swap16(),
    Buffer.from(word, 'latin1'),
    Buffer.from(encodeURIComponent(word)),
  ];
}

/** Every file below a profile whose bytes hold one of the words. */
function filesWith(profile: string, words: string[]): string[] {
  const found: string[] = [];
  const wanted = words.flatMap((word) => spellings(word).map((bytes) => ({ word, bytes })));
  for (const entry of readdirSync(profile, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readIfThere(path);
    const hits = new Set(wanted.filter((one) => bytes.includes(one.bytes)).map((one) => one.word));
    for (const word of hits) found.push(`${relative(profile, path)}: ${word}`);
  }
  return found;
}

/** A running browser removes files at any time. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

async function openBrowser(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1440, height: 900 },
  });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

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
  await form.getByLabel('Email').fill('grashuepfer@canary.test');
  await form.getByLabel('Street').fill('77 Zuckerwattenweg');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await expect(page.getByText('Patient created.')).toBeVisible();
}

test('nothing of a patient can be read from the browser profile, in use, signed out, or closed', async ({ clinic }) => {
  test.setTimeout(180_000);
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-profile-'));
  const [patient] = await clinic.sql<{ PatientId: string; FirstName: string; LastName: string; Phone: string }>(
    `select p.* from patients p join visits v using (site, "PatientId") where v."VisitId" = $1`,
    [cast.visits.today.confirmed],
  );
  const others = await clinic.sql<{ LastName: string }>(
    `select distinct p."LastName" from patients p join visits v using (site, "PatientId") where site = 'demo' and length(p."LastName") > 7 order by 1 limit 12`,
  );
  const words = [...canaries, ...newPatient, ...others.map((row) => row.LastName), patient?.LastName ?? ''];
  expect(words.filter((word) => word.length < 5)).toEqual([]);
  // The address of who signed in is kept in clear, to unlock offline: it shows that the search finds what is there.
  const control = () => expect(filesWith(profile, ['pt@demo.test']).length).toBeGreaterThan(0);

  const unstored: string[] = [];
  let { context, page } = await openBrowser(profile);
  try {
    context.on('response', (reply) => {
      const isApi = new URL(reply.url()).pathname.startsWith('/api/');
      if (isApi && !/no-store/.test(reply.headers()['cache-control'] ?? '')) unstored.push(reply.url());
    });
    await signIn(page, clinic, 'pt');
    await expect(page.locator('[data-sync-pill]')).toHaveText('Saved');
    await page.keyboard.press('Control+k');
    await page
      .getByPlaceholder('Search patients, screens, actions')
      .pressSequentially(patient?.LastName ?? '', { delay: 20 });
    await expect(page.getByRole('option', { name: new RegExp(patient?.LastName ?? '') }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page
      .locator(`[data-visit="${cast.visits.today.confirmed}"]`)
      .getByRole('button', { name: /^Check in/ })
      .click();
    await page.locator(`[data-visit="${cast.visits.today.confirmed}"]`).getByRole('link').click();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const visit = page.url();
    for (const [section, text] of Object.entries(typed)) await page.getByRole('textbox', { name: section }).fill(text);
    // What was typed is on disk, though nothing was queued yet.
    await expect(page.locator('#note-Plan-state')).toContainText('saved on this device');
    await page.goto(`${clinic.url}/patients`);
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(patient?.LastName ?? '');
    await expect(page.getByRole('main').getByText('Nobody by that name')).toHaveCount(0);
    await expect(
      page
        .getByRole('main')
        .getByText(patient?.LastName ?? '')
        .first(),
    ).toBeVisible();
    await createPatient(page);
    await page.waitForTimeout(1_000);
    await page.goto(visit);
    await expect(page.getByRole('textbox', { name: 'Plan' })).toHaveValue(typed.Plan);
    await page.getByRole('textbox', { name: 'Plan' }).fill(`${typed.Plan} Zwetschgenallee.`);
    // History and form state reach the disk a few seconds after they change.
    await page.waitForTimeout(6_000);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Plan' })).toHaveValue(/Zwetschgenallee/);
    control();
    expect(filesWith(profile, words), 'in use').toEqual([]);
    expect(
      await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, location.href]),
      ),
    ).not.toMatch(new RegExp(words.join('|')));

    await page.goto(`${clinic.url}/onDeck`);
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await page.waitForTimeout(3_000);
    expect(filesWith(profile, words), 'signed out').toEqual([]);
    await context.close();
    control();
    expect(filesWith(profile, words), 'closed').toEqual([]);

    // Closed in the middle of work, without signing out.
    ({ context, page } = await openBrowser(profile));
    await signIn(page, clinic, 'pt');
    await page.locator(`[data-visit="${cast.visits.today.confirmed}"]`).getByRole('link').click();
    await page.getByRole('textbox', { name: 'Plan' }).fill(`${typed.Plan} Zwetschgenallee again.`);
    await page.waitForTimeout(3_000);
    await context.close();
    expect(filesWith(profile, words), 'closed while working').toEqual([]);
    expect(unstored, 'replies that may be kept').toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
