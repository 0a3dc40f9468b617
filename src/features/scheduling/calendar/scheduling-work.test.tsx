import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { CustomDayId } from '#contract/base/ids.ts';
import { Provider } from '#contract/providers/provider.ts';
import { assistant, provider, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { narrowQuery } from '#shared/hooks/use-narrow.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { shortcutFor } from '#shared/shortcuts.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import type { QueuedDay } from '../days/day-form.ts';
import { SchedulingScreen } from './scheduling-screen.tsx';
import { useEditSchedule } from './use-edit-schedule.ts';
import type { Shown } from './views.ts';

const today = new Date().toISOString().slice(0, 10);
const works = [{ start: '00:00', end: '23:59', FacilityId: testId(3) }];
const week = [works, works, works, works, works, works, works];
const rosa = Provider.parse({ ...provider, Schedule: week });
const omar = Provider.parse({ ...assistant, FirstName: 'Omar', LastName: 'Zed', Type: 'OT', Schedule: week });
const at = (time: string, end: string) =>
  Visit.parse({ ...visit, Start: `${today}T${time}`, End: `${today}T${end}`, stage: 'scheduled' });
const name = "O'Brien-Nguyễn, Mai";
const onOpen = vi.fn();
const onBook = vi.fn<(place: { ProviderId: string; Start: string }) => void>();

function Screen({ first }: { first: Shown }) {
  const [shown, setShown] = useState(first);
  return (
    <>
      <SchedulingScreen shown={shown} onShown={setShown} onOpen={onOpen} onBook={onBook} />
      <LiveRegion />
    </>
  );
}

async function open(visits: Visit[], view: Shown['view'] = 'day', can = ['schedule visits']): Promise<Clinic> {
  const clinic = await openClinic({ providers: [rosa, omar], visits }, can);
  setSyncState({ ...syncState(), online: true, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen first={{ view, date: today }} />);
  return clinic;
}

const box = () => screen.findByRole('button', { name: new RegExp(name) });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  setSyncState(null);
  lockDevice();
});

test('a new visit is booked by its button and by n, from now on and with who books', async () => {
  await open([at('10:00', '10:45')]);
  await box();
  await userEvent.click(screen.getByRole('button', { name: 'New visit' }));
  shortcutFor('n')?.run();
  expect(onBook).toHaveBeenCalledTimes(2);
  for (const [place] of onBook.mock.calls) {
    expect(place.ProviderId).toBe(rosa.ProviderId);
    expect(place.Start >= new Date(Date.now() - 60_000).toISOString().slice(0, 16)).toBe(true);
  }
});

test('who may not book has no new visit', async () => {
  await open([at('10:00', '10:45')], 'day', ['write notes']);
  await box();
  expect(screen.queryByRole('button', { name: 'New visit' })).toBeNull();
  expect(shortcutFor('n')).toBeUndefined();
});

test('a visit that is dropped on a provider of another discipline is asked about, and moved within one is not', async () => {
  await open([at('10:00', '10:45')]);
  (await box()).focus();
  await userEvent.keyboard(' {ArrowRight} ');
  expect(await screen.findByText('Omar Zed, OT, would see a PT case.', { selector: 'li' })).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Book anyway' }));
  await waitFor(async () =>
    expect((await queued()).map(({ input }) => input['changes'])).toMatchObject([{ ProviderId: omar.ProviderId }]),
  );
});

test('a visit in the hand that someone else changes is let go, and its ghost with it', async () => {
  const clinic = await open([at('10:00', '10:45')]);
  (await box()).focus();
  await userEvent.keyboard(' {ArrowDown}');
  expect(document.querySelector('[data-ghost]')).not.toBeNull();
  await act(() => mirrorRows(clinic.device, 'visits', [at('14:00', '14:45')]));
  await waitFor(() => expect(document.querySelector('[data-ghost]')).toBeNull());
  await userEvent.keyboard(' ');
  expect(await queued()).toEqual([]);
});

test('a visit of the month opens as in the day', async () => {
  await open([at('10:00', '10:45')], 'month');
  await userEvent.click(await screen.findByRole('button', { name: `10:00 AM ${name}` }));
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ VisitId: visit.VisitId }), true);
});

test('a phone begins with the column of who looks, and nothing of More is among the filters', async () => {
  const wide = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...wide(query), matches: query === narrowQuery }));
  onTestFinished(() => void vi.stubGlobal('matchMedia', wide));
  const first = Provider.parse({ ...omar, LastName: 'Aalto' });
  const clinic = await openClinic({ providers: [rosa, first], visits: [at('10:00', '10:45')] }, ['schedule visits']);
  setSyncState({ ...syncState(), online: true, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(
    clinic,
    <SchedulingScreen
      shown={{ view: 'day', date: today }}
      onShown={vi.fn()}
      onOpen={onOpen}
      onBook={onBook}
      more={[{ kind: 'item', key: 'series', label: 'Book a series', onChoose: onOpen }]}
    />,
  );
  const shown = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Provider column' });
  expect(shown.options[0]?.textContent).toMatch(/Aalto/);
  await waitFor(() => expect(shown.options[Number(shown.value)]?.textContent).toMatch(/Alvarez/));
  expect(screen.getByRole('button', { name: 'New visit' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Places of service' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Book a series' }));
  expect(onOpen).toHaveBeenCalledTimes(1);
});

const onPlan = vi.fn();
const Editing = () => (
  <SchedulingScreen
    shown={{ view: 'day', date: today }}
    onShown={vi.fn()}
    onOpen={onOpen}
    edit={useEditSchedule()}
    onPlan={onPlan}
  />
);

test('the bar of who edits schedules stands again after a lock, with the days that are not saved', async () => {
  const held: QueuedDay = {
    CustomDayId: CustomDayId.parse(testId(91)),
    ProviderId: rosa.ProviderId,
    day: addDays(today, 2) as QueuedDay['day'],
    blocks: [],
    Note: null,
    isRemoved: false,
    rebook: [],
  };
  const can = ['schedule visits', 'manage schedules'];
  const clinic = await openClinic({ providers: [rosa, omar], visits: [at('10:00', '10:45')] }, can);
  await saveDraft(unsavedKey.days(), { days: [held] });
  setSyncState({ ...syncState(), online: true, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Editing />);
  const bar = within(await screen.findByRole('region', { name: 'Editing schedules' }));
  expect(bar.getByRole('button', { name: '1 day not saved' })).toBeTruthy();
  await userEvent.click(bar.getByRole('button', { name: 'Save day' }));
  await waitFor(async () =>
    expect((await queued()).map(({ name: call }) => call)).toEqual(['scheduling.createCustomDays']),
  );
  await waitFor(() => expect(bar.queryByRole('button', { name: '1 day not saved' })).toBeNull());
});
