import { expect, test } from 'vitest';
import { endTypeAhead, startTypeAhead, typedAhead } from './type-ahead.ts';

function press(key: string, more: KeyboardEventInit = {}): boolean {
  return document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
}

test('keeps what is typed until the field is there, and no one else hears it', () => {
  const heard: string[] = [];
  const listen = (event: KeyboardEvent) => heard.push(event.key);
  window.addEventListener('keydown', listen);
  startTypeAhead();
  for (const key of ['R', 'o', 'x', 'Backspace', 's', 'Enter']) expect(press(key)).toBe(false);
  expect(press('Escape')).toBe(true);
  expect(typedAhead()).toEqual({ text: 'Ros', isEntered: true });
  endTypeAhead();
  expect(press('a')).toBe(true);
  expect(heard).toEqual(['Escape', 'a']);
  expect(typedAhead()).toEqual({ text: '', isEntered: false });
  window.removeEventListener('keydown', listen);
});

test('leaves the browser its own keys', () => {
  startTypeAhead();
  expect(press('r', { ctrlKey: true })).toBe(true);
  expect(typedAhead()).toEqual({ text: '', isEntered: false });
  endTypeAhead();
});
