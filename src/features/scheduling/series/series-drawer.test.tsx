import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, showDate, wallTimeIn } from '#contract/base/dates.ts';
import { CaseId } from '#contract/base/ids.ts';
import { episode, patient, stamp, testId } from '#contract/testing/rows.ts';
import { ben, harborview, maya, otto } from '#contract/testing/schedule.ts';
import { showName } from '#contract/base/text.ts';
import { weekStartOf } from '#contract/scheduling/week-start.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope } from '#shared/autosave/draft-scope.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { holdCopies, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { enterKey } from '#shared/testing/hold-enter.ts';
import { listen } from '#shared/testing/listen.ts';
import { pressUndo } from '#shared/testing/undo.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { SeriesDrawer } from './series-drawer.tsx';
import type { SeriesStart } from './series-choices.ts';

const openChart = vi.fn<(id: string) => Promise<boolean>>().mockResolvedValue(true);
beforeEach(() => setSyncWorker({ openChart } as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
  setSyncState(null);
});

/** The Monday after next, and those after it. */
const today = wallTimeIn('UTC', new Date()).slice(0, 10);
const monday = (weeks = 0) => addDays(weekStartOf(today), 8 + 7 * weeks);
const hers = { ...episode, ProviderId: maya.ProviderId, VisitsPerWeek: 1, PlanWeeks: 3 };
const start: SeriesStart = { PatientId: patient.PatientId, CaseId: episode.CaseId, Start: `${monday()}T10:00` };
const taken = (day: string, at = 1) =>
  Visit.parse({
    ...otto,
    VisitId: testId(300 + at),
    FacilityId: harborview.FacilityId,
    ProviderId: maya.ProviderId,
    VisitTypeName: 'Evaluation',
    Start: `${day}T10:00`,
    End: `${day}T10:45`,
    stage: 'scheduled',
    PlaceOfService: '11',
    intakeConflict: [],
    intakeIncomplete: false,
    ClaimId: null,
    CancelReason: null,
    updated_at: stamp,
  });

function Opened({ from = start }: { from?: SeriesStart }) {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <SeriesDrawer opened={opened} onClose={() => setOpened(false)} start={from} />
      <LiveRegion />
    </>
  );
}

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };
type Rows = NonNullable<Parameters<typeof openClinic>[0]>;
async function opened(more: Rows = {}, from = start) {
  const rows = { facilities: [harborview], providers: [maya, ben], cases: [hers], visits: [], ...more };
  const clinic = await openClinic(rows, ['schedule visits']);
  showSignedIn(clinic, <Opened from={from} />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Visit type' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Follow-up' }, patience));
  return clinic;
}

const visits = (count: string) => userEvent.type(screen.getByRole('textbox', { name: 'Visits' }), count);
const lines = () => within(screen.getByRole('list', { name: 'Visits of the series' })).getAllByRole('listitem');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const sum = (words: string) => screen.findByText(words, {}, patience);

test('each visit is shown with why; a conflict is moved, another skipped, and the rest is one booking', async () => {
  await opened({ visits: [taken(monday(1))] });
  await visits('4');
  await sum('4 visits: 3 free, 1 in conflict.');
  const conflict = lines()[1] as HTMLElement;
  expect(conflict.textContent).toContain('Conflict');
  expect(conflict.textContent).toContain('Maya Okafor is booked 10:00 AM to 10:45 AM.');
  // It may not be booked over an evaluation, whatever is accepted.
  expect(within(conflict).queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Book all/ })).toBeNull();
  await userEvent.click(within(conflict).getByRole('button', { name: 'with Ben Carter' }));
  await sum('4 visits: 4 free.');
  // Its button is gone; the keyboard stays at the visit.
  await waitFor(() => expect(document.activeElement).toBe(lines()[1]));
  await userEvent.click(button(`Skip Mon ${showDate(monday(3))} 10:00 AM`));
  await sum('4 visits: 3 free, 1 skipped.');
  await userEvent.click(button('Book 3 visits'));
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const [call] = await queued();
  expect(call?.name).toBe('visits.createSeries');
  expect(call?.input).toMatchObject({
    visits: [
      { CaseId: hers.CaseId, ProviderId: maya.ProviderId, Start: `${monday()}T10:00`, End: `${monday()}T10:45` },
      { ProviderId: ben.ProviderId, Start: `${monday(1)}T10:00`, VisitTypeName: 'Follow-up', PlaceOfService: '11' },
      { ProviderId: maya.ProviderId, Start: `${monday(2)}T10:00`, FacilityId: harborview.FacilityId },
    ],
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Book a series' })).toBeNull());
});

test('one press finds times for all visits in conflict', async () => {
  await opened({ visits: [taken(monday(1)), taken(monday(2), 2)] });
  await visits('4');
  await sum('4 visits: 2 free, 2 in conflict.');
  await userEvent.click(button('Find times for the other 2'));
  await sum('4 visits: 4 free.');
  expect(screen.queryByRole('button', { name: /^Find/ })).toBeNull();
});

test('what was decided of single visits holds again after a lock', async () => {
  const rows = { facilities: [harborview], providers: [maya, ben], cases: [hers], visits: [taken(monday(1))] };
  const clinic = await openClinic(rows, ['schedule visits']);
  const drawer = (
    <DraftScope draftKey={unsavedKey.calendar()} about="series">
      <SeriesDrawer opened onClose={() => undefined} start={start} />
    </DraftScope>
  );
  const before = showSignedIn(clinic, drawer);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Visit type' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Follow-up' }, patience));
  await visits('4');
  await sum('4 visits: 3 free, 1 in conflict.');
  await userEvent.click(within(lines()[1] as HTMLElement).getByRole('button', { name: 'with Ben Carter' }));
  await userEvent.click(button(`Skip Mon ${showDate(monday(3))} 10:00 AM`));
  await sum('4 visits: 3 free, 1 skipped.');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, drawer);
  await sum('4 visits: 3 free, 1 skipped.');
});

const away = { ...maya, time_off: [{ Start: `${monday(1)}T00:00`, End: `${monday(1)}T12:00`, Reason: '' }] };

test('a day has several times, and a series that was booked by mistake is taken back at once', async () => {
  const clinic = await opened();
  await visits('4');
  await userEvent.click(button('Another time on Monday'));
  expect(await screen.findByText('Give each day a time.', {}, patience)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Monday, second/), '14:00');
  // Twice a day for the same is done on purpose only.
  await sum('4 visits: 2 free, 2 in conflict.');
  await userEvent.click(button('Book all 4'));
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  const [call] = await queued();
  const booked = call?.input['visits'] as { VisitId: string; Start: string }[];
  expect(booked.map(({ Start }) => Start)).toEqual(
    [0, 1].flatMap((week) => [`${monday(week)}T10:00`, `${monday(week)}T14:00`]),
  );
  // All of them at once: a tab that dies between two would leave the rest booked.
  await screen.findByText('Undo');
  const copy = holdCopies(clinic);
  await pressUndo();
  await waitFor(async () => expect((await queued()).length).toBeGreaterThan(1));
  const [, ...gone] = await queued();
  expect(gone.map(({ name, input }) => [name, input['id']])).toEqual(
    booked.map(({ VisitId }) => ['visits.remove', VisitId]),
  );
  copy();
});

test('a series is booked once, however often it is pressed, and no draft stays beside the call', async () => {
  const rows = { facilities: [harborview], providers: [maya, ben], cases: [hers], visits: [] };
  const clinic = await openClinic(rows, ['schedule visits']);
  showSignedIn(
    clinic,
    <DraftScope draftKey={unsavedKey.calendar()} about="series">
      <Opened />
    </DraftScope>,
  );
  await userEvent.click(await screen.findByRole('combobox', { name: 'Visit type' }, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Follow-up' }, patience));
  await visits('4');
  await sum('4 visits: 4 free.');
  expect(await saveUnsaved()).toBe(true);
  expect(await draftKeys()).toHaveLength(1);
  const copy = holdCopies(clinic);
  const book = button('Book 4 visits');
  act(() => {
    book.click();
    book.click();
  });
  await waitFor(async () => expect(await queued()).toHaveLength(1));
  expect(await draftKeys()).toEqual([]);
  expect(book.dataset['loading']).toBe('true');
  copy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Book a series' })).toBeNull());
  expect(await queued()).toHaveLength(1);
});

test('from the plan of care; the good ones leave out what is in conflict', async () => {
  await opened({ providers: [away, ben] });
  await userEvent.click(screen.getByRole('radio', { name: 'From the plan of care' }));
  expect(screen.getByText('1x/week for 3 weeks: 3 visits.')).toBeTruthy();
  await sum('3 visits: 2 free, 1 in conflict.');
  expect(screen.getByText('Maya Okafor is off until 12:00 PM.')).toBeTruthy();
  await userEvent.click(button('Book visits without conflicts (2)'));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ input: { visits: [{ accepted: [] }, { accepted: [] }] } }]),
  );
  expect((await queued())[0]?.input['visits']).toHaveLength(2);
});

/** The second is on a morning off; nothing is accepted of the others. */
const inSpiteOf = [{ accepted: [] }, { accepted: ['time-off'] }, { accepted: [] }];

test('all of them are booked on purpose, and the call says in spite of what', async () => {
  await opened({ providers: [away, ben] });
  await visits('3');
  await sum('3 visits: 2 free, 1 in conflict.');
  await userEvent.click(button('Book all 3'));
  await waitFor(async () => expect(await queued()).toMatchObject([{ input: { visits: inSpiteOf } }]));
  expect((await queued())[0]?.input['visits']).toHaveLength(3);
});

test('one conflict can be booked anyway', async () => {
  await opened({ providers: [away, ben] });
  await visits('3');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Book it anyway' }));
  await waitFor(() => button('Book 3 visits'));
  await userEvent.click(button('Book 3 visits'));
  await waitFor(async () => expect(await queued()).toMatchObject([{ input: { visits: inSpiteOf } }]));
});

test('without an end nothing is booked, and it says so', async () => {
  await opened();
  expect(screen.getByText('Enter the number of visits or the last day.')).toBeTruthy();
  expect(button('Book').hasAttribute('disabled')).toBe(true);
  expect(await queued()).toEqual([]);
});

test('says from which day on this device does not know the other bookings', async () => {
  setSyncState({ ...syncState(), online: false });
  await opened();
  await visits('12');
  expect(await screen.findByText(/This device has visits until/)).toBeTruthy();
  await waitFor(() => expect(lines()).toHaveLength(12));
  expect(lines()[11]?.textContent).toContain('This device doesn’t have the other visits on');
  expect(button('Book 12 visits')).toBeTruthy();
});

test('days and times are chosen, and a case that was discharged is not offered', async () => {
  const over = { ...hers, CaseId: CaseId.parse(testId(77)), Title: 'Left knee', DischargedAt: today };
  await opened({ cases: [hers, over] }, { PatientId: patient.PatientId, Start: `${monday()}T10:00` });
  expect(screen.getByRole('combobox', { name: 'Case' })).toHaveProperty('value', 'Low back pain, PT');
  await userEvent.click(button('Wed'));
  expect(screen.getByLabelText(/Wednesday/)).toHaveProperty('value', '10:00');
  await userEvent.click(button('Mon'));
  await visits('2');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(lines()[0]?.textContent).toContain(`Wed ${showDate(addDays(monday(), 2))}`);
});

test('says whose series it is where the patient was chosen elsewhere, and has their whole chart fetched', async () => {
  await opened();
  expect(openChart).toHaveBeenCalledWith(patient.PatientId);
  expect(await screen.findByRole('dialog', { name: `Book a series for ${showName(patient)}` })).toBeTruthy();
});

test('Enter that is held down does not book a series', async () => {
  const key = enterKey();
  await opened();
  await visits('3');
  await sum('3 visits: 3 free.');
  for (const at of [screen.getByRole('textbox', { name: 'Visits' }), button('Book 3 visits')]) {
    act(() => at.focus());
    await key.repeat();
    expect(await queued()).toEqual([]);
  }
  await key.press();
  await waitFor(async () => expect(await queued()).toMatchObject([{ name: 'visits.createSeries' }]), patience);
});

test('who listens is told once what a number typed comes to, and once what was found', async () => {
  await opened({ visits: [taken(monday(1))] });
  await visits('2');
  await sum('2 visits: 1 free, 1 in conflict.');
  const region = () => document.querySelector('[aria-live]')?.textContent;
  await waitFor(() => expect(region()).toBe('2 visits: 1 free, 1 in conflict.'), patience);
  const heard = listen();
  const field = screen.getByRole('textbox', { name: 'Visits' });
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.change(field, { target: { value: '3' } });
  // On a busy machine it is told that the calendar is being read, too.
  const sums = () => heard.filter((one) => one !== 'Checking the calendar.');
  await waitFor(() => expect(sums()).toEqual(['3 visits: 2 free, 1 in conflict.']), patience);
  await userEvent.click(button('Find a time for the other visit'));
  await waitFor(() => expect(sums().slice(1)).toEqual(['3 visits: 3 free.']), patience);
});
