import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wallTimeIn } from '#contract/base/dates.ts';
import type { RowOf } from '#contract/entities.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { Provider } from '#contract/providers/provider.ts';
import { episode, facility, patient, provider, testId, visit } from '#contract/testing/rows.ts';
import { addMinutes } from '#contract/scheduling/wall-time.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { pressUndo } from '#shared/testing/undo.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { VisitDrawer } from './visit-drawer.tsx';
import type { Slot } from './visit-form.ts';

/** Names are found by the sync worker, which is not part of this test. */
const worker = { search: async () => [other], openChart: async () => true };
beforeEach(() => setSyncWorker(worker as never));
afterEach(() => {
  lockDevice();
  setSyncWorker(null);
});

/** The drawer's code comes with its first opening. */
const patience = { timeout: 20_000 };

const can = [...everything, 'schedule visits'];
const type = (Name: string, Minutes: number, Overlap = 'ask') => ({
  VisitTypeId: testId(70),
  Name,
  IsNonPatientVisit: false,
  Minutes,
  Overlap,
  Capacity: 1,
  deleted_at: null,
});
const harborview = Facility.parse({
  ...facility,
  PlacesOfService: ['11', '02'],
  visit_types: [type('Follow-up', 30), type('Evaluation', 60, 'no')],
});
const FacilityId = harborview.FacilityId;
const works = Provider.parse({
  ...provider,
  Schedule: Array.from({ length: 7 }, () => [{ start: '08:00', end: '17:00', FacilityId }]),
});
/** Tomorrow, so that a device holds the day. */
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const slot: Slot = { FacilityId, ProviderId: works.ProviderId, Start: `${day}T09:00`, End: `${day}T09:45` };
const other = { ...patient, PatientId: testId(41) as never, FirstName: 'Nora', LastName: 'Quist' };
const otherCase = { ...episode, CaseId: testId(42) as never, PatientId: other.PatientId, Title: 'Shoulder' };
const booked = Visit.parse({
  ...visit,
  VisitId: testId(43),
  Start: `${day}T09:30`,
  End: `${day}T10:15`,
  stage: 'scheduled',
  VisitTypeName: 'Follow-up',
});

function rows(visits: RowOf<'visits'>[]) {
  return {
    facilities: [harborview],
    providers: [works],
    patients: [patient, other],
    cases: [episode, otherCase],
    visits,
  };
}

function Drawer(props: { visit?: RowOf<'visits'>['VisitId'] }) {
  const [opened, setOpened] = useState(true);
  return (
    <VisitDrawer
      opened={opened}
      onClose={() => setOpened(false)}
      {...(props.visit ? { visit: props.visit } : { slot })}
      history={() => <p>Nothing yet.</p>}
    />
  );
}

async function chooseNora() {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Patient' }, patience), 'nora');
  await userEvent.click(await screen.findByRole('option', { name: /^Quist, Nora/ }, patience));
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('a patient is found, and the visit is booked into the free time with the minutes of its type', async () => {
  showSignedIn(await openClinic(rows([]), can), <Drawer />);
  await chooseNora();
  await waitFor(
    () => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutes' }).value).toBe('30'),
    patience,
  );
  await userEvent.type(screen.getByRole('textbox', { name: 'Note for the front desk' }), 'Walker');
  await press('Book visit');
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'visits.create',
          input: { CaseId: otherCase.CaseId, Start: `${day}T09:00`, End: `${day}T09:30`, SchedulingNote: 'Walker' },
        },
      ]),
    patience,
  );
  await pressUndo();
  await waitFor(async () => expect(await queued()).toMatchObject([{}, { name: 'visits.remove' }]), patience);
});

test('the focus begins in Patient, and the types offered are those of the case', async () => {
  const types = [type('PT Follow-up', 30), type('OT Follow-up', 50), type('Evaluation', 60)];
  const both = Facility.parse({
    ...harborview,
    visit_types: types.map((one, at) => ({ ...one, VisitTypeId: testId(70 + at) })),
  });
  const clinic = await openClinic({ ...rows([]), facilities: [both] }, can);
  showSignedIn(clinic, <Drawer />);
  const field = await screen.findByRole('combobox', { name: 'Patient' }, patience);
  await waitFor(() => expect(document.activeElement).toBe(field), patience);
  await chooseNora();
  const chosen = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Visit type' }, patience);
  await waitFor(() => expect(chosen.value).toBe('PT Follow-up'), patience);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Minutes' }).value).toBe('30');
  await userEvent.click(chosen);
  const offered = (await screen.findAllByRole('option', {}, patience)).map(({ textContent }) => textContent);
  expect(offered).toEqual(['PT Follow-up', 'Evaluation']);
});

test('two of one name and birth date are told apart where a visit is booked', async () => {
  const twin = { ...other, PatientId: testId(44) as never, Phone: '5035550199' };
  setSyncWorker({ ...worker, search: async () => [other, twin] } as never);
  showSignedIn(await openClinic({ ...rows([]), patients: [patient, other, twin] }, can), <Drawer />);
  await userEvent.type(await screen.findByRole('combobox', { name: 'Patient' }, patience), 'nora');
  const options = () => screen.getAllByRole('option', { name: /^Quist, Nora/ }).map(({ textContent }) => textContent);
  await waitFor(
    () =>
      expect(options()).toEqual([expect.stringContaining('(503) 555-0134'), expect.stringContaining('(503) 555-0199')]),
    patience,
  );
});

test('a time that is taken is booked only when someone says so, and never where the type forbids it', async () => {
  const taken = { ...booked, Start: `${day}T09:15`, End: `${day}T10:00` };
  showSignedIn(await openClinic(rows([taken]), can), <Drawer />);
  await chooseNora();
  const anyway = await screen.findByRole('checkbox', { name: /^Book it anyway: Rosa Alvarez is booked/ }, patience);
  await press('Book visit');
  expect(await screen.findByText(/^This time has a conflict/, {}, patience)).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Visit type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Evaluation' }, patience));
  await screen.findByText('Cannot be booked:', {}, patience);
  await press('Book visit');
  expect(await screen.findByText(/^This cannot be booked/, {}, patience)).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Visit type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Follow-up' }, patience));
  expect(anyway.isConnected).toBe(false);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Book it anyway/ }, patience));
  await press('Book visit');
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([{ name: 'visits.create', input: { accepted: ['provider-busy-ask'] } }]),
    patience,
  );
});

test('what is missing is said, and nothing is booked', async () => {
  showSignedIn(await openClinic(rows([]), can), <Drawer />);
  await screen.findByRole('combobox', { name: 'Patient' }, patience);
  await press('Book visit');
  expect(await screen.findByText('Choose a patient and a case.', {}, patience)).toBeTruthy();
  expect(await queued()).toEqual([]);
});

test('a visit of a series is moved alone or with those that follow', async () => {
  const SeriesId = testId(50) as never;
  showSignedIn(await openClinic(rows([{ ...booked, SeriesId }]), can), <Drawer visit={booked.VisitId} />);
  const start = await screen.findByLabelText<HTMLInputElement>(/^Start/, {}, patience);
  await userEvent.clear(start);
  await userEvent.type(start, '13:00');
  await userEvent.click(await screen.findByRole('radio', { name: 'This and following visits' }, patience));
  await press('Save changes');
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        {
          name: 'visits.reschedule',
          input: { changes: { Start: `${day}T13:00`, End: `${day}T13:45` }, which: 'following' },
        },
      ]),
    patience,
  );
});

test('a visit is let go with a reason; so shortly before it as cancelled late', async () => {
  const soon = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 13);
  const late = { ...booked, Start: `${soon}:00`, End: `${soon}:45` };
  showSignedIn(await openClinic(rows([late]), can), <Drawer visit={late.VisitId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel or no-show' }, patience));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Late cancel' }).checked).toBe(true);
  await press('Cancel visit');
  expect(await screen.findByText('Enter the reason.', {}, patience)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Car broke down');
  await press('Cancel visit');
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'visits.move', input: { destination: 'lateCancel', CancelReason: 'Car broke down' } },
      ]),
    patience,
  );
});

test('the fee of a late cancellation is offered, and not of one in time', async () => {
  const soon = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 13);
  const late = { ...booked, Start: `${soon}:00`, End: `${soon}:45` };
  const clinic = await openClinic(rows([late]), can);
  Object.assign(clinic.setup.website, { late_cancel_hours: 4, late_cancel_fee: 2_500 });
  showSignedIn(clinic, <Drawer visit={late.VisitId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel or no-show' }, patience));
  expect(screen.getByText('This is a late cancel: the visit is less than 4 hours away.')).toBeTruthy();
  const offer = { name: 'Charge the late fee of $25.00 to the patient' };
  expect(screen.getByRole<HTMLInputElement>('checkbox', offer).checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'Canceled in time' }));
  expect(screen.queryByRole('checkbox', offer)).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: 'Late cancel' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Car broke down');
  await press('Cancel visit');
  await waitFor(
    async () =>
      expect(await queued()).toMatchObject([
        { name: 'visits.move', input: { destination: 'lateCancel', LateFee: 2_500 } },
      ]),
    patience,
  );
});

test('late is judged in the time of the facility, not in that of the site', async () => {
  // Fourteen hours ahead of the site: there the visit would be seventeen hours away.
  const TimeZone = 'Pacific/Kiritimati';
  const soon = wallTimeIn(TimeZone, new Date(Date.now() + 3 * 3_600_000));
  const late = { ...booked, Start: soon, End: addMinutes(soon, 45) };
  const clinic = await openClinic({ ...rows([late]), facilities: [{ ...harborview, TimeZone }] }, can);
  Object.assign(clinic.setup.website, { TimeZone: 'UTC', late_cancel_hours: 4 });
  showSignedIn(clinic, <Drawer visit={late.VisitId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel or no-show' }, patience));
  expect(await screen.findByText('This is a late cancel: the visit is less than 4 hours away.')).toBeTruthy();
});

test('checking in is one press, and without the right to schedule nothing can be changed', async () => {
  const rights = ['move visits.checkedIn'];
  showSignedIn(await openClinic(rows([booked]), rights), <Drawer visit={booked.VisitId} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Check in' }, patience));
  await waitFor(
    async () => expect(await queued()).toMatchObject([{ name: 'visits.move', input: { destination: 'checkedIn' } }]),
    patience,
  );
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('a visit is copied: one like it is booked, without its room, at the time that is typed', async () => {
  const like = { ...booked, RoomId: testId(90) as never };
  const at: Slot = { ...slot, Start: `${day}T13:00`, End: `${day}T13:45` };
  const open = await openClinic(rows([like]), can);
  showSignedIn(open, <VisitDrawer opened onClose={() => undefined} slot={at} like={like} history={() => null} />);
  await screen.findByRole('textbox', { name: 'Minutes' }, patience);
  await screen.findByText(/another PT visit that day/, {}, patience);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Book it anyway/ }, patience));
  await press('Book visit');
  await waitFor(async () => expect(await queued()).toHaveLength(1), patience);
  const { CaseId, VisitTypeName } = like;
  expect(await queued()).toMatchObject([
    { name: 'visits.create', input: { CaseId, VisitTypeName, Start: at.Start, End: at.End, RoomId: null } },
  ]);
});
