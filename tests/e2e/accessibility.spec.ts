import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { cast } from '../../server/demo/cast.ts';
import type { Clinic } from '../clinic.ts';
import { goAsLink } from './addresses.ts';
import { desk, look, phone } from './desk/look.ts';
import { closeLayer, expectFits, pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { patientOf, visitUrl } from './visits.ts';
import { someOf } from './walks.ts';

test.describe.configure({ timeout: 240_000 });

const { today, past } = cast.visits;
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A layer over a screen that was looked at before is looked at alone. */
const alone = { dialog: '[role=dialog]', menu: '[role=menu]' };

async function visit(page: Page, clinic: Clinic, VisitId: string): Promise<void> {
  await page.goto(visitUrl(clinic, VisitId, await patientOf(clinic, VisitId)));
  await expect(page.getByRole('button', { name: 'Chart', exact: true })).toBeVisible();
  const unfold = page.getByRole('button', { name: 'Charges and signature' });
  if (await unfold.isVisible()) await unfold.click();
  await expect(page.getByRole('heading', { name: 'Charges' })).toBeVisible();
}

test('for who wants no motion a theme that changes is there at once', async ({ page, clinic }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${clinic.url}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const [light, dark, later] = await page.getByRole('heading', { level: 1 }).evaluate(async (heading) => {
    const color = () => getComputedStyle(heading).color;
    const before = color();
    document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
    const atOnce = color();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [before, atOnce, color()];
  });
  expect(dark).not.toBe(light);
  expect(dark).toBe(later);
});

test('a demo clinic says so beside its name, on a phone in the top bar', async ({ tabOf }) => {
  const page = await tabOf('pt');
  const badge = page.getByText('Demo clinic', { exact: true });
  for (const viewport of [phone, desk]) {
    await page.setViewportSize(viewport);
    await expect(pill(page)).toHaveText('Saved');
    const part = viewport === phone ? page.getByRole('banner') : page.getByRole('navigation', { name: 'Main' });
    await expect(part.getByText('Demo clinic')).toBeVisible();
    await expect(badge).toHaveCount(1);
    const [outer, inner] = [await part.boundingBox(), await badge.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  }
  // Where the most stands beside it, it still takes one line, and all of it is within the bar.
  await page.setViewportSize(phone);
  await page.context().setOffline(true);
  await expect(pill(page)).toHaveText(/^Offline/);
  expect((await badge.boundingBox())?.height).toBeLessThan(20);
  const { x, width } = (await pill(page).boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(phone.width);
});

type Body = (of: { page: Page; clinic: Clinic; tabOf: (who: string) => Promise<Page> }) => Promise<void>;
const walks: [name: string, body: Body][] = [];
/** Taken with a third of all commits, as every walk; those that go together take about as long as the others. */
const walk = (name: string, body: Body) => void walks.push([name, body]);

walk('On Deck with its drawers and menus', async ({ tabOf }) => {
  const page = await tabOf('pt');
  await expect(page.locator(`[data-visit="${today.confirmed}"]`)).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  await look(page, 'On Deck');
  await page.getByRole('button', { name: /unsigned notes$/ }).click();
  await expect(dialog(page, /^Unsigned notes/)).toBeVisible();
  await look(page, 'unsigned notes');
  await closeLayer(page);
  await page.getByRole('button', { name: /^\d+ plans due$/ }).click();
  await expect(dialog(page, /^Plans of care due/)).toBeVisible();
  await look(page, 'plans of care due');
  await closeLayer(page);
  await page
    .locator(`[data-visit="${today.intakeConflict}"]`)
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(dialog(page, 'The intake differs from the chart')).toBeVisible();
  await look(page, 'intake conflict', alone.dialog);
  await closeLayer(page);
  await page
    .locator(`[data-visit="${today.intakeIncomplete}"]`)
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(dialog(page, 'The intake is not complete')).toBeVisible();
  await look(page, 'intake incomplete', alone.dialog);
  await closeLayer(page);
  await page
    .locator(`[data-visit="${today.confirmed}"]`)
    .getByRole('button', { name: /^More for/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await look(page, 'card menu', alone.menu);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All providers' }).click();
  await expect(page.getByRole('group', { name: 'Providers' })).toBeVisible();
  await look(page, 'provider filter', alone.dialog);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Today, / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'calendar', alone.dialog);
  await closeLayer(page);
  // Two weeks of visits are on the device; past them a day is empty.
  const shown = page.locator('[data-visit]').or(page.getByText('No visits on this day')).first();
  for (let day = 0; day < 60 && (await page.getByText('No visits on this day').count()) === 0; day += 1) {
    await page.getByRole('button', { name: 'Next day' }).click();
    await expect(shown).toBeVisible();
  }
  await expect(page.getByText('No visits on this day')).toBeVisible();
  await look(page, 'a day without visits');
});

walk('importer and site choice', async ({ tabOf, clinic }) => {
  const page = await tabOf('biller');
  await page.goto(`${clinic.url}/importer`);
  await expect(page.getByText('No import has been made yet.')).toBeVisible();
  await look(page, 'importer');
  await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files/bad-rows.csv'));
  await expect(page.getByRole('table', { name: 'Problems by row' })).toBeVisible();
  await look(page, 'importer with a preview');
  await page.getByRole('button', { name: /^Import 2/ }).click();
  await expect(page.getByText(/^Imported 2 patients\./)).toBeVisible();
  await expect(page.getByRole('table', { name: /^Imports/ })).toBeVisible();
  await look(page, 'imported');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(dialog(page, 'Undo this import?')).toBeVisible();
  await look(page, 'taking back', alone.dialog);
  const superuser = await tabOf('super');
  await expect(superuser.getByRole('table', { name: 'Sites' })).toBeVisible();
  await look(superuser, 'select site');
});

walk('the calendar by day, week and month, its card and a visit in the hand', async ({ tabOf }) => {
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await page.getByRole('link', { name: 'Scheduling' }).click();
  const box = page.locator('[data-event]').first();
  await expect(box).toBeVisible();
  await look(page, 'day');
  await page.locator(`[data-event="${today.scheduled}"]`).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-ghost]')).toBeVisible();
  await look(page, 'a visit in the hand');
  await page.keyboard.press('Escape');
  await box.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await look(page, 'card of a visit');
  await page.keyboard.press('Escape');
  for (const view of ['Week', 'Month']) {
    await page.getByRole('button', { name: view, exact: true }).click();
    await expect(page.locator(`[data-shown^=${view.toLowerCase()}]`)).toBeVisible();
    await look(page, view);
  }
});

walk('the shell: palette, keys, menus, changes that wait and that need attention', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await expect(page.locator(`[data-visit="${today.scheduled}"]`)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('a');
  await expect(page.getByRole('option').first()).toBeVisible();
  await look(page, 'palette', alone.dialog);
  await closeLayer(page);
  await page.keyboard.press('?');
  await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
  await look(page, 'keys');
  await closeLayer(page);
  for (const button of [/account menu$/, /^Facility/]) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await look(page, String(button), alone.menu);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Keep labels visible' }).click();
  await expect(page.getByRole('button', { name: 'Show icons only' })).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  await look(page, 'pinned rail');

  await page.context().setOffline(true);
  for (const VisitId of [today.scheduled, today.confirmed]) {
    await page
      .locator(`[data-visit="${VisitId}"]`)
      .getByRole('button', { name: /^Check in/ })
      .click();
  }
  await expect(pill(page)).toHaveText('Offline, 2 waiting');
  await look(page, 'On Deck offline');
  await pill(page).click();
  const waiting = dialog(page, 'Sync status').getByRole('listitem').filter({ hasText: 'Move a visit' });
  await expect(waiting).toHaveCount(2);
  await look(page, 'waiting changes', alone.dialog);
  await closeLayer(page);

  // Somebody else was faster.
  await clinic.sql(`update visits set stage = 'checkedIn' where site = 'demo' and "VisitId" = $1`, [today.scheduled]);
  await page.context().setOffline(false);
  await expect(pill(page)).toHaveText('Needs attention (1)');
  await pill(page).click();
  await expect(dialog(page, 'Sync status')).toContainText('The visit is already there');
  await expect(page.getByRole('button', { name: 'Discard…' })).toBeVisible();
  await look(page, 'needs attention', alone.dialog);
  await page.getByRole('button', { name: 'Discard…' }).click();
  await page.getByRole('button', { name: 'Discard change' }).click();
  await expect(page.getByText('Enter a reason.')).toBeVisible();
  await look(page, 'discarding', alone.dialog);
  await page.getByLabel('Reason for discarding').fill('It was made twice.');
  await page.getByRole('button', { name: 'Discard change' }).click();
  await expect(pill(page)).toHaveText('Saved');
});

walk('a phone: nothing is wider than the window, and everything is named', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt');
  await page.setViewportSize(phone);
  await expect(page.getByRole('tab', { name: /Today$/ })).toBeVisible();
  await expect(pill(page)).toHaveText('Saved');
  await look(page, 'On Deck');
  await page.getByRole('tab', { name: /Arrived$/ }).click();
  await page
    .locator(`[data-visit="${today.intakeConflict}"]`)
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(dialog(page, 'The intake differs from the chart')).toBeVisible();
  await look(page, 'intake conflict', alone.dialog);
  await closeLayer(page);
  for (const path of [
    '/patients',
    `/patients/${cast.patients.rosa}`,
    `/patients/${cast.patients.longName}?tab=visits`,
    `/patients/${cast.patients.rosa}?tab=insurance`,
    `/patients/${cast.patients.rosa}?tab=documentation`,
  ]) {
    await goAsLink(page, path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expectFits(page);
  }
  await look(page, 'chart');
  for (const VisitId of [today.inProgress, today.billing]) {
    await visit(page, clinic, VisitId);
    await look(page, 'note');
  }
  await page.getByRole('button', { name: /^Why / }).click();
  await expect(page.getByRole('region', { name: 'CMS total time' })).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await pill(page).click();
  await expect(dialog(page, 'Sync status')).toBeVisible();
  await look(page, 'changes', alone.dialog);
});

walk('the note in every state, why, sign and submit', async ({ tabOf, clinic }) => {
  const page = await tabOf('pt');
  await visit(page, clinic, today.inProgress);
  await page.getByRole('textbox', { name: 'Plan' }).fill('Twice a week.');
  await expect(page.getByText(/saved on this device/).first()).toBeVisible();
  await look(page, 'note being written');
  await visit(page, clinic, today.billing);
  await look(page, 'signed note');
  await page.getByRole('button', { name: /^Why / }).click();
  await expect(page.getByRole('region', { name: 'CMS total time' })).toBeVisible();
  await look(page, 'why', alone.dialog);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Submit claim' }).first().click();
  await expect(dialog(page, 'Submit claim')).toBeVisible();
  await look(page, 'submit the claim', alone.dialog);
  await closeLayer(page);
  await visit(page, clinic, today.review);
  for (const section of ['Subjective', 'Objective', 'Assessment', 'Plan'])
    await page.getByRole('textbox', { name: section }).fill(`${section}: written.`);
  const toSign = page.getByRole('button', { name: 'Sign', exact: true });
  if (await toSign.isDisabled()) {
    await page.getByRole('button', { name: 'Add service' }).click();
    await page
      .getByRole('combobox', { name: /^CPT, service/ })
      .last()
      .fill('97110');
    await page.getByRole('option', { name: /97110/ }).click();
    await page
      .getByRole('textbox', { name: /^Minutes, service/ })
      .last()
      .fill('30');
  }
  await toSign.click();
  await expect(dialog(page, 'Sign this note?')).toBeVisible();
  await look(page, 'sign', alone.dialog);
  await closeLayer(page);
  await visit(page, clinic, today.cosign);
  await look(page, 'note to cosign');
  await visit(page, clinic, past.submittedUnpaid);
  await look(page, 'submitted visit');
});

walk('patients: list, search, chart tabs, new and edit', async ({ tabOf }) => {
  const page = await tabOf('pt');
  await expect(pill(page)).toHaveText('Saved');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click();
  await look(page, 'patients');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('a');
  await expect(page.getByText(/^\d+ matches$/)).toBeVisible();
  await look(page, 'search results');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill('zzzz');
  await expect(page.getByText('No one with that name')).toBeVisible();
  await look(page, 'no one found');
  for (const [tab, name] of [
    ['', 'Overview'],
    ['?tab=visits', 'Visits'],
    ['?tab=insurance', 'Insurance'],
    ['?tab=authorizations', 'Authorizations'],
    ['?tab=documentation', 'Documentation'],
    ['?tab=notes', 'Notes'],
  ]) {
    await goAsLink(page, `/patients/${cast.patients.rosa}${tab}`);
    await expect(page.getByRole('tab', { name: name ?? '', selected: true })).toBeVisible();
    await expect(page.getByRole('tabpanel')).not.toBeEmpty();
    await look(page, `chart, ${name}`);
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(dialog(page, 'Edit patient')).toBeVisible();
  await look(page, 'edit patient', alone.dialog);
  await closeLayer(page);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await dialog(page, 'New patient').getByRole('button', { name: 'Create patient' }).click();
  await expect(page.getByText('Enter the first name.')).toBeVisible();
  await look(page, 'new patient with errors', alone.dialog);
});

walk('signing in, a wrong address, the design language', async ({ page, clinic }) => {
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await page.goto(`${clinic.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    await look(page, 'login with errors');
    await page.goto(`${clinic.url}/no/such/page`);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await look(page, '404');
  }
  await page.setViewportSize(desk);
  await page.goto(`${clinic.url}/dev/ui`);
  await expect(page.getByRole('heading', { name: 'Design language' })).toBeVisible();
  await look(page, 'dev/ui');
});

for (const [name, body] of someOf(walks)) test(name, body);
