import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, Shown } from '../../testing/show.tsx';
import { announce, LiveRegion } from './live-region.tsx';
import { SettledCount, settleMs } from './settled-count.tsx';
import { useAnnounced } from './use-announced.ts';

afterEach(() => void vi.useRealTimers());
beforeEach(() => announce(''));

const region = () => document.querySelector('[aria-live]')?.textContent;

test('a count is in sight with each letter, and told once the typing rests', async () => {
  vi.useFakeTimers();
  const part = (text: string) => (
    <>
      <SettledCount>{text}</SettledCount>
      <LiveRegion />
    </>
  );
  const { rerender } = show(part('Recently opened'));
  await act(() => vi.advanceTimersByTimeAsync(settleMs * 2));
  expect(region()).toBe('');
  for (const text of ['Searching', '12 matches', '3 matches']) {
    rerender(<Shown of={part(text)} />);
    await act(() => vi.advanceTimersByTimeAsync(settleMs / 2));
    expect(region()).toBe('');
    expect(screen.getByText(text)).toBeTruthy();
  }
  await act(() => vi.advanceTimersByTimeAsync(settleMs));
  expect(region()).toBe('3 matches');
});

test('a view is told once it is there and another one, not when something changes in it', () => {
  function View({ day, count }: { day: string; count: number | null }) {
    useAnnounced(day, count === null ? null : `${day}, ${count} visits`);
    return <LiveRegion />;
  }
  const { rerender } = show(<View day="Thursday" count={12} />);
  const to = (day: string, count: number | null) => rerender(<Shown of={<View day={day} count={count} />} />);
  const told: (string | undefined)[] = [region()];
  to('Thursday', 13);
  told.push(region());
  to('Friday', null);
  told.push(region());
  to('Friday', 4);
  told.push(region());
  to('Friday', 5);
  told.push(region());
  expect(told).toEqual(['', '', '', 'Friday, 4 visits', 'Friday, 4 visits']);
});
