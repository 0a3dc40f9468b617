import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/base/dates.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { Provider } from '#contract/providers/provider.ts';
import { NonPatientVisit } from '#contract/scheduling/non-patient-visit.ts';
import { assistant, facility, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { pressUndo } from '#shared/testing/undo.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SchedulingScreen } from './scheduling-screen.tsx';
import type { Shown } from './views.ts';

const today = new Date().toISOString().slice(0, 10);
const works = [{ start: '08:00', end: '17:00', FacilityId: testId(3) }];
const week = [works, works, works, works, works, works, works];
const rosa = Provider.parse({ ...provider, Schedule: week });
const tom = Provider.parse({ ...assistant, Schedule: week });
const harborview = Facility.parse({
  ...facility,
  visit_types: [{ VisitTypeId: testId(31), Name: 'Follow-up', IsNonPatientVisit: false, deleted_at: null }],
});
const at = (time: string, end: string, more: Partial<Visit> = {}) =>
  Visit.parse({ ...visit, Start: `${today}T${time}`, End: `${today}T${end}`, stage: 'scheduled', ...more });

const name = "O'Brien-Nguyễn, Mai";
const other = testId(61);
const onOpen = vi.fn();

function Screen({ first }: { first: Shown }) {
  const [shown, setShown] = useState(first);
  return (
    <>
      <SchedulingScreen shown={shown} onShown={setShown} onOpen={onOpen} />
      <LiveRegion />
    </>
  );
}

async function open(
  visits: Visit[],
  shown: Shown = { view: 'day', date: today },
  online = true,
  more: Parameters<typeof openClinic>[0] = {},
): Promise<Clinic> {
  const rows = { providers: [rosa, tom], facilities: [harborview], visits, ...more };
  const clinic = await openClinic(rows, ['schedule visits']);
  setSyncState({ ...syncState(), online, hydrated: { P0: true, P1: true, names: true } });
  showSignedIn(clinic, <Screen first={shown} />);
  return clinic;
}

const box = () => screen.findByRole('button', { name: new RegExp(name) });

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  setSyncState(null);
  lockDevice();
});

test('a visit is carried to another provider by keys: one call waits, and Undo queues the way back', async () => {
  await open([at('10:00', '10:45')]);
  (await box()).focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowRight} ');
  const column = await screen.findByRole('group', { name: /^Tom Reed/ });
  await waitFor(() => expect(within(column).getByRole('button', { name: /^10:15 AM to 11:00 AM/ })).toBeTruthy());
  const changes = { Start: `${today}T10:15`, End: `${today}T11:00`, ProviderId: tom.ProviderId };
  expect(await queued()).toMatchObject([
    {
      name: 'visits.reschedule',
      input: { id: visit.VisitId, changes, lastUpdated: stamp, accepted: [] },
      base: { Start: `${today}T10:00`, End: `${today}T10:45`, ProviderId: rosa.ProviderId },
    },
  ]);
  await pressUndo();
  await waitFor(async () => expect((await queued())[1]?.input['changes']).toMatchObject({ Start: `${today}T10:00` }));
  // Nothing stood against the old place, so whoever has taken it meanwhile is asked about.
  expect((await queued())[1]?.input['accepted']).toEqual([]);
});

test('undo accepts again what the visit stood in spite of, and nothing else', async () => {
  await open([
    at('10:00', '10:45'),
    at('10:30', '11:15', { VisitId: other as Visit['VisitId'], PatientId: testId(71) as Visit['PatientId'] }),
  ]);
  (await box()).focus();
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp} ');
  await pressUndo();
  await waitFor(async () => expect((await queued())[1]?.input['accepted']).toEqual(['provider-busy-ask']));
});

test('a place that is taken is told while the visit is in the hand, and booked only when that is meant', async () => {
  await open([
    at('10:00', '10:45'),
    at('12:00', '12:45', { VisitId: other as Visit['VisitId'], PatientId: testId(71) as Visit['PatientId'] }),
  ]);
  (await box()).focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  // What else is booked is read once the calendar stands still: until then it is asked again with each step.
  await waitFor(async () => {
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(document.querySelector('[data-ghost]')?.textContent ?? '').toContain('is booked');
  });
  await userEvent.keyboard(' ');
  const dialog = await screen.findByRole('dialog', { name: 'Book it there anyway?' });
  expect(dialog.textContent).toContain('Rosa Alvarez is booked 12:00 PM to 12:45 PM.');
  expect(await queued()).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Book anyway' }));
  await waitFor(async () => expect((await queued())[0]?.input['accepted']).toEqual(['provider-busy-ask']));
});

test('what is only to be told of a pasted time is told once it is booked', async () => {
  const huddle = NonPatientVisit.parse({
    NonPatientVisitId: testId(62),
    FacilityId: testId(3),
    ProviderId: rosa.ProviderId,
    VisitTypeName: 'Huddle',
    Title: null,
    Start: `${today}T15:00`,
    End: `${today}T16:45`,
    SeriesId: null,
    updated_at: stamp,
  });
  await open([], { view: 'day', date: today }, true, { nonPatientVisits: [huddle] });
  (await screen.findByRole('button', { name: /Huddle/ })).focus();
  await userEvent.keyboard('{Control>}c{/Control}{ArrowDown}{Control>}v{/Control}');
  const told = await screen.findAllByText(/Huddle is booked, .* Rosa Alvarez works 8:00 AM to 5:00 PM that day\./);
  // By its toast alone.
  expect(told).toHaveLength(1);
  expect(await queued()).toMatchObject([{ name: 'scheduling.saveNonPatientVisit', input: { accepted: [] } }]);
});

test('a row whose times make no sense is named, and the day is drawn', async () => {
  const odd = at('09:00', '09:45', { VisitId: other as Visit['VisitId'], End: `${today}T08:00` });
  await open([at('10:00', '10:45'), odd]);
  expect(await screen.findByText('One visit can’t be shown. Its times are not valid.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name }));
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ VisitId: other }), true);
  expect(await screen.findByRole('button', { name: /^10:00 AM to 10:45 AM/ })).toBeTruthy();
});

test('days that this device does not hold say so without the network', async () => {
  await open([], { view: 'day', date: addDays(today, 200) }, false);
  expect(await screen.findByText('These days are not on this device')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back to today' }));
  expect(await screen.findByRole('group', { name: /^Rosa Alvarez/ })).toBeTruthy();
});

test('places of service are switched off and on, and providers are chosen and kept', async () => {
  await open([at('10:00', '10:45', { PlaceOfService: '10' })]);
  await box();
  const telehealth = screen.getByRole('button', { name: 'Telehealth' });
  await userEvent.click(telehealth);
  await waitFor(() => expect(screen.queryByRole('button', { name: new RegExp(name) })).toBeNull());
  await userEvent.click(telehealth);
  await box();
  await userEvent.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: /^Tom Reed/ })).toBeNull());
  await waitFor(async () =>
    expect((await queued())[0]?.input['Preferences']).toEqual({ schedulingProviderIds: [rosa.ProviderId] }),
  );
});

test('a day of the month opens its day view', async () => {
  await open([at('10:00', '10:45')], { view: 'month', date: today }, false);
  const cell = await screen.findByRole('button', { name: /, today, *1 visit$/ });
  act(() => cell.focus());
  await userEvent.click(cell);
  expect(await box()).toBeTruthy();
});

test('who listens is told which days are shown, once their visits are there', async () => {
  await open([at('10:00', '10:45')]);
  await box();
  const heard = listen();
  await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
  await waitFor(() => expect(heard).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
  await waitFor(() => expect(heard).toHaveLength(2));
  expect(heard[0]).toMatch(/day \d\d\/\d\d\/\d{4}, 0 visits$/);
  expect(heard[1]).toMatch(/^Today, .*, 1 visit$/);
  await userEvent.click(screen.getByRole('button', { name: 'Week' }));
  await waitFor(() => expect(heard.slice(2)).toEqual([expect.stringMatching(/, 1 visit$/)]));
});
