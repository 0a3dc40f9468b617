import type { BrowserContext, Locator, Page } from '@playwright/test';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { schemaVersion } from '../../contract/schema-version.ts';
import { cast } from '../../server/demo/cast.ts';
import { makeClinic, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { arrivalsIn, patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const banner = (page: Page) => page.getByText(/^A new version is ready/);
const isNext = (page: Page) => page.evaluate(() => 'mainstayNext' in globalThis);

test.describe.configure({ timeout: 240_000 });

/** Stands for the schema of the next app until a test says which it is; a number that no code writes otherwise. */
const anySchema = 7_654_321;
let built: string | undefined;
test.afterAll(() => {
  if (built !== undefined) rmSync(built, { recursive: true, force: true });
});

/** The same app as a later release would bring it, in a folder of its own: every file has another name. Made once. */
async function nextApp(): Promise<string> {
  if (built !== undefined) return built;
  const folder = mkdtempSync(join(tmpdir(), 'mainstay-next-'));
  const raise = {
    name: 'raise-schema',
    transform: (code: string, id: string) =>
      id.endsWith('/contract/schema-version.ts')
        ? code.replace(`schemaVersion = ${schemaVersion}`, `schemaVersion = ${anySchema}`)
        : null,
  };
  await build({
    logLevel: 'silent',
    plugins: [raise],
    worker: { plugins: () => [raise] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { intro: 'globalThis.mainstayNext = true;' } },
    },
  });
  return (built = folder);
}

const web = mkdtempSync(join(tmpdir(), 'mainstay-web-'));
let clinic: Clinic;

/** The server sends another app from now on. */
function serve(folder: string): void {
  rmSync(web, { recursive: true, force: true });
  cpSync(folder, web, { recursive: true });
}

/** A clinic whose screens are replaced by a later release; each test begins with the app as it is. */
async function release(schema = schemaVersion): Promise<void> {
  serve(await nextApp());
  let told = 0;
  for (const entry of readdirSync(web, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.js')) continue;
    const path = join(entry.parentPath, entry.name);
    const code = readFileSync(path, 'utf8');
    if (!code.includes(String(anySchema))) continue;
    writeFileSync(path, code.replaceAll(String(anySchema), String(schema)));
    told += 1;
  }
  // The page and its workers.
  expect(told).toBeGreaterThan(1);
}
test.beforeAll(async () => {
  test.setTimeout(120_000);
  serve('dist');
  clinic = await makeClinic({ WEB_DIR: web }, 'copied');
  await clinic.start();
});
test.beforeEach(() => serve('dist'));
test.afterAll(async () => {
  await clinic?.stop();
  rmSync(web, { recursive: true, force: true });
});

/** The work list in one tab, and a visit that is being documented in the other. */
async function twoTabs(context: BrowserContext) {
  const first = await context.newPage();
  await signIn(first, clinic, 'pt');
  await expect(pill(first)).toHaveText('Saved');
  const second = await context.newPage();
  const visit = visitUrl(clinic, today.inProgress, await patientOf(clinic, today.inProgress));
  await second.goto(visit);
  const plan = second.getByRole('textbox', { name: 'Plan', exact: true });
  await expect(plan).toBeVisible();
  return { first, second, visit, plan };
}

/** Both tabs are the new app, and what was typed in the old one is there. */
async function expectNext(
  [first, second]: readonly [Page, Page],
  plan: Locator,
  typed: string,
  onceNext?: () => Promise<void>,
): Promise<void> {
  for (const page of [first, second]) await expect.poll(() => isNext(page).catch(() => false)).toBe(true);
  await onceNext?.();
  await expect(plan).toHaveValue(new RegExp(typed));
  await expect(first.locator('[data-visit]').first()).toBeVisible();
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
}

test('two tabs in the middle of an update: the new version in one, work goes on in the other, nothing typed is lost', async ({
  context,
}) => {
  const { first, second, visit, plan } = await twoTabs(context);
  await plan.fill('Typed under the old version.');
  await plan.blur();
  await expect(pill(second)).toHaveText('Saved');

  await release();
  await lookForUpdate(first);
  for (const page of [first, second]) await expect(banner(page)).toBeVisible();
  await expectAccessible(first);

  await first.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => isNext(first).catch(() => false)).toBe(true);
  await expect(first.locator('[data-visit]').first()).toBeVisible();
  await expect(pill(first)).toHaveText('Saved');
  expect(await isNext(second)).toBe(false);

  // The old version writes on, and the new one shows it.
  await plan.fill('Typed beside the new version.');
  await plan.blur();
  await expect(pill(second)).toHaveText('Saved');
  const stored = async () => {
    const [note] = await clinic.sql<{ Plan: string }>(
      `select "Sections" ->> 'Plan' as "Plan" from visit_notes where site = 'demo' and "VisitId" = $1`,
      [today.inProgress],
    );
    return note?.Plan;
  };
  await expect.poll(stored).toBe('Typed beside the new version.');
  await first
    .locator(`[data-visit="${today.confirmed}"]`)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect.poll(() => arrivalsIn(clinic, today.confirmed, 'checkedIn')).toBe(1);

  // A part that only the old version had is gone from the server: a sentence, and the way on is the new version.
  await plan.fill('Typed and not yet saved when it went.');
  await expect(second.locator('#note-Plan-state')).toContainText('saved on this device');
  await second.getByRole('button', { name: /account menu$/ }).click();
  await second.getByRole('menuitem', { name: 'My account', exact: true }).click();
  await second.getByRole('button', { name: /^(Reload the page|Reload)$/ }).click();
  await expect.poll(() => isNext(second).catch(() => false)).toBe(true);
  await second.goto(visit);
  await expect(plan).toHaveValue('Typed and not yet saved when it went.');
  await expect.poll(stored).toBe('Typed and not yet saved when it went.');
  await expect(pill(second)).toHaveText('Saved');
});

test('a release that keeps things in another way: the old tab puts away what is typed and becomes the new one, what waits is sent', async ({
  context,
}) => {
  const { first, second, plan } = await twoTabs(context);
  await release(schemaVersion + 1);
  await lookForUpdate(first);
  await expect(banner(first)).toBeVisible();
  await context.route('**/sync/push', (route) => route.abort());
  await first
    .locator(`[data-visit="${today.scheduled}"]`)
    .getByRole('button', { name: /^Check in/ })
    .click();
  await expect(pill(first)).not.toHaveText('Saved');
  const typed = 'Typed when the new version came';
  await plan.pressSequentially(typed);
  await first.getByRole('button', { name: 'Reload' }).click();

  // Where nothing can be pushed the app takes the network for gone, and does not fetch its new mirror either.
  await expectNext([first, second], plan, typed, () => context.unroute('**/sync/push'));
  // Sent by the new app; what that app itself queued waits for a server of its time.
  await expect.poll(() => arrivalsIn(clinic, today.scheduled, 'checkedIn')).toBe(1);
});
