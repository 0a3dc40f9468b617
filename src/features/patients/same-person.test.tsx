import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { PatientId } from '#contract/base/ids.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import { patient, testId } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { setSyncWorker } from '#shared/sync-worker.ts';
import { NewPatientDrawer } from './new-patient-drawer.tsx';

const elsewhere = { ...patient, PatientId: PatientId.parse(testId(90)), Phone: null };
let names: PatientName[] = [];
/** As the worker's: whose birth date it is, or whose last and first name. */
const search = async (typed: string) =>
  names.filter((one) => [showDate(one.DateOfBirth), `${one.LastName} ${one.FirstName}`].includes(typed));

beforeEach(() => {
  names = [patient];
  setSyncWorker({ search } as never);
  act(() => setSyncState({ ...syncState(), online: false }));
});
afterEach(() => {
  setSyncWorker(null);
  act(() => setSyncState(null));
  lockDevice();
});

async function fillIn({ FirstName, LastName, birth }: { FirstName: string; LastName: string; birth: string }) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), FirstName);
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), LastName);
  await userEvent.type(screen.getByRole('textbox', { name: 'Birth date' }), birth);
  await userEvent.click(screen.getByRole('combobox', { name: 'Sex on the insurance' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Female' }));
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function show() {
  const [onShow, onClose] = [vi.fn(), vi.fn()];
  showSignedIn(await openClinic(), <NewPatientDrawer opened onClose={onClose} onShow={onShow} />);
  return { onShow, onClose };
}

const [year, month, day] = patient.DateOfBirth.split('-');
const again = {
  FirstName: patient.FirstName.toUpperCase(),
  LastName: patient.LastName,
  birth: `${month}${day}${year}`,
};

test('who is here already is told before a second chart is made, with phone and last visit', async () => {
  const { onShow } = await show();
  await fillIn(again);
  await press('Create patient');
  const told = within(await screen.findByRole('alert'));
  expect(told.getByText('You may already have this patient')).toBeTruthy();
  expect(told.getByText('Same name and birth date')).toBeTruthy();
  expect(told.getByText(/last visit .* with |no visit yet/)).toBeTruthy();
  expect(await queued()).toEqual([]);
  // Pressed again without an answer it is told again.
  await press('Create patient');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await queued()).toEqual([]);
  expect(onShow).not.toHaveBeenCalled();
  await press('This is another person');
  await waitFor(() => expect(onShow).toHaveBeenCalledTimes(1));
  expect(await queued()).toMatchObject([{ name: 'patients.create' }]);
});

test('the chart that is there is opened in place of a second one', async () => {
  const { onShow } = await show();
  await fillIn(again);
  await press('Create patient');
  await screen.findByRole('alert');
  await press('This is the same person');
  await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }));
  await waitFor(() => expect(onShow).toHaveBeenCalledWith(patient.PatientId));
  expect(await queued()).toEqual([]);
});

test('two of the same name and birth date are both told', async () => {
  names.push(elsewhere);
  await show();
  await fillIn(again);
  await press('Create patient');
  const told = within(await screen.findByRole('alert'));
  expect(told.getAllByRole('listitem')).toHaveLength(2);
  await press('This is none of them');
  await waitFor(async () => expect(await queued()).toHaveLength(1));
});

test('an answer is for those it was given of, not for another whom the form is like after it was changed', async () => {
  const other = { ...elsewhere, FirstName: 'Wanda', LastName: 'Other', DateOfBirth: '1971-02-03' };
  names.push(other);
  await show();
  await fillIn({ FirstName: 'Wanda', LastName: 'Other', birth: '02031971' });
  await press('Create patient');
  await screen.findByText('You may already have this patient');
  const name = screen.getByRole('textbox', { name: 'First name' });
  await userEvent.clear(name);
  // What was told is of another name than the form has now.
  expect(screen.queryByText('You may already have this patient')).toBeNull();
  await userEvent.type(name, 'Quirin');
  await press('Create patient');
  await waitFor(async () => expect(await queued()).toMatchObject([{ name: 'patients.create' }]));
});

test('while the names are not here yet a patient can be entered all the same', async () => {
  setSyncWorker({ search: () => Promise.reject(new Error('no names yet')) } as never);
  const { onShow } = await show();
  await fillIn(again);
  await press('Create patient');
  await waitFor(() => expect(onShow).toHaveBeenCalledTimes(1));
});
