import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { episode, facility, patient, provider } from '#contract/testing/rows.ts';
import { VisitDrawer } from '#features/scheduling/booking/visit-drawer.tsx';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { everything, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { newForBooking } from './new-for-booking.tsx';

/** The code of each drawer comes with its first opening. */
const patience = { timeout: 20_000 };
const [year, month, day] = patient.DateOfBirth.split('-');
const opened: string[] = [];
const worker = {
  search: async (typed: string) =>
    [showDate(patient.DateOfBirth), `${patient.LastName} ${patient.FirstName}`].includes(typed) ? [patient] : [],
  openChart: async (id: string) => void opened.push(id),
};

beforeEach(() => {
  opened.length = 0;
  setSyncWorker(worker as never);
  act(() => setSyncState({ ...syncState(), online: false }));
});
afterEach(() => {
  setSyncWorker(null);
  act(() => setSyncState(null));
  lockDevice();
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const slot = {
  FacilityId: facility.FacilityId,
  ProviderId: provider.ProviderId,
  Start: '2031-03-04T09:00',
  End: '2031-03-04T09:45',
};

async function book(can = [...everything, 'schedule visits']): Promise<void> {
  const rows = { facilities: [facility], providers: [provider], patients: [patient], cases: [episode] };
  const drawer = (
    <VisitDrawer opened onClose={() => undefined} slot={slot} history={() => null} newFor={newForBooking} />
  );
  showSignedIn(await openClinic(rows, can), drawer);
  await screen.findByRole('combobox', { name: 'Patient' }, patience);
}

/** Over the booking: the patient who is here already, entered once more. */
async function enterAgain(): Promise<void> {
  await press('New patient');
  const form = within(await screen.findByRole('dialog', { name: 'New patient' }, patience));
  await userEvent.type(await form.findByRole('textbox', { name: 'First name' }, patience), patient.FirstName);
  await userEvent.type(form.getByRole('textbox', { name: 'Last name' }), patient.LastName);
  await userEvent.type(form.getByRole('textbox', { name: 'Birth date' }), `${month}${day}${year}`);
  await userEvent.click(form.getByRole('combobox', { name: 'Sex on the insurance' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Female' }));
  await press('Create patient');
  await screen.findByText('You may already have this patient', {}, patience);
}

const chosen = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Patient' }).value;

test('a patient entered while booking who is here already is booked under their chart', async () => {
  await book();
  await enterAgain();
  await press('This is the same person');
  await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }, patience));
  await waitFor(() => expect(chosen()).toContain(patient.LastName), patience);
  await waitFor(
    () => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Case' }).value).toBe(episode.Title),
    patience,
  );
  expect(opened).toEqual([patient.PatientId]);
  expect(await queued()).toEqual([]);
});

test('another person is entered, chosen, and gets the case that a booking needs', async () => {
  await book();
  await enterAgain();
  await press('This is another person');
  await waitFor(async () => expect(await queued()).toMatchObject([{ name: 'patients.create' }]), patience);
  await waitFor(() => expect(chosen()).toContain(patient.LastName), patience);
  await userEvent.click(await screen.findByRole('button', { name: 'New case' }, patience));
  const form = within(await screen.findByRole('dialog', { name: 'New case' }, patience));
  expect(await form.findByRole('textbox', { name: 'Case name' }, patience)).toBeTruthy();
  // Esc is for the form on top.
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New case' })).toBeNull(), patience);
  expect(screen.getByRole('dialog', { name: 'New visit' })).toBeTruthy();
});

test('nobody is offered a form that they may not save', async () => {
  await book(['see patients', 'schedule visits']);
  expect(screen.queryByRole('button', { name: 'New patient' })).toBeNull();
});
