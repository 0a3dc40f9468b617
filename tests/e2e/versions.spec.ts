import type { Page } from '@playwright/test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { cast } from '../../server/demo/cast.ts';
import { leaveEvening, makeClinic, type Clinic } from '../clinic.ts';
import { pill } from './desk/page.ts';
import { expect, expectAccessible, signIn, test } from './fixtures.ts';
import { arrivalsIn, patientOf, visitUrl } from './visits.ts';

const { today } = cast.visits;
const banner = (page: Page) => page.getByText(/^A new version is ready/);
const isNext = (page: Page) => page.evaluate(() => 'mainstayNext' in globalThis);

/** The same app as a later release would bring it: every file has another name. */
async function buildNext(folder: string): Promise<void> {
  await build({
    logLevel: 'silent',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { intro: 'globalThis.mainstayNext = true;' } },
    },
  });
}

test('two tabs in the middle of an update: the new version in one, work goes on in the other, nothing typed is lost', async ({
  context,
}) => {
  test.setTimeout(240_000);
  const web = mkdtempSync(join(tmpdir(), 'mainstay-web-'));
  const next = mkdtempSync(join(tmpdir(), 'mainstay-next-'));
  cpSync('dist', web, { recursive: true });
  const clinic: Clinic = await makeClinic({ WEB_DIR: web });
  try {
    await clinic.start();
    await leaveEvening(clinic);
    const first = await context.newPage();
    await signIn(first, clinic, 'pt');
    await expect(pill(first)).toHaveText('Saved');
    const second = await context.newPage();
    const visit = visitUrl(clinic, today.inProgress, await patientOf(clinic, today.inProgress));
    await second.goto(visit);
    const plan = second.getByRole('textbox', { name: 'Plan', exact: true });
    await plan.fill('Typed under the old version.');
    await plan.blur();
    await expect(pill(second)).toHaveText('Saved');

    await buildNext(next);
    rmSync(web, { recursive: true });
    cpSync(next, web, { recursive: true });
    await first.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
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
        `select "Plan" from visit_notes where site = 'demo' and "VisitId" = $1`,
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
    await second.getByRole('button', { name: /^(Load it again|Reload)$/ }).click();
    await expect.poll(() => isNext(second).catch(() => false)).toBe(true);
    await second.goto(visit);
    await expect(plan).toHaveValue('Typed and not yet saved when it went.');
    await expect.poll(stored).toBe('Typed and not yet saved when it went.');
    await expect(pill(second)).toHaveText('Saved');
  } finally {
    await clinic.stop();
    for (const folder of [web, next]) rmSync(folder, { recursive: true, force: true });
  }
});
