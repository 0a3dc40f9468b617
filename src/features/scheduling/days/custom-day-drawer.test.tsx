import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { addDays, showDate, showTime } from '#contract/base/dates.ts';
import { CaseId, CustomDayId, PatientId } from '#contract/base/ids.ts';
import { Provider } from '#contract/providers/provider.ts';
import { CustomDay } from '#contract/scheduling/custom-day.ts';
import { episode, facility, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { dependsOn } from '#local/outbox/dependants.ts';
import { lockDevice } from '#local/store/device.ts';
import { queueWrite, waitingCalls } from '#local/outbox/outbox.ts';
import { allTyped, unsavedDrafts } from '#local/drafts/unsaved-drafts.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { listen } from '#shared/testing/listen.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { CustomDayDrawer } from './custom-day-drawer.tsx';
import type { QueuedDay } from './day-form.ts';
import { useEditSchedule } from '../calendar/use-edit-schedule.ts';

afterEach(() => lockDevice());

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };

const block = { start: '08:00', end: '17:00', FacilityId: facility.FacilityId };
const Schedule = Array.from({ length: 7 }, () => [block]);
const rosa = Provider.parse({ ...provider, Schedule });
const ben = Provider.parse({ ...provider, ProviderId: testId(81), FirstName: 'Ben', LastName: 'Sandoval', Schedule });
const twoDays = 2 * 86_400_000;
/** Days ahead, so that the hour of the day does not matter. */
const day = new Date(Date.now() + twoDays).toISOString().slice(0, 10);
const nextDay = addDays(day, 1);
const booked = Visit.parse({ ...visit, Start: `${day}T15:00`, End: `${day}T15:45`, stage: 'scheduled' });

function Drawer({ purpose }: { purpose: 'queue' | 'off' }) {
  const edit = useEditSchedule();
  const [opened, setOpened] = useState(true);
  return (
    <>
      <CustomDayDrawer
        opened={opened}
        onClose={() => undefined}
        start={{ ProviderId: rosa.ProviderId, day }}
        purpose={purpose}
        queue={edit.queue}
        onDone={async (days, draft) => {
          if (purpose !== 'queue') return edit.write(days, draft);
          edit.plan(days);
          return true;
        }}
      />
      <p>{edit.queue.length} held</p>
      <button onClick={() => setOpened(!opened)}>Open or close</button>
      <button onClick={() => void edit.save()}>Save all</button>
      <button onClick={edit.leave}>Give up</button>
      <LiveRegion />
    </>
  );
}

const choiceOfVisit = { name: /^What to do with the visit of O'Brien/ };

/** Whether or not the drawer is before it. */
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

function pressTwice(name: string): void {
  press(name);
  press(name);
}

async function reopen(): Promise<void> {
  press('Open or close');
  await waitFor(() => expect(screen.queryByRole('combobox', choiceOfVisit)).toBeNull(), patience);
  press('Open or close');
  await screen.findByRole('combobox', choiceOfVisit, patience);
}

async function show(purpose: 'queue' | 'off', can = [...everything, 'schedule visits', 'manage schedules']) {
  const rows = { facilities: [facility], providers: [rosa, ben], visits: [booked] };
  showSignedIn(await openClinic(rows, can), <Drawer purpose={purpose} />);
}

async function open(purpose: 'queue' | 'off') {
  await show(purpose);
  return screen.findByRole('combobox', choiceOfVisit, patience);
}

test('a sick day offers each visit the same time with someone else, and both wait to be sent in that order', async () => {
  const choice = await open('off');
  await waitFor(
    () => expect(choice).toHaveProperty('value', `Move to ${showTime(booked.Start)} with Ben Sandoval, PT`),
    patience,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Sick');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await queued()).toHaveLength(2), patience);
  const place = { ProviderId: ben.ProviderId, Start: booked.Start, End: booked.End };
  expect(await queued()).toMatchObject([
    {
      name: 'scheduling.createCustomDays',
      input: {
        customDayProviderSchedules: [{ ProviderId: rosa.ProviderId, day, blocks: [], Note: 'Sick', isRemoved: false }],
      },
    },
    { name: 'visits.reschedule', input: { id: booked.VisitId, changes: place, lastUpdated: stamp, accepted: [] } },
  ]);
  const [hours, moved] = await waitingCalls();
  expect(moved && hours && dependsOn(moved, hours)).toBe(true);
});

test('a place that is decided for a booking of another held day is offered to no one else', async () => {
  const patients = [patient, { ...patient, PatientId: PatientId.parse(testId(301)) }];
  const cases = [episode, { ...episode, CaseId: CaseId.parse(testId(401)), PatientId: PatientId.parse(testId(301)) }];
  const other = Visit.parse({
    ...booked,
    VisitId: testId(501),
    PatientId: testId(301),
    CaseId: testId(401),
    Start: `${nextDay}T15:00`,
    End: `${nextDay}T15:45`,
  });
  const to = { ProviderId: ben.ProviderId, Start: booked.Start, End: booked.End };
  const { VisitId, ProviderId, Start } = other;
  const held: QueuedDay = {
    CustomDayId: CustomDayId.parse(testId(91)),
    ProviderId,
    day: nextDay,
    blocks: [],
    Note: null,
    isRemoved: false,
    rebook: [{ VisitId, ProviderId, Start, choice: { kind: 'move', to }, reason: '' }],
  };
  const rows = { facilities: [facility], providers: [rosa, ben], visits: [booked, other], patients, cases };
  showSignedIn(
    await openClinic(rows, [...everything, 'schedule visits', 'manage schedules']),
    <CustomDayDrawer
      opened
      onClose={() => undefined}
      start={{ ProviderId: rosa.ProviderId, day }}
      purpose="off"
      queue={[held]}
      onDone={async () => true}
    />,
  );
  const choice = await screen.findByRole<HTMLInputElement>('combobox', choiceOfVisit, patience);
  await waitFor(() => expect(choice.value).toMatch(/^Move to .* with Ben Sandoval, PT$/), patience);
  expect(choice.value).not.toContain(showTime(booked.Start));
});

test('another day never leaves the bookings of the day before there to be saved', async () => {
  const choice = await open('off');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save.disabled).toBe(false), patience);
  fireEvent.change(screen.getByRole('textbox', { name: 'First day' }), { target: { value: showDate(nextDay) } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Last day' }), { target: { value: showDate(nextDay) } });
  expect(choice.isConnected).toBe(false);
  expect(save.disabled).toBe(true);
  await waitFor(() => expect(save.disabled).toBe(false), patience);
  await userEvent.click(save);
  await waitFor(async () => expect(await queued()).toHaveLength(1), patience);
});

function DrawerOfTwoDays() {
  const [start, setStart] = useState({ ProviderId: rosa.ProviderId, day });
  return (
    <>
      <CustomDayDrawer
        opened
        onClose={() => undefined}
        start={start}
        purpose="queue"
        queue={[]}
        onDone={async () => true}
      />
      <button onClick={() => setStart({ ...start, day: nextDay })}>Next day</button>
    </>
  );
}

test('a custom day is shown with its own hours also when another day was open before', async () => {
  const blocks = [{ ...block, start: '10:00', end: '12:00' }];
  const course = CustomDay.parse({
    CustomDayId: testId(90),
    ProviderId: rosa.ProviderId,
    day: nextDay,
    blocks,
    Note: 'Course',
    updated_at: stamp,
  });
  const rows = { facilities: [facility], providers: [rosa, ben], customDays: [course] };
  showSignedIn(await openClinic(rows, [...everything, 'manage schedules']), <DrawerOfTwoDays />);
  expect(await screen.findByLabelText(/ to, time 1$/, {}, patience)).toHaveProperty('value', '17:00');
  fireEvent.click(screen.getByRole('button', { name: 'Next day', hidden: true }));
  await waitFor(() => expect(screen.getByLabelText(/ to, time 1$/)).toHaveProperty('value', '12:00'), patience);
});

test('hours of a time that comes twice are told of, those of one that never comes are refused', async () => {
  const at = { ...facility, TimeZone: 'America/New_York' };
  const start = { ProviderId: rosa.ProviderId, day: '2040-11-04' };
  const drawer = { opened: true, onClose: () => undefined, purpose: 'queue' as const, queue: [] };
  const clinic = await openClinic({ facilities: [at], providers: [rosa] }, [...everything, 'manage schedules']);
  showSignedIn(clinic, <CustomDayDrawer {...drawer} start={start} onDone={async () => true} />);
  const from = await screen.findByLabelText(/ from, time 1$/, {}, patience);
  fireEvent.change(from, { target: { value: '01:30' } });
  await screen.findByText(/^The clocks go back on 11\/04\/2040: 1:30 AM comes twice that night/, {}, patience);
  for (const name of ['First day', 'Last day'])
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: '03/11/2040' } });
  fireEvent.change(screen.getByLabelText(/ from, time 1$/), { target: { value: '02:30' } });
  press('Add to pending changes');
  const alert = await screen.findByRole('alert', {}, patience);
  expect(alert.textContent).toBe('The clocks go forward on 03/11/2040: there is no 2:30 AM that night.');
});

test('held days are sent only when they are saved; bookings stay unless something else was chosen', async () => {
  await show('queue', [...everything, 'schedule visits']);
  const until = await screen.findByLabelText(/ to, time 1$/, {}, patience);
  await userEvent.clear(until);
  await userEvent.type(until, '15:00');
  const choice = await screen.findByRole('combobox', choiceOfVisit, patience);
  expect(choice).toHaveProperty('value', 'Leave visit');
  // Without `manage schedules` only one's own days are there to choose.
  await userEvent.click(screen.getByRole('combobox', { name: 'Provider' }));
  expect(screen.queryByRole('option', { name: /Sandoval/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(choice);
  await userEvent.click(await screen.findByRole('option', { name: 'Leave visit and ask to rebook' }, patience));
  await userEvent.click(screen.getByRole('button', { name: 'Add to pending changes' }));
  await screen.findByText('1 held', {}, patience);
  expect(await queued()).toEqual([]);
  await reopen();
  await waitFor(
    () => expect(screen.getByRole('combobox', choiceOfVisit)).toHaveProperty('value', 'Leave visit and ask to rebook'),
    patience,
  );
  const heard = listen();
  pressTwice('Save all');
  await screen.findByText('0 held', {}, patience);
  await screen.findByText('The day is saved. 1 to ask.', {}, patience);
  expect(heard).toEqual(['The day is saved. 1 to ask.']);
  expect(await queued()).toMatchObject([
    { input: { customDayProviderSchedules: [{ day, blocks: [{ start: '08:00', end: '15:00' }] }] } },
    { name: 'visits.reschedule', input: { changes: { SchedulingNote: expect.stringMatching(/^Ask to rebook: /) } } },
  ]);
});

test('days that are held come back after a lock, until they are given up', async () => {
  const clinic = await openClinic({ facilities: [facility], providers: [rosa, ben], visits: [booked] }, [
    ...everything,
    'manage schedules',
  ]);
  let { unmount } = showSignedIn(clinic, <Drawer purpose="queue" />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Off' }, patience));
  await screen.findByRole('combobox', choiceOfVisit, patience);
  await userEvent.click(screen.getByRole('button', { name: 'Add to pending changes' }));
  await screen.findByText('1 held', {}, patience);
  expect(await unsavedDrafts()).toEqual([]);
  expect(await saveUnsaved()).toBe(true);
  unmount();
  await waitFor(async () => expect(await unsavedDrafts()).toMatchObject([{ kind: 'days' }]), patience);
  ({ unmount } = showSignedIn(clinic, <Drawer purpose="queue" />));
  await screen.findByText('1 held', {}, patience);
  press('Give up');
  unmount();
  await waitFor(async () => expect(await allTyped()).toEqual([]), patience);
});

test('what was decided of a visit is not done to it after someone moved it elsewhere', async () => {
  await show('queue');
  await userEvent.click(await screen.findByRole('radio', { name: 'Off' }, patience));
  await userEvent.click(await screen.findByRole('combobox', choiceOfVisit, patience));
  await userEvent.click(await screen.findByRole('option', { name: 'Leave visit and ask to rebook' }, patience));
  await userEvent.click(screen.getByRole('button', { name: 'Add to pending changes' }));
  await screen.findByText('1 held', {}, patience);
  const changes = { Start: `${nextDay}T09:00`, End: `${nextDay}T09:45` };
  await queueWrite('visits.reschedule', { id: booked.VisitId, changes, lastUpdated: stamp, accepted: [] });
  press('Save all');
  const left = 'The day is saved. 1 visit was already moved and stays where someone else put it.';
  await screen.findByText(left, {}, patience);
  expect(await queued()).toMatchObject([{ input: { changes } }, { name: 'scheduling.createCustomDays' }]);
});
