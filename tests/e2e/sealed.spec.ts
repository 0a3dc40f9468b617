import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword, type Clinic } from '../clinic.ts';
import { addresses } from './addresses.ts';
import { closeLayer, pill } from './desk/page.ts';
import { expect, launchOptions, signIn, test } from './fixtures.ts';
import { canary, plantCanaries, shownAs } from './sealed/canaries.ts';
import { goThrough, noteAddress, notHere, stopsOf, type Visitor } from './sealed/screens.ts';
import { filesWith, isOfTheApp, search } from './sealed/search.ts';
import { patientOf, visitUrl } from './visits.ts';

const typed = {
  Subjective: 'Quetzalfeder woke her at night.',
  Objective: 'Flexion of the Pampelmusenknie 118 degrees.',
  Assessment: 'Kaleidoskopgang improves on stairs.',
  Plan: 'Continue Windmühlenübung twice a week.',
};
const appSentence = 'You do not have permission to access the requested area';
const canaries = ['Quetzalfeder', 'Pampelmusenknie', 'Kaleidoskopgang', 'Windmühlenübung', 'Zwetschgenallee'];
const newPatient = ['Wilhelmine-Canary', 'Grashüpferstein', '6025557319', 'grashuepfer@canary.test', 'Zuckerwattenweg'];

async function openBrowser(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    viewport: { width: 1440, height: 900 },
  });
  context.setDefaultTimeout(20_000);
  context.setDefaultNavigationTimeout(20_000);
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

const planted = 'Plantedzwiebelturm';

/** Writes a word in plain into every place of this origin where an app can keep something. */
async function plant(page: Page, word: string): Promise<void> {
  await page.evaluate(async (text) => {
    localStorage.setItem('planted', text);
    const cache = await caches.open('planted');
    await cache.put('/planted', new Response(text));
    const file = await (await navigator.storage.getDirectory()).getFileHandle('planted', { create: true });
    const writing = await file.createWritable();
    await writing.write(text);
    await writing.close();
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open('planted');
      opening.onupgradeneeded = () => opening.result.createObjectStore('rows');
      opening.onsuccess = () => {
        const change = opening.result.transaction('rows', 'readwrite');
        // So many that the database packs them into a table, where the whole word is written as a copy of its two parts.
        const parts = [text.slice(0, 9), text.slice(9)];
        for (let row = 0; row < 12_000; row += 1)
          change.objectStore('rows').put({ parts, text, rest: `${row} `.repeat(80) }, row);
        change.oncomplete = () => resolve();
      };
    });
  }, word);
}

async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const section = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openVisit(page: Page, clinic: Clinic, VisitId: string): Promise<void> {
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  await expect(page.getByRole('heading', { name: 'Charges' })).toBeVisible();
}

/** What is typed into a form is on disk by then. */
const draftMs = 1_000;

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
    await page.goto(`${clinic.url}/patients/${cast.patients.longName}${tab}`);
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page, 'Edit patient').getByLabel('Street').fill('8 Nachtigallenstieg');
  await page.waitForTimeout(draftMs);
  await page.reload();
  await expect(dialog(page, 'Edit patient').getByLabel('Street')).toHaveValue('8 Nachtigallenstieg');
  await page.goto(`${clinic.url}/patients`);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog(page, 'New patient').getByLabel('Last name').fill('Zaunkönigsberg');
  await page.waitForTimeout(draftMs);
  await page.reload();
  await expect(dialog(page, 'New patient').getByLabel('Last name')).toHaveValue('Zaunkönigsberg');
  await dialog(page, 'New patient').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Note, charges, claim, and text that met somebody else's. */
async function writeAndCompare(page: Page, context: BrowserContext, clinic: Clinic): Promise<void> {
  await openVisit(page, clinic, cast.visits.today.billing);
  await page.getByRole('button', { name: 'Submit claim' }).first().click();
  await expect(dialog(page, 'Submit the claim')).toBeVisible();
  await closeLayer(page);
  await openVisit(page, clinic, cast.visits.past.submittedUnpaid);
  const VisitId = cast.visits.today.inProgress;
  await openVisit(page, clinic, VisitId);
  const stored = async () => {
    const [note] = await clinic.sql<{ Assessment: string }>(
      `select "Assessment" from visit_notes where site = 'demo' and "VisitId" = $1`,
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
  await clinic.sql(`update visit_notes set "Assessment" = $2 where site = 'demo' and "VisitId" = $1`, [
    VisitId,
    'Purpurreiherteich on the right.',
  ]);
  await context.setOffline(false);
  await expect(pill(page)).toHaveText(/^Needs attention/);
  await pill(page).click();
  await expect(dialog(page, 'Changes of this device')).toContainText('Typed and not saved');
  await dialog(page, 'Changes of this device').getByRole('button', { name: 'Compare and decide' }).click();
  await expect(page.getByText('Purpurreiherteich').first()).toBeVisible();
  await expect(page.getByText('Kolibrischwinge').first()).toBeVisible();
}

/** What only an administrator sees; the files are those of tests/e2e/files. */
async function administer(page: Page, clinic: Clinic): Promise<void> {
  await chooseFromMenu(page, 'My account');
  await page.getByRole('button', { name: 'Your devices' }).click();
  await dialog(page, 'Your devices').getByText('Everybody’s').click();
  await expect(dialog(page, 'Your devices').getByRole('listitem').first()).toBeVisible();
  await closeLayer(page);
  await chooseFromMenu(page, 'Emergency access');
  await expect(dialog(page, 'Emergency access to review')).toBeVisible();
  await closeLayer(page);
  await page.goto(`${clinic.url}/importer`);
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/patients.csv'));
  await expect(page.getByText('Abernethy-Cole').first()).toBeVisible();
}

const onScreens = [
  'Nachtigallenstieg',
  'Zaunkönigsberg',
  'Anfangsgewitter',
  'Kolibrischwinge',
  'Purpurreiherteich',
  'Abernethy-Cole',
];

/** Every word that must not be readable, as it is stored and as screens write it. */
const canaryWords = [...Object.values(canary), ...Object.values(shownAs)];

/** Says in one line what was looked through, and fails at the first word found. */
function lookThrough(profile: string, words: readonly string[]) {
  const total = { searches: 0, files: 0, bytes: 0, hits: 0 };
  return {
    expectNone(when: string): void {
      const { files, bytes, hits } = search(profile, words);
      total.searches += 1;
      total.files += files;
      total.bytes += bytes;
      total.hits += hits.length;
      expect(hits, when).toEqual([]);
    },
    print(what: string): void {
      const { searches, files, bytes, hits } = total;
      const megabytes = Math.round(bytes / 1e6);
      process.stdout.write(
        `sealed: ${what}, ${words.length} canaries, ${searches} searches of ${files} files and ${megabytes} MB: ${hits} hits\n`,
      );
    },
  };
}

const wait = (page: Page) => page.waitForTimeout(4_000);

type Person = { LastName: string; FirstName: string; Phone: string };

/** Ten who are on every device and on none of these days: their names stand in lists alone. */
async function inTreatment({ sql }: Clinic): Promise<Person[]> {
  const people = await sql<Person>(
    `select distinct p."LastName", p."FirstName", p."Phone" from patients p join cases c using (site, "PatientId")
     where site = 'demo' and c."DischargedAt" is null and length(p."LastName") > 8 and not exists (select from visits v
       where v.site = p.site and v."PatientId" = p."PatientId" and v."Start"::timestamp between now() - interval '2 days' and now() + interval '2 days')
     order by 1`,
  );
  return people.filter(({ LastName }) => !isOfTheApp(LastName)).slice(0, 10);
}

async function lock(page: Page, context: BrowserContext): Promise<void> {
  await context.clock.fastForward('41:00');
  await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible();
  await wait(page);
}

test('no screen there is leaves a name or a text readable on the disk: after use, locked, signed out, closed', async ({
  clinic,
}) => {
  test.setTimeout(420_000);
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-screens-'));
  const people = await inTreatment(clinic);
  expect(people.length).toBeGreaterThan(3);
  const stops = stopsOf(await plantCanaries(clinic), await noteAddress(clinic));
  expect([...Object.keys(stops), ...Object.keys(notHere)].toSorted(), 'each address of the router').toEqual(
    addresses().toSorted(),
  );
  const others = people.flatMap(({ LastName, Phone }) => [LastName, Phone]).filter((word) => word);
  const looked = lookThrough(profile, [...onScreens, ...canaryWords, ...others]);
  let screens = 0;
  const seen = new Set<string>();
  const unstored: string[] = [];
  const { context, page } = await openBrowser(profile);
  async function goThroughAs(who: Visitor): Promise<void> {
    const gone = await goThrough(page, who, stops);
    screens += gone.screens;
    for (const name of gone.seen) seen.add(name);
    await wait(page);
  }
  try {
    context.on('response', (reply) => {
      const isApi = new URL(reply.url()).pathname.startsWith('/api/');
      if (isApi && !/no-store/.test(reply.headers()['cache-control'] ?? '')) unstored.push(reply.url());
    });
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
    await goThroughAs('pt');
    await page.goto(`${clinic.url}/onDeck`);
    await writeAndCompare(page, context, clinic);
    await wait(page);
    looked.expectNone('in use');
    await lock(page, context);
    looked.expectNone('locked');

    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await signIn(page, clinic, 'admin');
    await expect(pill(page)).toHaveText('Saved');
    await administer(page, clinic);
    await goThroughAs('admin');
    looked.expectNone('in use by an administrator');
    await lock(page, context);
    looked.expectNone('locked by an administrator');

    await page.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await signIn(page, clinic, 'super', '/superuser');
    await goThroughAs('super');
    await chooseFromMenu(page, 'Sign out');
    await page.waitForURL(/\/login/);
    await onlyDashboard(clinic, true);
    await signIn(page, clinic, 'front', '/dashboard');
    await goThroughAs('front');
    looked.expectNone('in use by who may only ask for access');
    await chooseFromMenu(page, 'Sign out');
    await page.waitForURL(/\/login/);
    await wait(page);
    looked.expectNone('signed out');
    await goThroughAs('nobody');
    looked.expectNone('links of messages, signed out');

    await context.close();
    looked.expectNone('closed');
    expect(filesWith(profile, [planted])).not.toEqual([]);
    expect(
      Object.keys(canary).filter((name) => !seen.has(name)),
      'canaries no screen showed',
    ).toEqual([]);
    expect(unstored, 'replies that may be kept').toEqual([]);
    looked.print(`${screens} screens and drawers at ${Object.keys(stops).length} addresses`);
  } finally {
    await onlyDashboard(clinic, false);
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

/** The front desk may ask for emergency access and nothing else. */
async function onlyDashboard(clinic: Clinic, isOn: boolean): Promise<void> {
  await clinic.sql(
    `update sites set settings = settings || jsonb_build_object('enable_emergency_access', $1::boolean) where site = 'demo'`,
    [isOn],
  );
  await clinic.sql(`update users set "individualPermissions" = $2 where site = 'demo' and "UserId" = $1`, [
    cast.users.front,
    isOn ? ['request emergency access'] : [],
  ]);
}

async function unlockAs(page: Page, who: 'pt' | 'super'): Promise<void> {
  await page.getByLabel('Email').fill(`${who}@demo.test`);
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
  await page.getByRole('button', { name: 'Open the chart' }).click();
  await expect(page.getByRole('heading', { name: new RegExp(stranger.LastName) }).first()).toBeVisible();
}

test('an outage leaves nothing readable on the disk either: its page, the pack, a chart opened with a reason', async ({
  clinic,
}) => {
  test.setTimeout(180_000);
  const profile = mkdtempSync(join(tmpdir(), 'mainstay-outage-'));
  const people = await inTreatment(clinic);
  const [stranger] = people;
  if (!stranger) throw new Error('Everybody comes today.');
  const looked = lookThrough(profile, ['Dachsbauverband', ...people.map(({ LastName }) => LastName)]);
  const { context, page } = await openBrowser(profile);
  try {
    await context.clock.install();
    // Whoever signs in without the server has signed in here before.
    await signIn(page, clinic, 'super', '/superuser');
    await chooseFromMenu(page, 'Sign out');
    await page.waitForURL(/\/login/);
    await signIn(page, clinic, 'pt');
    await page.goto(`${clinic.url}/patients`);
    // Charts and names of the whole clinic come after the days.
    await page.getByRole('searchbox', { name: 'Search patients' }).fill(stranger.LastName);
    await expect(page.getByRole('main').getByText(stranger.LastName).first()).toBeVisible();
    await page.goto(`${clinic.url}/onDeck`);
    await chooseFromMenu(page, 'Sign out');
    await page.waitForURL(/\/login/);
    await clinic.kill9();
    try {
      await workThroughOutage(page, stranger);
      await wait(page);
      looked.expectNone('in an outage');
      await lock(page, context);
      looked.expectNone('locked in an outage');
      await page.getByLabel('Password', { exact: true }).fill(demoPassword);
      await page.getByRole('button', { name: 'Unlock' }).click();
      await chooseFromMenu(page, 'Sign out');
      // The record of the chart that was opened waits for the server.
      await dialog(page, 'One change is not sent yet').getByRole('button', { name: 'Sign out' }).click();
      await page.waitForURL(/\/login/);
      await wait(page);
      looked.expectNone('signed out in an outage');
      // The page of the sign-out leads back to the chart.
      await page.goto(`${clinic.url}/login`);
      await unlockAs(page, 'super');
      await page.waitForURL(/\/alwaysAccessSuper\/demo$/);
      await expect(page.getByRole('heading', { name: 'Downtime pack' })).toBeVisible();
      await wait(page);
      looked.expectNone('in an outage, as a superuser');
      await context.close();
      looked.expectNone('closed');
      looked.print('both pages of an outage and a chart');
    } finally {
      await clinic.start();
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
