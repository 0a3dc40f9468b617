import type { BrowserContext, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { addresses, goAsLink, publicAddresses } from './addresses.ts';
import { closeLayer, pill } from './desk/page.ts';
import { openBrowser } from './devices.ts';
import { untilKept } from './drafts.ts';
import { expect, signIn, test } from './fixtures.ts';
import { canary, plantCanaries } from './sealed/canaries.ts';
import {
  canaryWords,
  inTreatment,
  lock,
  lookThrough,
  reachDisk,
  signOut,
  unstoredReplies,
  withProfile,
} from './sealed/look-through.ts';
import { plant } from './sealed/plant.ts';
import { goThrough, noteAddress, notHere, stopsOf, visitors } from './sealed/screens.ts';
import type { Stop } from './sealed/stop.ts';
import { filesWith } from './sealed/search.ts';
import { patientOf, visitUrl } from './visits.ts';

const planted = 'Plantedzwiebelturm';
const appSentence = 'You do not have permission to access the requested area';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openVisit(page: Page, clinic: Clinic, VisitId: string): Promise<void> {
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  await expect(page.getByRole('heading', { name: 'Charges' })).toBeVisible();
}

/** The work list, the patients and everything that opens over them. */
async function lookAround(page: Page, clinic: Clinic): Promise<void> {
  await page.getByRole('button', { name: /unsigned notes$/ }).click();
  await expect(dialog(page, /^Unsigned notes/)).toBeVisible();
  await closeLayer(page);
  await page
    .locator(`[data-visit="${cast.visits.today.intakeConflict}"]`)
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(dialog(page, 'The intake differs from the chart')).toBeVisible();
  await closeLayer(page);
  for (const tab of ['', '?tab=visits', '?tab=insurance', '?tab=documentation']) {
    await goAsLink(page, `/patients/${cast.patients.longName}${tab}`);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await untilKept(page, () => dialog(page, 'Edit patient').getByLabel('Street').fill('8 Nachtigallenstieg'));
  await page.reload();
  await expect(dialog(page, 'Edit patient').getByLabel('Street')).toHaveValue('8 Nachtigallenstieg');
  await page.goto(`${clinic.url}/patients`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await untilKept(page, () => dialog(page, 'New patient').getByLabel('Last name').fill('Zaunkönigsberg'));
  await page.reload();
  await expect(dialog(page, 'New patient').getByLabel('Last name')).toHaveValue('Zaunkönigsberg');
  await createPatient(page);
}

/** Browsers like to remember what was sent with a form, names and addresses most of all. */
async function createPatient(page: Page): Promise<void> {
  const form = dialog(page, 'New patient');
  await form.getByLabel('First name').fill('Wilhelmine-Canary');
  await form.getByLabel('Birth date').first().fill('01/02/1980');
  await form.getByRole('combobox', { name: 'Sex on the insurance' }).click();
  await page.getByRole('option').first().click();
  await form.getByLabel('Phone').fill('6025557319');
  await form.getByLabel('Email', { exact: true }).fill('grashuepfer@canary.test');
  await form.getByLabel('Street').fill('77 Zuckerwattenweg');
  await page.getByRole('button', { name: 'Create patient' }).click();
  await expect(page.getByText('Patient created.')).toBeVisible();
}

/** Note, charges, claim, and text that met somebody else's. */
async function writeAndCompare(page: Page, context: BrowserContext, clinic: Clinic): Promise<void> {
  await openVisit(page, clinic, cast.visits.today.billing);
  await page.getByRole('button', { name: 'Submit claim' }).first().click();
  await expect(dialog(page, 'Submit claim')).toBeVisible();
  await closeLayer(page);
  await openVisit(page, clinic, cast.visits.past.submittedUnpaid);
  const VisitId = cast.visits.today.inProgress;
  await openVisit(page, clinic, VisitId);
  const stored = async () => {
    const [note] = await clinic.sql<{ Assessment: string }>(
      `select "Sections" ->> 'Assessment' as "Assessment" from visit_notes where site = 'demo' and "VisitId" = $1`,
      [VisitId],
    );
    return note?.Assessment;
  };
  await section(page, 'Assessment').fill('Anfangsgewitter.');
  await section(page, 'Assessment').blur();
  await expect.poll(stored).toBe('Anfangsgewitter.');
  await context.setOffline(true);
  await section(page, 'Assessment').fill('Kolibrischwinge on the left.');
  await section(page, 'Assessment').blur();
  await clinic.sql(
    `update visit_notes set "Sections" = "Sections" || jsonb_build_object('Assessment', $2::text) where site = 'demo' and "VisitId" = $1`,
    [VisitId, 'Purpurreiherteich on the right.'],
  );
  await context.setOffline(false);
  await expect(pill(page)).toHaveText(/^Needs attention/);
  await pill(page).click();
  await expect(dialog(page, 'Sync status')).toContainText('Unsaved drafts');
  await dialog(page, 'Sync status').getByRole('button', { name: 'Compare and decide' }).click();
  await expect(page.getByText('Purpurreiherteich').first()).toBeVisible();
  await expect(page.getByText('Kolibrischwinge').first()).toBeVisible();
}

const onScreens = [
  'Nachtigallenstieg',
  'Zaunkönigsberg',
  'Wilhelmine-Canary',
  '6025557319',
  'grashuepfer@canary.test',
  'Zuckerwattenweg',
  'Anfangsgewitter',
  'Kolibrischwinge',
  'Purpurreiherteich',
  'Zwetschgenallee',
];

/** What scripts of this page could read without a key. */
const inTheClear = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.title, location.href]));

test('each address is gone to by someone, and each canary stands on a screen', () => {
  const links = { visit: '', preferences: '', offer: '' };
  const ids = { PatientId: '', VisitId: '', blockId: '', day: '', referringId: '', otherContactId: '', links };
  const stops = stopsOf(ids, '');
  expect(
    [...Object.keys(stops), ...Object.keys(notHere)].toSorted(),
    'each address of the router and of the pages for patients',
  ).toEqual([...addresses(), ...publicAddresses()].toSorted());
  const all = Object.values<readonly Stop[]>(stops).flat();
  const shown = new Set(all.flatMap(({ shows }) => shows));
  expect(
    Object.keys(canary).filter((name) => !shown.has(name as keyof typeof canary)),
    'canaries no screen shows',
  ).toEqual([]);
  const gone: readonly string[] = [...visitors.screens, ...visitors.others];
  expect(all.filter(({ as }) => !gone.includes(as))).toEqual([]);
});

test('no screen of who treats leaves a name or a text readable on the disk: after use, locked, signed out, closed, closed while working', async ({
  clinic,
}) => {
  test.setTimeout(300_000);
  const people = await inTreatment(clinic);
  expect(people.length).toBeGreaterThan(3);
  const stops = stopsOf(await plantCanaries(clinic), await noteAddress(clinic));
  const others = people.flatMap(({ LastName, Phone }) => [LastName, Phone]).filter((word) => word);
  await withProfile(async ({ profile, context, page }) => {
    const looked = lookThrough(profile, [...onScreens, ...canaryWords, ...others]);
    const unstored = unstoredReplies(context);
    await page.goto(`${clinic.url}/icons/mainstay.svg`);
    await plant(page, planted);
    const places = () => filesWith(profile, [planted]).join('\n');
    for (const place of ['IndexedDB', 'Local Storage', 'CacheStorage', 'File System', '.ldb'])
      await expect
        .poll(places, { timeout: 30_000, message: `the search finds plain text in ${place}` })
        .toContain(place);

    await context.clock.install();
    await signIn(page, clinic, 'pt');
    await expect(pill(page)).toHaveText('Saved');
    // The app's own parts may be kept, packed as the server sent them.
    await expect
      .poll(() => filesWith(profile, [appSentence]).join('\n'), { message: 'the search reads packed replies' })
      .toContain('Cache_Data');
    await lookAround(page, clinic);
    const screens = await goThrough(page, visitors.screens, stops);
    await page.goto(`${clinic.url}/onDeck`);
    await writeAndCompare(page, context, clinic);
    await reachDisk(page);
    looked.expectNone('in use');
    const clear = await inTheClear(page);
    expect(onScreens.filter((word) => clear.includes(word))).toEqual([]);
    await lock(page, context);
    looked.expectNone('locked');
    await page.getByRole('button', { name: 'Sign in as someone else' }).click();
    await signIn(page, clinic, 'front');
    await expect(pill(page)).toHaveText('Saved');
    await signOut(page);
    looked.expectNone('signed out');
    await context.close();
    looked.expectNone('closed');

    // Closed in the middle of work, without signing out.
    const again = await openBrowser(profile);
    const unstoredAgain = unstoredReplies(again.context);
    await signIn(again.page, clinic, 'pt');
    await openVisit(again.page, clinic, cast.visits.today.inProgress);
    await untilKept(again.page, () => section(again.page, 'Plan').fill('Home by the Zwetschgenallee.'));
    await again.context.close();
    looked.expectNone('closed while working');
    expect(filesWith(profile, [planted])).not.toEqual([]);
    // Who signs in is kept in clear, to unlock offline.
    expect(filesWith(profile, ['pt@demo.test'])).not.toEqual([]);
    expect([...unstored, ...unstoredAgain], 'replies that may be kept').toEqual([]);
    looked.print(`${screens} screens and drawers of who treats`);
  });
});
