import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Presses a key until one of the elements holds the focus, as a person does who looks where it is. */
export async function go(page: Page, key: string, target: Locator, most = 80): Promise<void> {
  await expect(target.first()).toBeVisible();
  for (let presses = 0; presses <= most; presses += 1) {
    if (await holdsFocus(target)) return expectFocusSeen(page);
    await page.keyboard.press(key);
  }
  throw new Error(`${most} times ${key} did not lead to ${target}.`);
}

function holdsFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
}

/** What has the focus, or the card or field it stands in, is drawn differently from one without. */
export async function expectFocusSeen(page: Page): Promise<void> {
  expect(await isFocusSeen(page), 'the focus can be seen').toBe(true);
}

function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const drawn = ({
      outlineStyle,
      outlineWidth,
      outlineColor,
      boxShadow,
      borderColor,
      backgroundColor,
    }: CSSStyleDeclaration) =>
      [outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor, backgroundColor].join();
    // Colours change over a tenth of a second, later on a busy machine.
    const settled = async () => {
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
      await Promise.allSettled(document.getAnimations().map((each) => each.finished));
    };
    const active = document.activeElement;
    if (!(active instanceof HTMLElement)) return false;
    const around = [
      active,
      active.parentElement,
      active.closest('[data-visit]'),
      // What draws a box to tick.
      active.nextElementSibling,
      active.closest('.mantine-Input-input'),
    ].filter((element) => element !== null);
    const look = () =>
      around.map((element) => drawn(getComputedStyle(element)) + drawn(getComputedStyle(element, '::after'))).join();
    await settled();
    const focused = look();
    active.blur();
    await settled();
    const plain = look();
    active.focus();
    return focused !== plain;
  });
}

/** Where the focus is, in words, and what is wrong with that place; '' where nothing is (WCAG 2.4.3, 2.4.7, 2.4.11). */
export function focusNow(page: Page): Promise<{ at: string; wrong: string }> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (!active || active === document.body) return { at: 'body', wrong: 'the focus is nowhere' };
    const name = active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40);
    // In a grid the focus goes from cell to cell, and the grid keeps it.
    const cell = active.getAttribute('aria-activedescendant') ?? '';
    const at = `${active.tagName.toLowerCase()} ${active.id} '${name}' ${cell}`;
    // Boxes to tick are drawn by what stands around them.
    const shown = active.matches('[type=checkbox], [type=radio], [type=file]') ? active.parentElement! : active;
    const { left, top, right, bottom, width, height } = shown.getBoundingClientRect();
    if (width < 1 || height < 1) return { at, wrong: 'it has no size' };
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const seen = Math.min(right, innerWidth) - Math.max(left, 0);
    const tall = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const isInside = seen >= Math.min(width, 24) - 1 && tall >= Math.min(height, 24) - 1;
    if (!isInside) return { at, wrong: `it is outside of the window, at ${left}, ${top} to ${right}, ${bottom}` };
    const over = document.elementFromPoint(x, y);
    const isFree =
      over !== null && (shown.contains(over) || over.contains(shown) || over.closest('label')?.contains(shown));
    return { at, wrong: isFree ? '' : `${over?.tagName} .${over?.className} is over it` };
  });
}

/** Walks by a key and looks after each step; ends early where the walk has come around. Gives the number of stops. */
export async function walk(page: Page, key: string, most: number): Promise<number> {
  const met = new Set<string>();
  const faults: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press(key);
    // From the last stop a browser goes to its own controls, which leave the page without the focus; a layer begins anew.
    const isAround = await page.evaluate((isFirst) => {
      const active = document.activeElement;
      const walked = window as { first?: Element | null; cell?: string | null };
      const cell = active?.getAttribute('aria-activedescendant') ?? null;
      if (isFirst) [walked.first, walked.cell] = [active, cell];
      return !isFirst && (active === document.body || (active === walked.first && cell === walked.cell));
    }, step === 0);
    if (isAround) break;
    const { at, wrong } = await focusNow(page);
    if (wrong !== '') faults.push(`${at}: ${wrong}`);
    else if (!(await isFocusSeen(page))) faults.push(`${at}: it looks as without the focus`);
    met.add(at);
  }
  expect.soft(faults).toEqual([]);
  return met.size;
}
