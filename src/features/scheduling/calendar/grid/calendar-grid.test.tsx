import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '#shared/testing/show.tsx';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { CalendarGrid, type CalendarGridProps } from './calendar-grid.tsx';
import { narrowestColumn } from './geometry.ts';
import type { GridChange, GridColumn, GridEvent } from './grid-types.ts';

const event = (id: string, start: number, title: string): GridEvent => ({
  id,
  start,
  end: start + 45,
  title,
  apart: '',
  apartShort: '',
  detail: 'PT Follow-up',
  look: 'planned',
  icon: IconCalendar,
  word: 'Scheduled',
  more: '',
  mark: '',
  isFixed: false,
});
const column = (key: string, title: string, events: GridEvent[]): GridColumn => ({
  key,
  title,
  note: `${events.length} visits`,
  isToday: false,
  open: [{ start: 480, end: 1020 }],
  blocks: [{ start: 720, end: 780, kind: 'off', label: 'Lunch' }],
  events,
});
const first = () => [
  column('maya', 'Maya Okafor', [event('a', 540, 'Alvarez, Rosa'), event('b', 600, 'Brandt, Walter')]),
  column('ben', 'Ben Sandoval', [event('c', 555, 'Castillo, Samira')]),
];

/** A grid whose moves are done, as a schedule's would be. */
function Moving(props: Partial<CalendarGridProps>) {
  const [columns, setColumns] = useState(first);
  function move(change: GridChange) {
    const moved = columns.flatMap(({ events }) => events).find(({ id }) => id === change.id);
    if (!moved) return;
    setColumns(
      columns.map((each) => {
        const others = each.events.filter(({ id }) => id !== change.id);
        const events = each.key === change.column ? [...others, { ...moved, ...change }] : others;
        return { ...each, events };
      }),
    );
  }
  return (
    <>
      <CalendarGrid label="Schedule" columns={columns} timeZone="UTC" onOpen={vi.fn()} onMove={move} {...props} />
      <LiveRegion />
    </>
  );
}

/** A visit is named by what is in it, everything else by its label. */
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.firstElementChild?.textContent ?? '';
const keys = (text: string) => userEvent.keyboard(text);

beforeEach(() => vi.clearAllMocks());

test('one stop for Tab; arrows walk visits and free times of both columns', async () => {
  show(<Moving onBook={vi.fn()} />);
  await userEvent.tab();
  expect(focused()).toBe('9:00 AM to 9:45 AM, Alvarez, Rosa, PT Follow-up, Scheduled');
  await keys('{ArrowDown}');
  expect(focused()).toBe('Book 9:45 AM, Maya Okafor, free');
  await keys('{ArrowDown}');
  expect(focused()).toContain('10:00 AM to 10:45 AM, Brandt, Walter');
  await keys('{ArrowRight}');
  expect(focused()).toBe('Book 10:00 AM, Ben Sandoval, free');
  await keys('{ArrowUp}');
  expect(focused()).toContain('9:15 AM to 10:00 AM, Castillo, Samira');
  await keys('{End}');
  expect(focused()).toBe('Book 4:30 PM, Ben Sandoval, free');
  await keys('{Home}');
  expect(focused()).toBe('Book 8:00 AM, Ben Sandoval, free');
});

test('the time of a visit that was cancelled is free to be booked, by the keys and beside its box', async () => {
  const onBook = vi.fn();
  const away = { ...event('a', 540, 'Alvarez, Rosa'), look: 'away', word: 'Canceled' } as const;
  show(<Moving onBook={onBook} columns={[column('maya', 'Maya Okafor', [away])]} />);
  expect(screen.getByRole('button', { name: /Alvarez/ }).style.width).toBe('calc(70% - 3px)');
  await userEvent.tab();
  expect(focused()).toContain('Alvarez, Rosa, PT Follow-up, Canceled');
  await keys('{ArrowDown}');
  expect(focused()).toBe('Book 9:00 AM, Maya Okafor, free');
  await keys('{Enter}');
  expect(onBook).toHaveBeenCalledExactlyOnceWith({ column: 'maya', start: 540 });
});

test('Space picks up, arrows carry, Space drops in the new column and keeps the focus', async () => {
  show(<Moving />);
  await userEvent.tab();
  await keys(' ');
  expect(screen.getByRole('status').textContent).toContain('Picked up Alvarez, Rosa');
  await keys('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect(screen.getByRole('status').textContent).toBe('9:30 AM to 10:15 AM, Ben Sandoval');
  await keys(' ');
  expect(focused()).toContain('9:30 AM to 10:15 AM, Alvarez, Rosa');
  expect(document.activeElement?.closest('[data-column]')?.getAttribute('data-column')).toBe('ben');
});

test('Shift with an arrow changes the end; Escape puts everything back', async () => {
  const onMove = vi.fn();
  show(<Moving onMove={onMove} />);
  await userEvent.tab();
  await keys(' {Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(screen.getByRole('status').textContent).toBe('9:00 AM to 10:15 AM, Maya Okafor');
  await keys('{Escape}');
  expect(screen.getByRole('status').textContent).toBe('Alvarez, Rosa did not move.');
  await keys(' {Shift>}{ArrowUp}{/Shift} ');
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'maya', column: 'maya', start: 540, end: 570 }, null);
});

test('what speaks against a place is said before the drop, and a refused place keeps the visit in the hand', async () => {
  const onMove = vi.fn();
  const issueOf = ({ start }: GridChange) =>
    start === 555 ? ({ tone: 'refused', sentence: 'Ben Sandoval is booked at that time.' } as const) : null;
  show(<Moving onMove={onMove} issueOf={issueOf} />);
  await userEvent.tab();
  await keys(' {ArrowDown}');
  expect(screen.getByRole('status').textContent).toBe(
    '9:15 AM to 10:00 AM, Maya Okafor. Ben Sandoval is booked at that time.',
  );
  await keys(' ');
  expect(onMove.mock.calls[0]?.[1]).toMatchObject({ tone: 'refused' });
  await keys('{ArrowDown} ');
  expect(onMove).toHaveBeenLastCalledWith({ id: 'a', from: 'maya', column: 'maya', start: 570, end: 615 }, null);
});

test('what is learnt only when the visit is there already is told where it rests', async () => {
  const onMove = vi.fn();
  const issue = { tone: 'asks', sentence: 'Maya Okafor is booked at that time.' } as const;
  function Learning() {
    const [isKnown, setIsKnown] = useState(false);
    return (
      <>
        <Moving onMove={onMove} issueOf={() => (isKnown ? issue : null)} />
        <button onClick={() => setIsKnown(true)} tabIndex={-1}>
          learn
        </button>
      </>
    );
  }
  show(<Learning />);
  await userEvent.tab();
  await keys(' {ArrowDown}');
  expect(document.querySelector('[data-ghost]')?.textContent).not.toContain('is booked');
  // Not by the mouse: the focus stays on the visit.
  fireEvent.click(screen.getByRole('button', { name: 'learn' }));
  expect(document.querySelector('[data-ghost]')?.textContent).toContain(issue.sentence);
  expect(screen.getByRole('status').textContent).toBe(issue.sentence);
  await keys(' ');
  expect(onMove).toHaveBeenCalledExactlyOnceWith(
    { id: 'a', from: 'maya', column: 'maya', start: 555, end: 600 },
    issue,
  );
});

test('Enter opens, n and Enter book, Ctrl+C and Ctrl+V copy a visit to a free time', async () => {
  const [onOpen, onBook, onCopy, onPaste] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  show(<Moving onOpen={onOpen} onBook={onBook} onCopy={onCopy} onPaste={onPaste} />);
  await userEvent.tab();
  await keys('{Enter}');
  expect(onOpen).toHaveBeenCalledWith('a');
  await keys('{Control>}c{/Control}');
  expect(onCopy).toHaveBeenCalledWith('a');
  await keys('{ArrowDown}n{Enter}{Control>}v{/Control}');
  const slot = { column: 'maya', start: 585 };
  expect(onBook.mock.calls).toEqual([[slot], [slot]]);
  expect(onPaste).toHaveBeenCalledWith(slot);
});

test('the mouse drags a box by quarters of an hour, with the time in words, and opens nothing', () => {
  const [onMove, onOpen] = [vi.fn(), vi.fn()];
  show(<Moving onMove={onMove} onOpen={onOpen} />);
  const box = screen.getByRole('button', { name: /Alvarez/ });
  const at = (clientY: number) => ({ pointerId: 1, pointerType: 'mouse', button: 0, clientX: 80, clientY });
  fireEvent.pointerDown(box, at(100));
  fireEvent.pointerMove(window, at(144));
  expect(document.querySelector('[data-ghost]')?.textContent).toContain('9:30 – 10:15 AM');
  fireEvent.pointerUp(window, at(144));
  fireEvent.click(box);
  expect(onMove).toHaveBeenCalledExactlyOnceWith({ id: 'a', from: 'maya', column: 'maya', start: 570, end: 615 }, null);
  expect(onOpen).not.toHaveBeenCalled();
  expect(document.querySelector('[data-ghost]')).toBeNull();
});

test('Escape while the button is down puts the visit back, and letting go opens nothing', () => {
  const [onMove, onOpen] = [vi.fn(), vi.fn()];
  show(<Moving onMove={onMove} onOpen={onOpen} />);
  const box = screen.getByRole('button', { name: /Alvarez/ });
  const at = (clientY: number) => ({ pointerId: 1, pointerType: 'mouse', button: 0, clientX: 80, clientY });
  fireEvent.pointerDown(box, at(100));
  fireEvent.pointerMove(window, at(144));
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(document.querySelector('[data-ghost]')).toBeNull();
  fireEvent.pointerUp(window, at(144));
  fireEvent.click(box);
  expect(onMove).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
});

test('the keys work on what has the focus, whoever led there', async () => {
  show(<Moving />);
  act(() => screen.getByRole('button', { name: /Castillo/ }).focus());
  await keys(' ');
  expect(screen.getByRole('status').textContent).toContain('Picked up Castillo, Samira');
});

test('a visit that cannot be moved says so', async () => {
  const columns = [column('maya', 'Maya Okafor', [{ ...event('a', 540, 'Alvarez, Rosa'), isFixed: true }])];
  show(<Moving columns={columns} />);
  await userEvent.tab();
  await keys(' ');
  expect(screen.getByRole('status').textContent).toBe('Alvarez, Rosa cannot be moved.');
});

test('the day asked for stands in sight and takes the first Tab; a step to the same weekday leaves the scroll alone', async () => {
  const days = (week: string, today = '') =>
    ['mon', 'tue'].flatMap((day) =>
      ['maya', 'ben'].map((who) => ({
        ...column(`${week} ${day} ${who}`, who, [event(`${week} ${day} ${who}`, 540, `Of ${day}, ${who}`)]),
        group: day,
        isToday: `${week} ${day}` === today,
      })),
    );
  function Weeks() {
    const [at, setAt] = useState('1 tue');
    const columns = days(at.slice(0, 1), '1 tue');
    return (
      <>
        <Moving columns={columns} openAt={columns.find(({ key }) => key.startsWith(at))?.key} />
        {['1 mon', '1 tue', '2 tue'].map((day) => (
          <button key={day} onClick={() => setAt(day)} tabIndex={-1}>
            {day}
          </button>
        ))}
      </>
    );
  }
  show(<Weeks />);
  const grid = screen.getByRole('application');
  const wide = 2 * narrowestColumn;
  expect(grid.scrollLeft).toBe(wide);
  const go = (day: string) => fireEvent.click(screen.getByRole('button', { name: day }));
  grid.scrollLeft = 7;
  go('2 tue');
  expect(grid.scrollLeft).toBe(7);
  go('1 tue');
  expect(grid.scrollLeft).toBe(wide);
  go('1 mon');
  expect(grid.scrollLeft).toBe(0);
  go('1 tue');
  await userEvent.tab();
  expect(focused()).toContain('Of tue, maya');
});

test('hours in which someone does not work are shaded, and a free time there says so', async () => {
  const early = { ...column('maya', 'Maya Okafor', [event('a', 435, 'Alvarez, Rosa')]), blocks: [] };
  show(<CalendarGrid label="Schedule" columns={[early]} timeZone="UTC" onOpen={vi.fn()} onBook={vi.fn()} />);
  const shaded = [...document.querySelectorAll<HTMLElement>('[data-closed]')];
  // Drawn from 7 AM, of which an hour is 88 px: they work from 8 to 5.
  expect(shaded.map(({ style }) => [style.top, style.height])).toEqual([['0px', '88px']]);
  await userEvent.tab();
  await keys('{ArrowUp}');
  expect(focused()).toBe('Book 7:00 AM, Maya Okafor, outside working hours');
});
