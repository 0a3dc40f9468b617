import { expect, test } from 'vitest';
import { afterPress } from './after-press.ts';

test('what the keyboard leaves is checked at once', () => {
  let runs = 0;
  afterPress(() => (runs += 1));
  expect(runs).toBe(1);
});

test('what a click leaves is checked after the click', async () => {
  const order: string[] = [];
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', () => order.push('click'));
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  afterPress(() => order.push('check'));
  expect(order).toEqual([]);
  button.dispatchEvent(new Event('pointerup', { bubbles: true }));
  button.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(order).toEqual(['click', 'check']);
  button.remove();
});

test('a press the browser takes away ends as well', async () => {
  let runs = 0;
  window.dispatchEvent(new Event('pointerdown'));
  afterPress(() => (runs += 1));
  window.dispatchEvent(new Event('pointercancel'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(runs).toBe(1);
});
