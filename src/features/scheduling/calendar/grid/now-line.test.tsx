import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '#shared/testing/show.tsx';
import { NowLine } from './now-line.tsx';

const drawn = { from: 8 * 60, to: 17 * 60, hour: 60, column: 200 };
const line = () => document.querySelector<HTMLElement>('[data-now]');

afterEach(() => void vi.useRealTimers());

test.each([
  ['10:00 at the clinic, an hour of 60 px after 8', '2026-11-18T15:00:00Z', '120px'],
  ['the first minute that is drawn', '2026-11-18T13:00:00Z', '0px'],
  ['before the hours that are drawn', '2026-11-18T12:59:00Z', null],
  ['after them', '2026-11-18T22:01:00Z', null],
])('the line of the present: %s', (_, now, top) => {
  vi.useFakeTimers({ now: new Date(now) });
  show(<NowLine timeZone="America/New_York" geometry={drawn} />);
  expect(line()?.style.top ?? null).toBe(top);
});

test('it goes on every 30 seconds (spec 9)', () => {
  vi.useFakeTimers({ now: new Date('2026-11-18T15:00:30Z') });
  show(<NowLine timeZone="America/New_York" geometry={drawn} />);
  expect(line()?.style.top).toBe('120px');
  act(() => void vi.advanceTimersByTime(30_000));
  expect(line()?.style.top).toBe('121px');
});
