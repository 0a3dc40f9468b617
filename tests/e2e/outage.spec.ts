import type { Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { lookEverywhere } from './desk/look.ts';
import { expect, signIn, test, typeEmail } from './fixtures.ts';
import { pdfPages, squeezed } from '../../server/testing/pdf-text.ts';
import { allIsHere, dayOfVisit, namesOf, patientOf, stageOf } from './visits.ts';

const { today } = cast.visits;

async function typeCredentials(page: Page, email: string): Promise<void> {
  await typeEmail(page, email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
}

async function lock(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
}

/** Coming back to the window asks the server at once instead of at the next turn. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Somebody in treatment who does not come today. */
async function strangerOf(clinic: Clinic): Promise<{ PatientId: string; FirstName: string; LastName: string }> {
  const [stranger] = await clinic.sql<{ PatientId: string; FirstName: string; LastName: string }>(
    `select p."PatientId", p."FirstName", p."LastName" from patients p join cases c on c.site = p.site and c."PatientId" = p."PatientId"
     where p.site = 'demo' and c."DischargedAt" is null and not exists (
       select from visits v where v.site = p.site and v."PatientId" = p."PatientId"
       and left(v."Start"::text, 10) = ${dayOfVisit(today.confirmed)}) order by p."PatientId" limit 1`,
  );
  if (!stranger) throw new Error('Everyone comes today.');
  return stranger;
}

/** How many outages are kept beside the databases. */
async function outagesKept(page: Page): Promise<number> {
  const keys = await page.evaluate(() => Object.keys(localStorage));
  return keys.filter((key) => key.startsWith('mainstay:outage:')).length;
}

const reason = 'Fell at home and asks what may be moved';

test('the server is gone at sign-in: the day, the pack and a note from this device, sent when it is back', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  test.setTimeout(300_000);
  await signIn(page, clinic, 'pt');
  await expect(pill(page)).toHaveText('Saved');
  await allIsHere(page);
  const PatientId = await patientOf(clinic, today.confirmed);
  const ofToday = await namesOf(clinic, `left(v."Start"::text, 10) = ${dayOfVisit(today.confirmed)}`);
  const ofOthers = (await namesOf(clinic, `left(v."Start"::text, 10) <> ${dayOfVisit(today.confirmed)}`)).filter(
    (name) => !ofToday.includes(name),
  );
  expect(ofToday.length).toBeGreaterThan(5);
  expect(ofOthers.length).toBeGreaterThan(5);
  const stranger = await strangerOf(clinic);
  await lock(page);
  await clinic.kill9();
  try {
    await typeCredentials(page, 'pt@demo.test');
    await page.waitForURL(`${clinic.url}/alwaysAccess`);
    await expect(
      page.getByText(/^The server can’t be reached since .*; you’re working with data as of /),
    ).toBeVisible();
    await expect(page.locator(`[data-visit="${today.confirmed}"]`)).toBeVisible();

    await lookEverywhere(page, 'outage');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Always access' })).toBeVisible();

    await expect(page.locator('[data-downtime-pack]')).toBeAttached();
    const pdf = await page.pdf({ format: 'Letter' });
    if (process.env['SHOTS']) {
      await page.emulateMedia({ media: 'print' });
      await page.screenshot({
        path: `${process.env['SHOTS']}/print.png`,
        clip: { x: 0, y: 0, width: 1440, height: 3000 },
        fullPage: true,
      });
      await page.emulateMedia({ media: null });
    }
    if (process.env['SHOTS']) writeFileSync(`${process.env['SHOTS']}/pack.pdf`, pdf);
    const pages = pdfPages(pdf);
    const has = (text: string) => pages.some((each) => each.includes(squeezed(text)));
    expect(ofToday.filter((name) => !has(name))).toEqual([]);
    const sheets = (name: string) => pages.filter((each) => each.startsWith(squeezed(name))).length;
    expect(ofToday.filter((name) => sheets(name) !== ofToday.filter((other) => other === name).length)).toEqual([]);
    expect(ofOthers.filter(has)).toEqual([]);
    const parts = ['Schedule of', 'Sign-in sheet of', 'Last signed note', 'Diagnoses', 'Plan of care', 'Exercise'];
    expect(parts.filter((part) => !has(part))).toEqual([]);
    expect(has('Find a patient')).toBe(false);

    const [someone = ''] = ofToday;
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(someone.split(',')[0] ?? '');
    await expect(page.getByRole('list', { name: 'Patients found' }).getByRole('link').first()).toContainText(someone);

    await page.getByRole('searchbox', { name: 'Search patients' }).fill(`${stranger.LastName} ${stranger.FirstName}`);
    await page.getByRole('list', { name: 'Patients found' }).getByRole('link').first().click();
    await page.waitForURL(`${clinic.url}/patients/${stranger.PatientId}`);
    await expect(page.getByRole('heading', { name: 'Emergency access' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveCount(0);
    await lookEverywhere(page, 'emergency');
    await page.getByLabel('Reason').fill('because');
    await page.getByRole('button', { name: 'Open chart' }).click();
    await expect(page.getByText('Enter a reason of 10 to 300 characters')).toBeVisible();
    await page.getByLabel('Reason').fill(reason);
    await page.getByRole('button', { name: 'Open chart' }).click();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    await expect(page.getByText(/^Emergency access until /)).toBeVisible();
    await expect(pill(page)).toHaveText('Offline, 1 waiting');
    await page.getByRole('button', { name: 'Outage page' }).click();

    await page.locator(`[data-visit="${today.confirmed}"]`).click();
    await page.waitForURL(`${clinic.url}/patients/${PatientId}?visit=${today.confirmed}`);
    await page
      .getByRole('button', { name: /^Check in/ })
      .first()
      .click();
    await expect(pill(page)).toHaveText('Offline, 2 waiting');
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click();
    await expect(pill(page)).toHaveText('Offline, 3 waiting');
    await page.getByRole('textbox', { name: 'Subjective' }).first().fill('Walked here though the server was down.');
    await expect(pill(page)).toHaveText('Offline, 4 waiting');
    await page.getByRole('button', { name: 'Outage page' }).click();
    await page.waitForURL(`${clinic.url}/alwaysAccess`);
    await page.getByRole('button', { name: 'Print pack' }).click();
    await expect(pill(page)).toHaveText('Offline, 5 waiting');
  } finally {
    await clinic.start();
  }
  await comeBack(page);
  // Signed out before the outage, so that the server asks for the password again; what waits stays.
  await page.waitForURL((url) => url.pathname === '/login', { timeout: 90_000 });
  await typeCredentials(page, 'pt@demo.test');
  await expect(page.getByRole('heading', { name: 'The server is back' })).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('[data-sent="sent"]')).toHaveCount(5);
  await expect(page.getByText('The server has everything you saved during the outage.')).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  expect(await stageOf(clinic, today.confirmed)).toBe('inProgress');
  const [note] = await clinic.sql<{ Subjective: string }>(
    `select "Sections" ->> 'Subjective' as "Subjective" from visit_notes where site = 'demo' and "VisitId" = $1`,
    [today.confirmed],
  );
  expect(note?.Subjective).toBe('Walked here though the server was down.');
  const prints = await clinic.sql(
    `select pk, detail ->> 'patients' as patients from audit_entry where site = 'demo' and action = 'print'`,
  );
  expect(prints).toEqual([{ pk: 'downtime pack', patients: String(ofToday.length) }]);
  await lookEverywhere(page, 'sent');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sent changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL(`${clinic.url}/onDeck`);
  await page.goto(`${clinic.url}/alwaysAccess`);
  await expect(page).toHaveURL(`${clinic.url}/onDeck`);
});

test('who works in a chart when the server goes stays in it; a new tab and a reload ask why, and its page opens', async ({
  clinic,
  elsewhere,
}) => {
  const first = await elsewhere();
  const context = first.context();
  await signIn(first, clinic, 'pt');
  await expect(pill(first)).toHaveText('Saved');
  await allIsHere(first);
  const { PatientId } = await strangerOf(clinic);
  // Until the server has answered the page that was loaded, nobody knows that there is no outage.
  const answered = first.waitForResponse(/\/api\/session\/refresh$/);
  await first.goto(`${clinic.url}/patients/${PatientId}`);
  await answered;
  await expect(first.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect(pill(first)).toHaveText('Saved');
  await clinic.kill9();
  const second = await context.newPage();
  try {
    await second.goto(`${clinic.url}/patients/${PatientId}`);
    await expect(second.getByRole('heading', { name: 'Emergency access' })).toBeVisible();
    await expect(second.getByRole('tab', { name: 'Overview' })).toHaveCount(0);
    await expect(first.getByRole('button', { name: 'Outage page' })).toBeVisible();
    await expect(first.getByRole('tab', { name: 'Overview' })).toBeVisible();
    await first.reload();
    await expect(first.getByRole('heading', { name: 'Emergency access' })).toBeVisible();
    await expect(first.getByRole('tab', { name: 'Overview' })).toHaveCount(0);
    await second.goto(`${clinic.url}/alwaysAccess`);
    await expect(second.getByRole('heading', { name: 'Always access' })).toBeVisible();
  } finally {
    await clinic.start();
  }
  await comeBack(first);
  await expect(first.getByRole('tab', { name: 'Overview' })).toBeVisible({ timeout: 90_000 });
  await expect(second).toHaveURL(`${clinic.url}/onDeck`, { timeout: 90_000 });
  for (const page of [first, second]) await expect(page.getByRole('button', { name: 'Outage page' })).toHaveCount(0);
  expect(await outagesKept(first)).toBe(0);
});
