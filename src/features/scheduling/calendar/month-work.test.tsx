import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, showDate } from '#contract/base/dates.ts';
import { Provider } from '#contract/providers/provider.ts';
import { patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { keptDays } from '#local/store/kept-days.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { pressUndo } from '#shared/testing/undo.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SchedulingScreen } from './scheduling-screen.tsx';
import { daysShown, type Shown } from './views.ts';

const today = new Date().toISOString().slice(0, 10);
const drawn = daysShown({ view: 'month', date: today });
/** The day beside today within the weeks that are drawn, and the key that leads there. */
const [beside, toBeside] = drawn.includes(addDays(today, 1))
  ? [addDays(today, 1), '{ArrowRight}']
  : [addDays(today, -1), '{ArrowLeft}'];
const works = [{ start: '00:00', end: '23:59', FacilityId: testId(3) }];
const rosa = Provider.parse({ ...provider, Schedule: [works, works, works, works, works, works, works] });
const at = (time: string, end: string, more: Partial<Visit> = {}) =>
  Visit.parse({ ...visit, Start: `${today}T${time}`, End: `${today}T${end}`, stage: 'scheduled', ...more });
const name = "O'Brien-Nguyễn, Mai";
const [onOpen, onBook] = [vi.fn(), vi.fn<(place: { Start: string }) => void>()];
const shown = vi.fn<(shown: Shown) => void>();

function Screen({ date }: { date: string }) {
  const [now, setNow] = useState<Shown>({ view: 'month', date });
  shown(now);
  return (
    <>
      <SchedulingScreen shown={now} onShown={setNow} onOpen={onOpen} onBook={onBook} />
      <LiveRegion />
    </>
  );
}

async function open(visits: Visit[], can = ['schedule visits'], date = today): Promise<Clinic> {
  const clinic = await openClinic({ providers: [rosa], visits }, can);
  setSyncState({ ...syncState(), online: true, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen date={date} />);
  await screen.findByRole('table');
  return clinic;
}

const line = () => screen.findByRole('button', { name: `10:00 AM ${name}` });
const cellOf = (day: string) => document.querySelector<HTMLElement>(`[data-cell="${day}"]`)!;
const figure = (day: string) => cellOf(day).querySelector<HTMLElement>('[data-day]')!;
const ghost = () => document.querySelector('[data-ghost]');

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  setSyncState(null);
  lockDevice();
});

test('a visit is carried to another day by keys, keeps its time and the focus, and Undo queues the way back', async () => {
  await open([at('10:00', '10:45')]);
  (await line()).focus();
  const heard = listen();
  await userEvent.keyboard(` ${toBeside}`);
  expect(cellOf(beside).querySelector('[data-ghost]')?.textContent).toContain('10:00 – 10:45 AM');
  await waitFor(() => expect(heard.at(-1)).toMatch(new RegExp(`^10:00 AM to 10:45 AM, .*day ${showDate(beside)}`)));
  await userEvent.keyboard(' ');
  await waitFor(() => expect(within(cellOf(beside)).getByText(name, { exact: false })).toBeTruthy());
  const changes = { Start: `${beside}T10:00`, End: `${beside}T10:45`, ProviderId: rosa.ProviderId };
  expect(await queued()).toMatchObject([{ name: 'visits.reschedule', input: { id: visit.VisitId, changes } }]);
  await waitFor(() => expect(document.activeElement?.getAttribute('data-event')).toBe(visit.VisitId));
  expect(cellOf(beside).contains(document.activeElement)).toBe(true);
  expect(onOpen).not.toHaveBeenCalled();
  await pressUndo();
  await waitFor(async () => expect((await queued())[1]?.input['changes']).toMatchObject({ Start: `${today}T10:00` }));
});

test('Escape leaves the visit where it was, and no day beyond those drawn takes it', async () => {
  await open([at('10:00', '10:45')]);
  (await line()).focus();
  const heard = listen();
  await userEvent.keyboard(` ${'{ArrowDown}'.repeat(7)}`);
  await waitFor(() => expect(heard.at(-1)).toContain('This is as far as the month reaches.'));
  await userEvent.keyboard('{Escape}');
  expect(ghost()).toBeNull();
  expect(await queued()).toEqual([]);
});

test('what speaks against the other day is asked there as in the week', async () => {
  const other = { VisitId: testId(61) as Visit['VisitId'], PatientId: testId(71) as Visit['PatientId'] };
  await open([
    at('10:00', '10:45'),
    at('10:00', '10:45', { ...other, Start: `${beside}T10:00`, End: `${beside}T10:45` }),
  ]);
  (await line()).focus();
  await userEvent.keyboard(` ${toBeside} `);
  const dialog = await screen.findByRole('dialog', { name: 'Book it there anyway?' });
  expect(dialog.textContent).toContain('Rosa Alvarez is booked 10:00 AM to 10:45 AM.');
  expect(await queued()).toEqual([]);
});

test('the mouse drags a visit to another day and opens nothing', async () => {
  await open([at('10:00', '10:45')]);
  const box = await line();
  drawn.forEach((day, index) => {
    const [x, y] = [(index % 7) * 100, Math.floor(index / 7) * 100];
    cellOf(day).getBoundingClientRect = () => new DOMRect(x, y, 100, 100);
  });
  const point = (day: string) => {
    const { x, y } = cellOf(day).getBoundingClientRect();
    return { pointerId: 1, pointerType: 'mouse', button: 0, clientX: x + 50, clientY: y + 50 };
  };
  fireEvent.pointerDown(box, point(today));
  fireEvent.pointerMove(window, point(beside));
  expect(cellOf(beside).contains(ghost())).toBe(true);
  fireEvent.pointerUp(window, point(beside));
  fireEvent.click(box);
  await waitFor(async () =>
    expect((await queued())[0]?.input['changes']).toMatchObject({ Start: `${beside}T10:00`, End: `${beside}T10:45` }),
  );
  expect(onOpen).not.toHaveBeenCalled();
  expect(onBook).not.toHaveBeenCalled();
});

test('a press on the empty part of a day, its New visit and n book on that day; its number opens it', async () => {
  await open([at('10:00', '10:45')]);
  await line();
  fireEvent.click(cellOf(beside));
  await userEvent.click(screen.getByRole('button', { name: `New visit on ${showDate(beside)}` }));
  act(() => figure(today).focus());
  await userEvent.keyboard(`${toBeside}n`);
  expect(onBook.mock.calls.map(([{ Start }]) => Start.slice(0, 10))).toEqual([beside, beside, beside]);
  await userEvent.click(figure(beside));
  expect(shown).toHaveBeenLastCalledWith({ view: 'day', date: beside });
});

test('who may not book opens the day with any part of it, and carries nothing', async () => {
  await open([at('10:00', '10:45')], ['write notes']);
  (await line()).focus();
  await userEvent.keyboard(` ${toBeside}`);
  expect(ghost()).toBeNull();
  expect(screen.queryByRole('button', { name: /^New visit on/ })).toBeNull();
  fireEvent.click(cellOf(today));
  expect(shown).toHaveBeenLastCalledWith({ view: 'day', date: today });
});

test('arrows go on from day to day within a month', async () => {
  await open([]);
  act(() => figure(today).focus());
  const back = toBeside === '{ArrowRight}' ? '{ArrowLeft}' : '{ArrowRight}';
  await userEvent.keyboard(`${toBeside}${back}${toBeside}`);
  await waitFor(() => expect(document.activeElement).toBe(figure(beside)));
});

/** A month whose weeks have a day on both sides of what is kept, and those two days. */
function partlyKept(): { inside: string; outside: string; date: string; days: readonly string[] } {
  const { from, to } = keptDays();
  const edges = [
    [from, addDays(from, -1)],
    [to, addDays(to, 1)],
  ] as const;
  const [edge] = edges.flatMap(([inside, outside]) =>
    [inside, outside].flatMap((date) => {
      const days = daysShown({ view: 'month', date });
      return days.includes(inside) && days.includes(outside) ? [{ inside, outside, date, days }] : [];
    }),
  );
  return edge!;
}

const on = (day: string, time: string, more: Partial<Visit> = {}) =>
  at(time, '23:00', { Start: `${day}T${time}`, End: `${day}T23:00`, ...more });
/** What the server answers of a month. */
const monthOf = (days: readonly string[], visits: Visit[]) => ({
  'onlineScheduling.heldTimes': { held: [] },
  'scheduling.monthData': {
    from: days[0],
    to: days.at(-1),
    nonPatientVisits: [],
    customDays: [],
    holidays: [],
    visits,
    patients: [patient],
  },
});

test('of a month that this device holds in part, its own days are worked in and those of the server are shown', async () => {
  const { inside, outside, date, days } = partlyKept();
  const far = on(outside, '12:00', { VisitId: testId(61) as Visit['VisitId'] });
  // The server does not know yet where this device moved its own visit.
  const asked = answersTo(monthOf(days, [on(inside, '09:00'), far]));
  await open([on(inside, '10:00')], ['schedule visits'], date);
  const there = await screen.findByRole('button', { name: `12:00 PM ${name}` });
  // As it is drawn, with the days of its neighbors.
  expect(asked.find(([call]) => call === 'scheduling.monthData')?.[1]).toMatchObject({ wholeWeeks: true });
  expect(within(cellOf(inside)).queryByRole('button', { name: `9:00 AM ${name}` })).toBeNull();
  expect(within(cellOf(inside)).queryByRole('button', { name: `10:00 AM ${name}` })).not.toBeNull();
  expect(screen.getByText(/^You can change .* Other days are view only\.$/)).toBeTruthy();
  expect(screen.getByRole('button', { name: `New visit on ${showDate(inside)}` })).toBeTruthy();
  expect(screen.queryByRole('button', { name: `New visit on ${showDate(outside)}` })).toBeNull();
  await userEvent.click(there);
  expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ VisitId: far.VisitId }), false);
  await userEvent.click(screen.getByRole('button', { name: `10:00 AM ${name}` }));
  expect(onOpen).toHaveBeenLastCalledWith(expect.objectContaining({ VisitId: visit.VisitId }), true);
  const heard = listen();
  there.focus();
  await userEvent.keyboard(' ');
  await waitFor(() => expect(heard.at(-1)).toBe('This visit cannot be moved here.'));
  fireEvent.click(cellOf(outside));
  expect(onBook).not.toHaveBeenCalled();
  expect(shown).toHaveBeenLastCalledWith({ view: 'day', date: outside });
});

test('of a month held in part, a visit that waits here on a day of the server stands there, and there alone', async () => {
  const { inside, outside, date, days } = partlyKept();
  const far = on(outside, '12:00', { VisitId: testId(61) as Visit['VisitId'] });
  answersTo(monthOf(days, [on(inside, '10:00'), far]));
  await open([on(inside, '10:00')], ['schedule visits'], date);
  await screen.findByRole('button', { name: `12:00 PM ${name}` });
  const changes = { Start: `${outside}T10:00`, End: `${outside}T23:00` };
  await act(async () => {
    await queueWrite('visits.reschedule', { id: visit.VisitId, changes, lastUpdated: visit.updated_at, accepted: [] });
  });
  await waitFor(() =>
    expect(within(cellOf(outside)).queryByRole('button', { name: `10:00 AM ${name}` })).not.toBeNull(),
  );
  expect(screen.getAllByRole('button', { name: `10:00 AM ${name}` })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: `12:00 PM ${name}` })).toHaveLength(1);
});

test('of a month held in part, a visit that came to an own day leaves the day the server told before', async () => {
  const { inside, outside, date, days } = partlyKept();
  const far = on(outside, '12:00', { VisitId: testId(61) as Visit['VisitId'] });
  answersTo(monthOf(days, [on(outside, '10:00'), far]));
  const { device } = await open([], ['schedule visits'], date);
  await screen.findByRole('button', { name: `10:00 AM ${name}` });
  await act(() => mirrorRows(device, 'visits', [on(inside, '10:00')]));
  await waitFor(() =>
    expect(within(cellOf(inside)).queryAllByRole('button', { name: `10:00 AM ${name}` })).toHaveLength(1),
  );
  expect(screen.getAllByRole('button', { name: `10:00 AM ${name}` })).toHaveLength(1);
});

test('days of the server are fetched again where a pull changed the calendar, and stay where that fails', async () => {
  const { outside, date, days } = partlyKept();
  const far = (time: string) => on(outside, time, { VisitId: testId(61) as Visit['VisitId'] });
  const pulled = (at: number) => act(() => setSyncState({ ...syncState(), farDaysChangedAt: at }));
  vi.useFakeTimers({ toFake: ['Date'] });
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const first = answersTo(monthOf(days, [far('12:00')]));
  await open([], ['schedule visits'], date);
  await screen.findByRole('button', { name: `12:00 PM ${name}` });
  // Of its own days this device knows: nothing is asked, and so no more is in the audit log.
  act(() => setSyncState({ ...syncState(), calendarChangedAt: 1 }));
  await act(async () => undefined);
  expect(first.filter(([call]) => call === 'scheduling.monthData')).toHaveLength(1);
  wait(3_000);
  answersTo(monthOf(days, [far('11:00')]));
  pulled(1);
  await screen.findByRole('button', { name: `11:00 AM ${name}` });
  expect(screen.queryByRole('button', { name: `12:00 PM ${name}` })).toBeNull();
  wait(3_000);
  const asked = answersTo({ ...monthOf(days, []), 'scheduling.monthData': new Error('The server did not answer.') });
  pulled(2);
  await waitFor(() => expect(asked.map(([call]) => call)).toContain('scheduling.monthData'));
  await act(async () => undefined);
  expect(screen.queryByRole('button', { name: `11:00 AM ${name}` })).not.toBeNull();
});

test('what a box has no room for is in its list, by time, and opens from there', async () => {
  const visits = ['09:00', '10:00', '11:00', '12:00', '13:00'].map((time, index) =>
    at(time, `${time.slice(0, 3)}30`, { VisitId: testId(200 + index) as Visit['VisitId'] }),
  );
  await open(visits);
  await userEvent.click(await screen.findByRole('button', { name: `2 more on ${showDate(today)}` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(
    ['9:00 AM', '10:00 AM', '11:00 AM', '12:00 PM', '1:00 PM'].map((time) => `${time} ${name}`),
  );
  await userEvent.click(items[4]!);
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ VisitId: testId(204) }), true);
  expect(onBook).not.toHaveBeenCalled();
});

test('of a view-only day Ctrl+C says that nothing was copied', async () => {
  const { outside, date, days } = partlyKept();
  answersTo(monthOf(days, [on(outside, '12:00', { VisitId: testId(61) as Visit['VisitId'] })]));
  await open([], ['schedule visits'], date);
  const there = await screen.findByRole('button', { name: `12:00 PM ${name}` });
  const heard = listen();
  act(() => there.focus());
  await userEvent.keyboard('{Control>}c{/Control}');
  await waitFor(() => expect(heard.at(-1)).toBe('This day is view only. Nothing was copied.'));
});
