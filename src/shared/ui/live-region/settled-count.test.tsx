import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show, Shown } from '../../testing/show.tsx';
import { listen } from '../../testing/listen.ts';
import { toast } from '../toasts/toasts.tsx';
import { announce, announceSaved, besideMs, LiveRegion, sameSaveMs, waitMs } from './live-region.tsx';
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

test('a save is told once while the typing goes on, and not beside what its press says itself', async () => {
  vi.useFakeTimers();
  show(<LiveRegion />);
  const heard = listen();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const save = async (text: string, after = waitMs) => {
    act(() => announceSaved(text));
    await pass(after);
  };
  await save('Note saved.');
  await pass(sameSaveMs - 2 * waitMs);
  await save('Note saved.', waitMs - 1);
  act(() => announce('3 cells filled.'));
  await save('Flowsheet saved.');
  await pass(besideMs);
  await save('Flowsheet saved.');
  // Another save, with nothing said in between.
  await save('Charges saved.');
  // What a press says comes after its save, too.
  await save('Note saved.', waitMs / 2);
  act(() => toast('The template is in this note.'));
  await pass(waitMs);
  await pass(sameSaveMs);
  await save('Note saved.');
  expect(heard).toEqual([
    'Note saved.',
    '3 cells filled.',
    'Flowsheet saved.',
    'Charges saved.',
    'The template is in this note.',
    'Note saved.',
  ]);
});

test('the same save is told again only after a while, or to another person', async () => {
  vi.useFakeTimers();
  show(<LiveRegion />);
  const heard = listen();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const save = async () => {
    act(() => announceSaved('Note saved.'));
    await pass(waitMs);
  };
  await save();
  await pass(sameSaveMs - waitMs - 1);
  await save();
  expect(heard).toHaveLength(1);
  await pass(1);
  await save();
  expect(heard).toHaveLength(2);
  act(() => announceSaved('Note saved.'));
  act(() => announce(''));
  await pass(waitMs);
  expect(region()).toBe('');
  await save();
  expect(heard).toHaveLength(3);
});
