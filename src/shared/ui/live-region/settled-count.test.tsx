import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, Shown } from '../../testing/show.tsx';
import { toast } from '../toasts/toasts.tsx';
import { announce, announceSaved, besideMs, LiveRegion, sameSaveMs } from './live-region.tsx';
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

test('a save is told once while the typing goes on, and not beside what its press said itself', async () => {
  vi.useFakeTimers();
  show(<LiveRegion />);
  const said: (string | undefined)[] = [];
  const after = async (ms: number, tell: () => void) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    act(tell);
    said.push(region());
  };
  await after(0, () => announceSaved('Note saved.'));
  await after(sameSaveMs - 1_000, () => announce('3 cells filled.'));
  await after(besideMs - 100, () => announceSaved('Flowsheet saved.'));
  // Something else was said meanwhile, and then nothing for a while.
  await after(besideMs, () => announceSaved('Flowsheet saved.'));
  await after(1_000, () => announceSaved('Charges saved.'));
  act(() => toast('Visit moved.'));
  await after(100, () => announceSaved('Note saved.'));
  await after(sameSaveMs, () => announceSaved('Note saved.'));
  expect(said).toEqual([
    'Note saved.',
    '3 cells filled.',
    '3 cells filled.',
    'Flowsheet saved.',
    'Charges saved.',
    'Charges saved.',
    'Note saved.',
  ]);
});

test('the same save is told again only after a while, or to another person', async () => {
  vi.useFakeTimers();
  show(<LiveRegion />);
  const tell = () => act(() => announceSaved('Note saved.'));
  const spoken = () => document.querySelector('[aria-live] span');
  tell();
  const first = spoken();
  await act(() => vi.advanceTimersByTimeAsync(sameSaveMs - 1));
  tell();
  expect(spoken()).toBe(first);
  await act(() => vi.advanceTimersByTimeAsync(1));
  tell();
  expect(spoken()).not.toBe(first);
  act(() => announce(''));
  tell();
  expect(region()).toBe('Note saved.');
});
