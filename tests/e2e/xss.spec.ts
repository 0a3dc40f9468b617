import { expect, test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoId } from '../../server/demo/ids.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { addresses, goAsLink, publicAddresses } from './addresses.ts';
import { launchOptions, signIn, typeEmail } from './fixtures.ts';
import { machinesAt, type Machines } from './machines.ts';
import { dayOfVisit, patientOf } from './visits.ts';
import { someOf } from './walks.ts';
import { payloads } from './xss/payloads.ts';
import { plant, type Planted } from './xss/plant.ts';
import { payloadsOnScreen, watchSinks, type Sinks } from './xss/sinks.ts';

let clinic: Clinic;
let machines: Machines | undefined;
/** Of a machine that knows the app and nobody. */
async function onMachine(browser: Browser, use: (machine: BrowserContext) => Promise<void>): Promise<void> {
  machines ??= machinesAt(browser, [clinic.url]);
  const machine = await machines.take();
  await use(machine);
  await machines.giveBack(machine);
}

const test = base.extend<{ page: Page }, { launchOptions: typeof launchOptions }>({
  launchOptions: [launchOptions, { scope: 'worker' }],
  page: ({ browser }, use) => onMachine(browser, async (machine) => use(await machine.newPage())),
});
test.describe.configure({ mode: 'default', timeout: 300_000 });

let planted: Planted;
const seen = new Set<number>();
/** Tabs, rows and buttons tried on each screen; those of a chart's head and tabs once, and not on each tab again. */
const layersEach = 4;
const triedOn = new Map<string, Set<string>>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  // The payloads come faster than a person writes.
  clinic = await makeClinic({ REQUESTS_PER_MINUTE: '100000' }, 'copied');
  await clinic.start();
  planted = await plant(clinic);
});
test.afterAll(() => clinic?.stop());

/** What takes no free text though it looks so, or not from an input made of the schema alone. */
const takesNone: [of: RegExp, why: string][] = [
  [/reports_base_url_override$/, 'an address, checked as one'],
  [/^addressBook\.save\w+ version$/, 'the version that was seen'],
  [/^addressBook\.updateOtherContact /, 'the demo clinic has none; the same fields come in by createOtherContact'],
  [
    /^settings\.saveAllowedAddresses /,
    'goes with addresses, which are checked as such; its notes are lines like those of visit tags',
  ],
  [/^singleSignOn\.save /, 'goes with a provider that answers (server/features/session/single-sign-on.pg.test.ts)'],
  [/^sites\.create /, 'a superuser makes another site, which these screens do not show'],
  [/^emergencyGrants\.request /, 'no one of the cast may ask; its reason is shown as that of emergency.record'],
  [
    /^documentation\.sign reasons/,
    'a signature closes the note that takes the payloads; reasons are lines like those of stamps',
  ],
  [
    /^intake\.(accept|refuse)Insurance /,
    'needs forms that a patient sent; a policy comes in by patients.create too, and the reason is shown on no screen',
  ],
  [/^flowsheet\.\w+ (changes\.)?Dose$/, 'a dose, read as one'],
  [/^hep\.\w+ (changes\.)?Items\.0\.Dose$/, 'a dose, read as one'],
  [/^measures\.\w+ (changes\.)?Choices/, 'only payloads without commas, semicolons and bars'],
  [/^outcomes\.record (MeasureKey|Answers\.\d+\.ItemKey)$/, 'keys of the catalog of outcome measures'],
  [
    /^kiosk\.dismiss reason$/,
    'goes with an arrival that a kiosk sealed; its reason stands in the audit log, like those of removals',
  ],
  [/^onlineReview\.\w+ (changes\.)?Url$/, 'an https address, checked as one (contract/online-review)'],
  [/^surveys\.sendOutcome MeasureKey$/, 'a key of the catalog of outcome measures'],
  [/^emergency\.review /, 'reviews what someone else did, once; its note is shown as their reason'],
];

test('every text field of every call that writes took a payload', () => {
  const none = [...planted.refused].filter((field) => !takesNone.some(([of]) => of.test(field)));
  process.stdout.write(`xss: ${payloads.length} payloads, ${planted.taken.size} fields took one\n`);
  expect(none).toEqual([]);
  expect(payloads.length).toBeGreaterThanOrEqual(100);
});

/** Of a link in a message to the patient whose chart took the payloads. */
const linkSecret = 'x'.repeat(22);

/** What stands in place of an address's parameters. */
const parameters: Record<string, string> = {
  ':hash': `demo.${linkSecret}`,
  ':websiteId': 'demo',
  ':site': 'demo',
  '/printPatientSchedule/:patientId/:time': `/printPatientSchedule/${cast.patients.rosa}/all`,
  '/printNote/:patientId/:noteId': `/printNote/${cast.patients.gus}/${cast.visits.today.inProgress}`,
  '/printHomeProgram/:patientId/:homeProgramId': `/printHomeProgram/${cast.patients.gus}/${demoId('demo', 'homeProgram', 'gus 1')}`,
  '/addressBook/payer/:id?': `/addressBook/payer/${cast.payers.medicare}`,
  '/patients/:id?': `/patients/${cast.patients.rosa}`,
  '/company/users/:userId?': `/company/users/${cast.users.pt}`,
  '/company/facilities/:id?': `/company/facilities/${cast.facilities.harborview}`,
};

/** Rows that the calls made, of lists whose demo rows have no names of their own. */
async function nameRows(): Promise<void> {
  await clinic.sql(
    `insert into patient_links (site, "secretHash", "PatientId", purpose, "expiresAt")
     values ('demo', encode(sha256($1::bytea), 'hex'), $2, 'preferences', now() + interval '1 day')`,
    [linkSecret, cast.patients.rosa],
  );
  const rows = await clinic.sql<{
    referring: string;
    other: string;
    eval: string;
    text: string;
    measure: string;
    form: string;
  }>(
    `select (select max("ReferringProviderId"::text) from referring_providers where site = 'demo') as referring,
            (select max("OtherContactId"::text) from other_contacts where site = 'demo') as other,
            (select max("EvalTemplateId"::text) from eval_templates where site = 'demo' and "OwnerUserId" is null) as eval,
            (select max("TextTemplateId"::text) from text_templates where site = 'demo' and "OwnerUserId" is null) as text,
            (select max("EvalMeasurementId"::text) from eval_measurements where site = 'demo') as measure,
            (select max("OwnFormId"::text) from intake_form_drafts where site = 'demo') as form`,
  );
  parameters['/addressBook/referringProvider/:id?'] = `/addressBook/referringProvider/${rows[0]?.referring}`;
  parameters['/library/eval/:id?'] = `/library/eval/${rows[0]?.eval}`;
  parameters['/library/text/:id?'] = `/library/text/${rows[0]?.text}`;
  parameters['/library/measures/:id?'] = `/library/measures/${rows[0]?.measure}`;
  parameters['/company/forms/:formId?'] = `/company/forms/${rows[0]?.form}`;
  parameters['/addressBook/otherContact/:id?'] = `/addressBook/otherContact/${rows[0]?.other}`;
}

function filled(address: string): string[] {
  const whole = parameters[address];
  const list = address.replace(/\/:\w+\?/g, '');
  if (whole !== undefined) return list.includes(':') ? [whole] : [list, whole];
  return [address.replace(/:\w+/g, (name) => parameters[name] ?? name)];
}

/** Looks at what is on the screen; fails at the first thing that ran. */
async function look(page: Page, sinks: Sinks, name: string, numbers = seen): Promise<void> {
  for (const number of await page.evaluate(payloadsOnScreen)) numbers.add(number);
  expect([name, await sinks.look(), sinks.faults]).toEqual([name, [], []]);
}

/** Where an administrator who is signed in is led from addresses that are for others; those are looked at below. */
const ledAway: Record<string, string> = {
  '/': '/onDeck',
  '/company': '/company/users',
  '/addressBook': '/addressBook/referringProvider',
  '/library': '/library/eval',
  '/login': '/onDeck',
  '/login/sso/demo': '/onDeck',
  '/dashboard': '/onDeck',
  '/superuser': '/onDeck',
  '/alwaysAccess': '/onDeck',
  '/alwaysAccessSuper/demo': '/onDeck',
};

async function go(page: Page, sinks: Sinks, address: string): Promise<void> {
  await goAsLink(page, address, ledAway[address]);
  await settled(page, sinks);
}

/** What a screen shows has come: from this device at once, from the server soon after. */
async function settled(page: Page, sinks: Sinks): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible({ timeout: 30_000 });
  await sinks.quiet();
}

/** Opens what a screen has: tabs, rows and buttons that ask before they do something. */
async function openLayers(page: Page, sinks: Sinks, name: string): Promise<void> {
  const layers = page.getByRole('dialog');
  // An address may open a drawer, which keeps clicks from all that is under it.
  if ((await layers.count()) > 0) await page.keyboard.press('Escape');
  await expect(layers).toHaveCount(0);
  const here = page.url();
  const opens = page.getByRole('main').locator('[role=tab], tbody tr, button');
  const labels = (await opens.allInnerTexts()).map((label) => label.trim());
  const place = new URL(here).pathname;
  const tried = triedOn.get(place) ?? new Set();
  triedOn.set(place, tried);
  let left = layersEach;
  for (const [at, label] of labels.entries()) {
    const kind = label.split('\n')[0]?.replace(/\d+/g, '') ?? '';
    if (left === 0) break;
    if (
      tried.has(kind) ||
      /sign out|delete|remove|undo|erase|export|import|save|send|end |archive|disable/i.test(label)
    )
      continue;
    tried.add(kind);
    left -= 1;
    const one = opens.nth(at);
    if (!(await one.isVisible()) || !(await one.isEnabled())) continue;
    await one.click({ timeout: 2_000 }).catch(() => undefined);
    await sinks.quiet();
    await look(page, sinks, `${name}: ${label.slice(0, 60)}`);
    await page.keyboard.press('Escape');
    const isElsewhere = page.url() !== here;
    // Not back: a tab takes the place of its screen in the history.
    if (isElsewhere) await goAsLink(page, here);
    if (isElsewhere || (await layers.count()) > 0) await sinks.quiet();
  }
}

test('on every screen, with what those of this commit open, nothing runs; nor where all payloads stand at once', async ({
  page,
}) => {
  const sinks = await watchSinks(page, clinic.url);
  await signIn(page, clinic, 'admin');
  await expect(page.locator('[data-sync-pill]')).toHaveText('Saved', { timeout: 60_000 });
  const visit = cast.visits.today.inProgress;
  const visits = [`/patients/${await patientOf(clinic, visit)}?visit=${visit}`];
  // Cases and what belongs to them were planted in the chart whose note is being written.
  const tabs = [cast.patients.rosa, cast.patients.gus].flatMap((id) =>
    ['overview', 'visits', 'insurance', 'authorizations', 'documentation', 'files', 'notes'].map(
      (tab) => `/patients/${id}?tab=${tab}`,
    ),
  );
  await nameRows();
  const own = [...addresses().flatMap(filled), ...tabs, ...visits];
  const forPatients = publicAddresses().flatMap(filled);
  const screens = [...own, ...forPatients];
  expect(screens.filter((address) => address.includes(':'))).toEqual([]);
  const opened = new Set(someOf(screens.filter((address) => !address.includes('/dev/') && !(address in ledAway))));
  const lookAt = async (address: string) => {
    await go(page, sinks, address);
    await look(page, sinks, address);
    if (opened.has(address)) await openLayers(page, sinks, address);
  };
  for (const address of own) await lookAt(address);
  await seeAllAtOnce(page, sinks);
  // An app of their own: each way back would load the staff's.
  for (const address of forPatients) await lookAt(address);
  process.stdout.write(
    `xss: ${screens.length} screens, what ${opened.size} of them open, ${seen.size} of ${planted.numbers.size} planted payloads were seen\n`,
  );
  // Not all of them stand on a screen at once: lists are cut, drawers are closed. Most do.
  expect(seen.size).toBeGreaterThan(planted.numbers.size / 2);
});

test('nothing runs on the screens that are not for an administrator', async ({ page, browser }) => {
  const sinks = await watchSinks(page, clinic.url);
  for (const address of ['/login', '/login/sso/demo']) {
    await page.goto(clinic.url + address);
    expect(new URL(page.url()).pathname).toBe(address);
    await settled(page, sinks);
    await look(page, sinks, `${address}, signed out`);
  }
  await signIn(page, clinic, 'super', '/superuser');
  await settled(page, sinks);
  await look(page, sinks, '/superuser');
  await page.getByRole('button', { name: 'New site' }).click();
  const drawer = page.getByRole('dialog', { name: 'New site' });
  await drawer.getByLabel('Company').fill(payloads[0] ?? '');
  await drawer.getByRole('button', { name: 'Create site' }).click();
  await look(page, sinks, '/superuser: New site');

  await clinic.sql(`update sites set settings = settings || '{"enable_emergency_access": true}' where site = 'demo'`);
  await clinic.sql(
    `update users set "individualPermissions" = array['request emergency access'] where site = 'demo' and "UserId" = $1`,
    [cast.users.front],
  );
  await onMachine(browser, (desk) => lookAtDashboard(desk));
});

/** Who may only ask for access sees the dashboard and, once it was given, what says so. */
async function lookAtDashboard(desk: BrowserContext): Promise<void> {
  const asker = await desk.newPage();
  const asked = await watchSinks(asker, clinic.url);
  await signIn(asker, clinic, 'front', '/dashboard');
  await settled(asker, asked);
  await look(asker, asked, '/dashboard');
  await asker.getByLabel('Reason').fill(`${payloads[1]} and ${payloads[2]}`);
  await asker.getByRole('button', { name: 'Begin emergency access' }).click();
  await asker.waitForURL((url) => url.pathname === '/onDeck');
  await expect(asker.getByRole('status').filter({ hasText: 'You have emergency access' })).toBeVisible();
  await look(asker, asked, 'the emergency banner');
}

/** Gives patients of today as many alerts as one may have, and says of each chart which payloads stand there. */
async function plantAlerts(): Promise<Map<string, number[]>> {
  const fit = payloads.filter((text) => text.length <= 60);
  const rows = await clinic.sql<{ PatientId: string }>(
    `select distinct "PatientId" from visits where site = 'demo' and left("Start", 10) = ${dayOfVisit(cast.visits.today.inProgress)} limit $1`,
    [Math.ceil(fit.length / 10)],
  );
  const charts = new Map<string, number[]>();
  for (const [at, { PatientId }] of rows.entries()) {
    const alerts = fit.slice(at * 10, at * 10 + 10);
    await clinic.sql(`update patients set alerts = $2 where site = 'demo' and "PatientId" = $1`, [PatientId, alerts]);
    charts.set(
      `/patients/${PatientId}`,
      alerts.map((text) => payloads.indexOf(text) + 7_000),
    );
  }
  expect([...charts.values()].flat()).toHaveLength(fit.length);
  return charts;
}

/** All payloads stand among alerts of patients, in one note and in one mail. */
async function seeAllAtOnce(page: Page, sinks: Sinks): Promise<void> {
  const all = payloads.join(' ');
  const charts = await plantAlerts();
  await clinic.sql(
    `update visit_notes set "Sections" = "Sections" || jsonb_build_object('Subjective', $2::text, 'Plan', $2::text) where site = 'demo' and "VisitId" = $1`,
    [cast.visits.today.inProgress, all],
  );
  await clinic.sql(
    `insert into outgoing_mail (site, "MailId", "UserId", "to", subject, body) values ('demo', gen_random_uuid(), $1, $2, $2, $2)`,
    [cast.users.front, all],
  );
  const visit = cast.visits.today.inProgress;
  const every = payloads.map((_, at) => at + 7_000);
  const wanted = new Map([...charts, [`/patients/${await patientOf(clinic, visit)}?visit=${visit}`, every]]);
  for (const address of ['/patients', ...wanted.keys(), '/company/mail', '/onDeck']) {
    await go(page, sinks, address);
    // The device hears of them in its own time.
    const missing = async () => {
      const now = new Set<number>();
      await look(page, sinks, address, now);
      return wanted.get(address)?.filter((number) => !now.has(number)) ?? [];
    };
    await expect.poll(missing, { message: `payloads that ${address} does not show` }).toEqual([]);
  }
  await go(page, sinks, '/company/mail');
  await page.getByRole('main').locator('tbody tr').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, sinks, 'a mail', new Set());
}

test('the printed downtime pack runs nothing', async ({ page }) => {
  const sinks = await watchSinks(page, clinic.url);
  await signIn(page, clinic, 'pt');
  await expect(page.locator('[data-sync-pill]')).toHaveText('Saved', { timeout: 60_000 });
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await clinic.kill9();
  try {
    await typeEmail(page, 'pt@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('Mainstay-demo-2026');
    await page.getByRole('button', { name: /^(Sign in|Unlock)$/ }).click();
    await page.waitForURL(`${clinic.url}/alwaysAccess`);
    await expect(page.locator('[data-downtime-pack]')).toBeAttached({ timeout: 60_000 });
    await look(page, sinks, '/alwaysAccess');
    await page.emulateMedia({ media: 'print' });
    await look(page, sinks, 'the downtime pack');
    await page.pdf({ format: 'Letter' });
    await look(page, sinks, 'the downtime pack on paper');
  } finally {
    await clinic.start();
  }
});
