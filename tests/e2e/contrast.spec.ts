import type { Locator, Page } from '@playwright/test';
import { cast } from '../../server/demo/cast.ts';
import { goAsLink } from './addresses.ts';
import { drawer, pill } from './desk/page.ts';
import { expect, test } from './fixtures.ts';
import { oneWay, someOf } from './walks.ts';

test.describe.configure({ timeout: 180_000 });

const { today } = cast.visits;

/** Of every field, box and switch within: what is less than 3:1 to what it stands on, and whose ring is below 2 px. */
async function faintIn(part: Locator): Promise<{ fields: number; faint: string[] }> {
  return part.evaluate(async (root) => {
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const light = (color: string) => {
      const [r = 0, g = 0, b = 0] = numbers(color).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a: string, b: string) => {
      const [more = 0, less = 0] = [light(a), light(b)].toSorted((one, other) => other - one);
      return (more + 0.05) / (less + 0.05);
    };
    const isClear = (color: string) => numbers(color)[3] === 0;
    const groundOf = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return isClear(backgroundColor) ? groundOf(element.parentElement) : backgroundColor;
    };
    const settled = () => Promise.allSettled(document.getAnimations().map((each) => each.finished));
    const faint: string[] = [];
    const drawn = 'input, textarea, select, [role=combobox], button[role=radio]';
    const fields = [...root.querySelectorAll<HTMLElement>(drawn)].filter(
      (one) => one.checkVisibility() && !one.matches(':disabled, [type=hidden], [type=file]'),
    );
    for (const field of fields) {
      const { id, type } = field as HTMLInputElement;
      const name = document.querySelector(`label[for="${id}"]`)?.textContent ?? field.getAttribute('aria-label') ?? id;
      // A switch is drawn by what follows it, a segment by its group.
      const isSwitch = field.classList.contains('mantine-Switch-input');
      if (type === 'radio' && !field.classList.contains('mantine-Radio-radio')) continue;
      const box = isSwitch ? field.nextElementSibling : (field.closest('.mantine-Input-input') ?? field);
      if (!box) continue;
      const look = getComputedStyle(box);
      const isFilled = (field as HTMLInputElement).checked;
      const edge = isSwitch || isFilled ? look.backgroundColor : look.borderTopColor;
      const against = ratio(edge, groundOf(box.parentElement));
      if (against < 3) faint.push(`${name}: edge ${against.toFixed(2)} (${edge} on ${groundOf(box.parentElement)})`);
      field.focus({ preventScroll: true });
      await settled();
      if (document.activeElement !== field) continue;
      const rings = [field, box].map((one) => getComputedStyle(one));
      const ring = rings.find(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      );
      const seen = ring ? ratio(ring.outlineColor, groundOf(box.parentElement)) : 0;
      if (seen < 3) faint.push(`${name}: ring ${seen.toFixed(2)}`);
    }
    return { fields: fields.length, faint };
  });
}

/** Keys were used last: rings are drawn on what the script focuses too. */
async function expectSeen(page: Page, name: string, part: Locator): Promise<void> {
  for (const colorScheme of oneWay(name, ['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.keyboard.press('Shift');
    const { fields, faint } = await faintIn(part);
    expect.soft(fields, `${name} has fields`).toBeGreaterThan(0);
    expect.soft(faint, `${name}, ${colorScheme}`).toEqual([]);
  }
}

/** Opens a part of the app whose fields are looked at. */
type Opens = (page: Page) => Promise<Locator>;
const withFields: [name: string, opens: Opens][] = [
  [
    'new case',
    async (page) => {
      await goAsLink(page, `/patients/${cast.patients.noCase}`);
      await page.getByRole('button', { name: 'New case' }).click();
      const form = drawer(page, 'New case');
      await expect(form.getByRole('textbox', { name: 'Case name' })).toBeFocused();
      return form;
    },
  ],
  [
    'new visit',
    async (page) => {
      await goAsLink(page, '/scheduling');
      await page.getByRole('button', { name: 'New visit' }).click();
      const booking = drawer(page, 'New visit');
      await expect(booking.getByRole('combobox', { name: 'Patient' })).toBeFocused();
      return booking;
    },
  ],
  ...['/patients', '/company/settings', '/account'].map((path): [string, Opens] => [
    path,
    async (page) => {
      await goAsLink(page, path);
      const main = page.getByRole('main');
      await expect(main.locator('input').first()).toBeAttached();
      return main;
    },
  ]),
  [
    'intake',
    async (page) => {
      await page
        .locator(`[data-visit="${today.intakeConflict}"]`)
        .getByRole('button', { name: /^Start/ })
        .click();
      const intake = drawer(page, 'The intake differs from the chart');
      await expect(intake.getByRole('radio').first()).toBeVisible();
      return intake;
    },
  ],
];

test('edges of fields are 3:1 to what they stand on, and the ring of the focus is 2 px and 3:1', async ({
  tabOf,
  clinic,
}) => {
  const page = await tabOf('admin');
  await expect(pill(page)).toHaveText('Saved');
  for (const [name, opens] of someOf(withFields)) {
    await expectSeen(page, name, await opens(page));
    await page.goto(`${clinic.url}/onDeck`);
    await expect(pill(page)).toHaveText('Saved');
  }
});

/** How a part is drawn, beside what the system highlights with. */
async function highlighted(part: Locator): Promise<boolean> {
  return part.first().evaluate((element) => {
    const probe = document.createElement('i');
    probe.style.cssText = 'forced-color-adjust: none; background-color: Highlight';
    document.body.append(probe);
    const highlight = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return getComputedStyle(element).backgroundColor === highlight;
  });
}

test('with the colors of the system, what is pressed, current, chosen or closed is told apart', async ({ tabOf }) => {
  const page = await tabOf('front');
  await expect(pill(page)).toHaveText('Saved');
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await goAsLink(page, '/scheduling');
  await expect(page.locator('[data-event]').first()).toBeVisible();
  const views = page.getByRole('button', { name: /^(Day|Week|Month)$/ });
  expect(await highlighted(views.and(page.locator('[aria-pressed=true]')))).toBe(true);
  expect(await highlighted(views.and(page.locator('[aria-pressed=false]')))).toBe(false);
  const screens = page.getByRole('navigation').getByRole('link');
  expect(await highlighted(screens.and(page.locator('[aria-current=page]')))).toBe(true);
  expect(await highlighted(screens.and(page.locator(':not([aria-current])')))).toBe(false);
  const ground = (part: Locator) => part.first().evaluate((one) => getComputedStyle(one).backgroundImage);
  expect(await ground(page.locator('[data-closed]'))).toContain('repeating-linear-gradient');
  await goAsLink(page, `/patients/${cast.patients.rosa}`);
  await expect(page.getByRole('tab').first()).toBeVisible();
  expect(await highlighted(page.locator('[role=tab][aria-selected=true]'))).toBe(true);
  expect(await highlighted(page.locator('[role=tab][aria-selected=false]'))).toBe(false);
  await goAsLink(page, '/patients');
  const lists = page.getByRole('radiogroup', { name: 'Which patients' }).locator('label');
  await expect(lists.first()).toBeVisible();
  expect(await highlighted(lists.and(page.locator('[data-active]')))).toBe(true);
  expect(await highlighted(lists.and(page.locator(':not([data-active])')))).toBe(false);
  // A switch that is on is filled, and one that is off is not.
  await goAsLink(page, '/account');
  const keys = page.getByRole('switch').first();
  const track = keys.locator('xpath=following-sibling::*[1]');
  const fill = () => track.evaluate((one) => getComputedStyle(one).backgroundColor);
  await expect(track).toBeVisible();
  const before = await fill();
  await keys.evaluate((one: HTMLInputElement) => one.click());
  await expect.poll(fill).not.toBe(before);
  await keys.evaluate((one: HTMLInputElement) => one.click());
  await expect.poll(fill).toBe(before);
});

test('the card of a visit describes it beside it, and is gone while the visit is moved', async ({ tabOf, clinic }) => {
  const page = await tabOf('front');
  await page.goto(`${clinic.url}/scheduling`);
  const box = page.locator(`[data-event="${today.scheduled}"]`);
  const card = page.getByRole('tooltip');
  const isBeside = async () => {
    const [one, other] = [await box.boundingBox(), await card.boundingBox()];
    if (!one || !other) throw new Error('The visit or its card is not drawn.');
    return other.x >= one.x + one.width || other.x + other.width <= one.x;
  };
  await box.scrollIntoViewIfNeeded();
  // By keys.
  await box.focus();
  await expect(card).toBeVisible();
  expect(await box.getAttribute('aria-describedby')).toBe(await card.getAttribute('id'));
  expect(await isBeside()).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-ghost]')).toBeVisible();
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-ghost]')).toHaveCount(0);
  // By the mouse.
  await page.mouse.move(2, 2);
  await box.hover();
  await expect(card).toBeVisible();
  expect(await isBeside()).toBe(true);
  const at = await box.boundingBox();
  if (!at) throw new Error('The visit is not drawn.');
  await page.mouse.move(at.x + 30, at.y + 10);
  await page.mouse.down();
  await page.mouse.move(at.x + 30, at.y + 40, { steps: 4 });
  await expect(page.locator('[data-ghost]')).toBeVisible();
  await expect(card).toHaveCount(0);
  // Held still for longer than a card waits.
  await page.waitForTimeout(600);
  expect(await card.count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});
