import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, showDate, wallTimeIn } from '#contract/base/dates.ts';
import { Provider } from '#contract/providers/provider.ts';
import { VisitRequest } from '#contract/scheduling/visit-request.ts';
import { episode, patient, provider, stamp, testId } from '#contract/testing/rows.ts';
import { ben, harborview, maya } from '#contract/testing/schedule.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { everything, openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { SyncDrawer } from '#sync/sync-drawer.tsx';

equipChangeViews(() => import('./conflict-views.ts'));

beforeEach(() => setSyncWorker({ openChart: async () => true } as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

const patience = { timeout: 20_000 };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, patience));
const facility = { ...harborview, TimeZone: 'UTC' };
const { FacilityId } = facility;
const Schedule = Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]);
const rosa = Provider.parse({ ...provider, FacilityIds: [FacilityId], Schedule });
const today = wallTimeIn('UTC', new Date()).slice(0, 10);
/** Tomorrow, so that a device holds the day. */
const day = addDays(today, 1);
const id = testId(70) as never;
const elsewhere = { kind: 'changed-elsewhere', reason: 'Someone else changed this first.' };

function openDrawer(clinic: Clinic): void {
  showSignedIn(
    clinic,
    <MemoryRouter>
      <SyncDrawer opened onClose={() => undefined} />
    </MemoryRouter>,
  );
}
async function correct(field: string, text: string): Promise<void> {
  const box = await screen.findByRole('textbox', { name: field }, patience);
  await userEvent.clear(box);
  await userEvent.type(box, text);
  await press('Send again');
  await waitFor(async () => expect(await parkedCalls()).toEqual([]), patience);
}

/** What was typed into a field is given up with Back, and does not come back with the form. */
async function giveUp(field: string, text: string): Promise<void> {
  const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: field }, patience);
  const before = (await box()).value;
  await userEvent.type(await box(), text);
  await waitFor(async () => expect(await draftKeys()).toContain('form:resend:1'), patience);
  await press('Back');
  await waitFor(async () => expect(await draftKeys()).not.toContain('form:resend:1'), patience);
  await press('Edit and send again');
  expect((await box()).value).toBe(before);
}

test('a refused block is corrected in its form and sent over how it is now, under the same id', async () => {
  const rows = { facilities: [facility], providers: [rosa], patients: [], cases: [], visits: [] };
  const clinic = await openClinic(rows, [...everything, 'schedule visits']);
  const times = { Start: `${day}T09:00`, End: `${day}T09:45` };
  const meeting = { FacilityId, ProviderId: rosa.ProviderId, ...times, VisitTypeName: 'Staff meeting', Title: 'Team' };
  const seen = { ...meeting, SeriesId: null };
  await queueWrite('scheduling.saveNonPatientVisit', { ...seen, Title: 'All', id } as never, seen);
  const current = { ...seen, End: `${day}T10:00`, NonPatientVisitId: id, updated_at: stamp };
  await park(clinic.device, 1, { ...elsewhere, current });
  openDrawer(clinic);
  await press('Edit and send again');
  expect(await screen.findByDisplayValue('All', {}, patience)).toBeTruthy();
  await giveUp('Title', ' of us');
  await correct('Title', 'Everyone');
  expect(await queued()).toMatchObject([
    { name: 'scheduling.saveNonPatientVisit', input: { id, Title: 'Everyone', End: current.End }, base: current },
  ]);
});

test('a refused waitlist entry is corrected in its form and sent over how it is now', async () => {
  const clinic = await openClinic({ facilities: [facility], providers: [maya, ben], visits: [] }, ['schedule visits']);
  const row = VisitRequest.parse({
    VisitRequestId: id,
    PatientId: patient.PatientId,
    CaseId: episode.CaseId,
    FacilityId,
    ProviderId: maya.ProviderId,
    VisitTypeName: 'Follow-up',
    Minutes: 45,
    grid: Array.from({ length: 7 }, () => [{ start: '08:00', end: '12:00' }]),
    Priority: 2,
    Expires: addDays(today, 30),
    Note: null,
    VisitId: null,
    state: 'open',
    AskedAt: stamp,
    updated_at: stamp,
  });
  const { VisitRequestId: _id, PatientId: _of, state: _state, AskedAt: _at, updated_at: _stamp, ...seen } = row;
  await queueWrite('scheduling.saveVisitRequest', { ...seen, Note: 'mornings', id }, seen);
  const current = { ...row, Priority: 1 };
  await park(clinic.device, 1, { ...elsewhere, current });
  openDrawer(clinic);
  await press('Edit and send again');
  expect(await screen.findByDisplayValue('mornings', {}, patience)).toBeTruthy();
  await giveUp('Note', ' only');
  await correct('Note', 'afternoons');
  expect(await queued()).toMatchObject([
    { name: 'scheduling.saveVisitRequest', input: { id, Note: 'afternoons', Priority: 1 }, base: current },
  ]);
});

test('refused days are corrected in their form: other hours, fewer days, over how they are now', async () => {
  const rows = { facilities: [facility], providers: [rosa], patients: [], cases: [], visits: [] };
  const clinic = await openClinic(rows, [...everything, 'manage schedules']);
  const { ProviderId } = rosa;
  const dayAfter = addDays(day, 1);
  const off = { ProviderId, blocks: [], Note: 'Sick', isRemoved: false };
  const customDayProviderSchedules = [
    { ...off, CustomDayId: id, day },
    { ...off, CustomDayId: testId(71) as never, day: dayAfter },
  ];
  const seen = customDayProviderSchedules.map((one) => ({ ProviderId, day: one.day, was: null }));
  await queueWrite('scheduling.createCustomDays', { customDayProviderSchedules }, { seen });
  const blocks = [{ start: '10:00', end: '12:00', FacilityId }];
  const course = { CustomDayId: testId(72), ProviderId, day, blocks, Note: 'Course', updated_at: stamp };
  await park(clinic.device, 1, { ...elsewhere, current: { customDays: [course] } });
  openDrawer(clinic);
  await press('Edit and send again');
  expect(await screen.findByDisplayValue('Sick', {}, patience)).toBeTruthy();
  await giveUp('Reason', ' at home');
  await userEvent.click(screen.getByRole('checkbox', { name: showDate(day) }));
  await userEvent.click(screen.getByRole('checkbox', { name: showDate(dayAfter) }));
  await press('Send again');
  expect(await screen.findByText('Choose at least one day.', {}, patience)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: showDate(day) }));
  await userEvent.click(screen.getByRole('radio', { name: 'Custom hours' }));
  await correct('Note', 'Course in the morning');
  expect(await queued()).toEqual([
    {
      name: 'scheduling.createCustomDays',
      input: {
        customDayProviderSchedules: [
          { CustomDayId: id, ProviderId, day, blocks: Schedule[0], Note: 'Course in the morning', isRemoved: false },
        ],
      },
      base: { seen: [{ ProviderId, day, was: { blocks, Note: 'Course' } }] },
    },
  ]);
});

/** Refused hours of a facility in New York, in their form. */
async function openHours(on: string, start: string): Promise<void> {
  const york = { ...facility, TimeZone: 'America/New_York' };
  const rows = { facilities: [york], providers: [rosa], patients: [], cases: [], visits: [] };
  const clinic = await openClinic(rows, [...everything, 'manage schedules']);
  const blocks = [{ start, end: '09:00', FacilityId }];
  const { ProviderId } = rosa;
  const days = [{ CustomDayId: id, ProviderId, day: on, blocks, Note: 'Course', isRemoved: false }];
  const seen = [{ ProviderId, day: on, was: null }];
  await queueWrite('scheduling.createCustomDays', { customDayProviderSchedules: days }, { seen });
  await park(clinic.device, 1, { ...elsewhere, current: { customDays: [] } });
  openDrawer(clinic);
  await press('Edit and send again');
  await screen.findByDisplayValue('Course', {}, patience);
}

test('refused hours that begin at a time that never comes that night are not sent again', async () => {
  await openHours('2027-03-14', '02:30');
  await press('Send again');
  const words = 'The clocks go forward on 03/14/2027: there is no 2:30 AM that night.';
  expect((await screen.findByText(words, {}, patience)).getAttribute('role')).toBe('alert');
  expect(await parkedCalls()).toHaveLength(1);
});

test('of refused hours that begin at a time that comes twice it is said which one is meant', async () => {
  await openHours('2027-11-07', '01:30');
  expect(screen.getByText(/^The clocks go back on 11\/07\/2027: 1:30 AM comes twice that night/)).toBeTruthy();
  await press('Send again');
  await waitFor(async () => expect(await parkedCalls()).toEqual([]), patience);
});
