import type { Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { demoPassword } from '../clinic.ts';
import { goAsLink } from './addresses.ts';
import { phone } from './desk/look.ts';
import { drawer, expectFits, pill } from './desk/page.ts';
import { expect, inMotion, test } from './fixtures.ts';
import { focusNow, go, walk } from './keys.ts';
import { cardOf, patientOf } from './visits.ts';
import { oneWay } from './walks.ts';

test.describe.configure({ timeout: 300_000 });

const { today } = cast.visits;
const sizes = [{ width: 1280, height: 720 }, phone];

/** Where the focus is once everything has settled: controls that went had it, and it is somewhere else by then. */
async function expectFocused(page: Page, step: string): Promise<void> {
  await expect.poll(async () => (await focusNow(page)).wrong, { message: step }).toBe('');
}

test('Tab through the main screens: the focus is always in sight, and nothing is over it', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await expect(pill(page)).toHaveText('Saved');
  for (const size of sizes) {
    await page.setViewportSize(size);
    const main = [
      ['/onDeck', 24],
      [`/patients/${cast.patients.rosa}`, 30],
      [`/patients/${await patientOf(clinic, today.inProgress)}?visit=${today.inProgress}`, 30],
      ['/scheduling', 20],
      ['/patients', 20],
      ['/library/eval', 20],
    ] as const;
    // What may stand over them on a phone is the same frame.
    const others = [
      ['/company/users', 16],
      ['/account', 20],
    ] as const;
    // Each at the width of this commit.
    const here = main.filter(([path]) => oneWay(path, sizes).includes(size));
    for (const [path, steps] of size === phone ? here : [...here, ...others]) {
      await test.step(`${path} at ${size.width}`, async () => {
        await page.goto(clinic.url + path);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
        await expect(page.getByRole('main').locator('button, a').first()).toBeVisible();
        expect.soft(await walk(page, 'Tab', steps)).toBeGreaterThan(8);
        expect.soft(await walk(page, 'Shift+Tab', 6)).toBeGreaterThan(3);
      });
    }
  }
});

test('Tab through signing in: the focus is always in sight, and nothing is over it', async ({ clinic, elsewhere }) => {
  const page = await elsewhere();
  for (const size of oneWay('/login', sizes)) {
    await page.setViewportSize(size);
    await page.goto(`${clinic.url}/login`);
    await expect(page.getByLabel('Email')).toBeFocused();
    expect.soft(await walk(page, 'Tab', 8)).toBeGreaterThan(3);
    expect.soft(await walk(page, 'Shift+Tab', 4)).toBeGreaterThan(2);
  }
});

test('Tab within a drawer stays there and sees each of its fields', async ({ tabOf }) => {
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await goAsLink(page, '/patients');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(drawer(page, 'New patient').getByRole('textbox', { name: 'First name' })).toBeFocused();
    expect(await walk(page, 'Tab', 40)).toBeGreaterThan(12);
    expect(await drawer(page).evaluate((layer) => layer.contains(document.activeElement)), 'still in the drawer').toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expectFocused(page, 'the drawer is closed');
  }
});

test('the focus is never dropped: signing in, a step, Undo, opening and leaving a visit, a switch', async ({
  clinic,
  elsewhere,
}) => {
  const page = await elsewhere();
  await inMotion(page);
  await page.goto(`${clinic.url}/login`);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${clinic.url}/onDeck`);
  await expect(cardOf(page, today.confirmed)).toBeVisible();
  await expectFocused(page, 'signed in');

  const link = cardOf(page, today.confirmed).getByRole('link');
  await go(page, 'j', link);
  await page.keyboard.press('x');
  await expect(page.locator(`[data-visit="${today.confirmed}"][data-stage="checkedIn"]`)).toBeVisible();
  await expectFocused(page, 'a step taken');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.locator(`[data-visit="${today.confirmed}"][data-stage="confirmed"]`)).toBeVisible();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await expectFocused(page, 'undone by its key');
  await go(page, 'j', link);
  await page.keyboard.press('x');
  const undo = page.getByRole('button', { name: 'Undo' }).last();
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator(`[data-visit="${today.confirmed}"][data-stage="confirmed"]`)).toBeVisible();
  await expectFocused(page, 'undone by its button');

  await go(page, 'j', link);
  await page.keyboard.press('Enter');
  await page.waitForURL(/visit=/);
  await expect(page).toHaveTitle('Visit · Mainstay');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await expectFocused(page, 'a visit opened');
  // It stands before the title, which has the focus.
  await go(page, 'Shift+Tab', page.getByRole('button', { name: 'Chart', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/tab=visits/);
  await expect(page.getByRole('tab', { name: 'Visits', selected: true })).toBeFocused();
  await expectFocused(page, 'a visit left');

  await page.goto(`${clinic.url}/company/settings`);
  const control = page.getByRole('switch').first();
  await control.focus();
  await page.keyboard.press('Space');
  await expect(control).toBeFocused();
  await expectFocused(page, 'a switch that saves');
});

test('on a phone a toast is above the bar of screens, and not over Save', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.setViewportSize(phone);
  await page.goto(`${clinic.url}/onDeck`);
  const first = page.locator('[data-visit]').first();
  await expect(first).toBeVisible();
  expect(Math.round((await first.boundingBox())!.y), 'what stands above the first card').toBeLessThanOrEqual(160);
  await page
    .locator(`[data-visit="${today.scheduled}"]`)
    .getByRole('button', { name: /^Check in/ })
    .click();
  const told = page.locator('[id^="toast:"]').first();
  await expect(told).toBeVisible();
  const below = async () => (await told.boundingBox())!;
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  await expect.poll(async () => (await below()).y + (await below()).height).toBeLessThanOrEqual(bar!.y);

  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const save = drawer(page, 'New patient').getByRole('button', { name: 'Create patient' });
  await expect(save).toBeVisible();
  await expect(told).toBeVisible();
  await expect
    .poll(async () => {
      const [toast, button] = [await told.boundingBox(), await save.boundingBox()];
      return (
        toast !== null && button !== null && (toast.y + toast.height <= button.y || button.y + button.height <= toast.y)
      );
    })
    .toBe(true);
});

test('a window of 320 px shows all beside one another, and nothing smaller than 24 px to press', async ({ tabOf }) => {
  const page = await tabOf('admin');
  await page.setViewportSize({ width: 320, height: 640 });
  const chart = `/patients/${cast.patients.rosa}`;
  for (const [path, leadsTo] of [
    ['/onDeck'],
    ['/scheduling'],
    ['/company/users'],
    ['/company/settings'],
    ['/company/kiosks'],
    ['/company/onlineScheduling'],
    ['/company/surveys'],
    ['/company/messages'],
    ['/patients'],
    [chart],
    ['/library', '/library/eval'],
    ['/account'],
  ] as const) {
    await goAsLink(page, path, leadsTo);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    await expect(page.getByRole('main').locator('button, a').first()).toBeVisible();
    // Its cases come in parts.
    if (path === chart) await expect(page.getByRole('button', { name: /^Add a goal to/ }).first()).toBeVisible();
    const main = page.locator('#main');
    await expect.poll(() => main.evaluate((at) => at.scrollWidth - at.clientWidth), { message: path }).toBe(0);
    await expectFits(page);
    // Names of cards are lines of their own, with room around them.
    const small = await page.locator('button, [role=tab], [role=radiogroup] label').evaluateAll((all) =>
      all
        .map(
          (one) => ({ name: one.textContent, ...one.getBoundingClientRect().toJSON() }) as DOMRect & { name: string },
        )
        .filter(({ width, height }) => width > 2 && height > 2 && (width < 24 || height < 24))
        .map(({ name, width, height }) => `${name}: ${width} by ${height}`),
    );
    expect(small, path).toEqual([]);
    // What scrolls would cut a ring that is drawn around one of its tabs.
    await page.keyboard.press('Shift');
    const outer = await page.locator('.mantine-Tabs-tab').evaluateAll((tabs) =>
      tabs
        .filter((tab) => {
          (tab as HTMLElement).focus({ preventScroll: true });
          return document.activeElement === tab && Number.parseFloat(getComputedStyle(tab).outlineOffset) >= 0;
        })
        .map((tab) => tab.textContent),
    );
    expect(outer, path).toEqual([]);
  }
  // Both places at one moment: the item of the screen that was left still shows its word for a while.
  const room = () =>
    page.getByRole('navigation', { name: 'Main' }).evaluate((bar) => {
      const last = [...bar.querySelectorAll('li')].at(-1)?.getBoundingClientRect().right;
      const person = [...bar.querySelectorAll('button')]
        .find((button) => button.textContent.endsWith('account menu'))
        ?.getBoundingClientRect().left;
      return last === undefined || person === undefined ? null : Math.round(person - last);
    });
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});
