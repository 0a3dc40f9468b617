import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, showDate } from '#contract/base/dates.ts';
import { AppError } from '#contract/base/errors.ts';
import { facility, patient, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import * as api from '#shared/api.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { ArrivalsCount } from './arrivals-count.tsx';

const call = vi.fn<(name: string, input: object) => Promise<unknown>>();
beforeEach(() => {
  vi.spyOn(api, 'call').mockImplementation(call as never);
});
afterEach(() => {
  vi.useRealTimers();
  lockDevice();
  call.mockReset();
});

const ArrivalId = '0193a0a0-0000-7000-8000-00000000000a';
const day = visit.Start.slice(0, 10);
const arrival = {
  ArrivalId,
  kiosk: 'Front door',
  FacilityId: visit.FacilityId,
  // In the middle of the day of the visit, wherever the clinic is.
  at: `${day}T18:00:00Z`,
  DateOfBirth: patient.DateOfBirth,
  lastFour: '0134',
  hasForms: true,
  clockFault: null,
  signedAs: null,
};
const other = { ...patient, PatientId: testId(71) as never, LastName: 'Adams', DateOfBirth: '1990-01-01' as never };
const otherVisit = {
  ...visit,
  VisitId: testId(72) as never,
  PatientId: other.PatientId,
  Start: `${day}T00:05` as never,
  stage: 'scheduled' as const,
};
const cancelled = { ...otherVisit, VisitId: testId(73) as never, stage: 'cancelled' as const };

/** The counts of a front desk, with these arrivals on the server; a call that is not a question takes the first off. */
async function open(arrivals: object[], can: string[] = ['move visits.*'], second = other, left: object[] = []) {
  let listed = arrivals;
  let dismissed = left;
  const asked: [string, object][] = [];
  call.mockImplementation(async (name, input) => {
    if (name === 'kiosk.arrivals') return { arrivals: listed, dismissed };
    asked.push([name, input]);
    if (listed.length === 0) dismissed = dismissed.slice(1);
    listed = listed.slice(1);
    return {};
  });
  const rows = { facilities: [facility], patients: [patient, second], visits: [visit, otherVisit, cancelled] };
  showSignedIn(await openClinic(rows, can), <ArrivalsCount after={1} />);
  return asked;
}
const openList = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '1 arrival to match' }));
  return within(await screen.findByRole('listitem', { name: /^Arrival at / }));
};

test('an arrival is checked in with the visit that staff choose; who was born that day comes first', async () => {
  const asked = await open([arrival]);
  const line = await openList();
  expect(line.getByText(/With forms, which go to the visit/)).toBeTruthy();
  await waitFor(() => expect(line.getAllByRole('option')).toHaveLength(3));
  const [, first, second] = line.getAllByRole('option').map(({ textContent }) => textContent);
  expect([first, second]).toEqual([
    expect.stringContaining(patient.FirstName),
    expect.stringContaining(other.LastName),
  ]);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  expect(await line.findByText('Choose a visit.')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  expect(await screen.findByText('No arrivals to match')).toBeTruthy();
  expect(asked).toEqual([['kiosk.match', { id: ArrivalId, VisitId: visit.VisitId }]]);
});

test.each([
  ['another birth date', {}, /^The birth date of this arrival differs from the patient’s chart\./],
  [
    'another name signed',
    { DateOfBirth: '1990-01-01', signedAs: `${other.FirstName} Zimmer` },
    /^The last name of this arrival differs/,
  ],
])('a visit of %s is checked in once that was asked', async (_, told, sentence) => {
  const asked = await open([{ ...arrival, ...told }]);
  const line = await openList();
  await line.findByRole('option', { name: /Adams/ });
  await userEvent.selectOptions(line.getByLabelText('Visit'), otherVisit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check in this patient?' }));
  expect(dialog.getByText(sentence).textContent).toContain('born 01/01/1990.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(asked).toEqual([]);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Check in anyway' }));
  expect(await screen.findByText('No arrivals to match')).toBeTruthy();
  expect(asked).toEqual([['kiosk.match', { id: ArrivalId, VisitId: otherVisit.VisitId, confirmed: true }]]);
});

test('what the server asks about is asked in the same dialog, and checked in once confirmed', async () => {
  const asked = await open([arrival]);
  const answer = call.getMockImplementation();
  const sentence = 'The last name of this arrival differs from the patient’s chart.';
  call.mockImplementation(async (name, input) => {
    if (name !== 'kiosk.match' || 'confirmed' in input) return answer?.(name, input);
    throw new AppError('invalid', `${sentence} Confirm that it is their visit.`, { fields: { confirmed: sentence } });
  });
  const line = await openList();
  await line.findByRole('option', { name: new RegExp(patient.LastName) });
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check in this patient?' }));
  expect(dialog.getByText(new RegExp(sentence))).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Check in anyway' }));
  expect(await screen.findByText('No arrivals to match')).toBeTruthy();
  expect(asked).toEqual([['kiosk.match', { id: ArrivalId, VisitId: visit.VisitId, confirmed: true }]]);
});

test.each([
  ['corrected', 'The time is corrected.'],
  ['receipt', 'This is when it was received; the patient came earlier, maybe on another day.'],
])('of a tablet whose clock was wrong the line says so: %s', async (clockFault, told) => {
  await open([{ ...arrival, clockFault }]);
  const line = await openList();
  expect(line.getByText(new RegExp(`The clock of the tablet was wrong\\. ${told}`))).toBeTruthy();
});

/** Which days a device holds depends on its clock. */
const onTheDay = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T18:00:00Z`) });

test('of a day that is not on this device it says so, and not that there are no visits', async () => {
  onTheDay();
  await open([{ ...arrival, at: `${addDays(day, -30)}T18:00:00Z` }]);
  const line = await openList();
  expect(await line.findByRole('option', { name: 'Visits of this day are not on this device' })).toBeTruthy();
  expect(line.getByText('This device doesn’t have all visits of that day.')).toBeTruthy();
  await userEvent.clear(line.getByRole('textbox', { name: 'Day' }));
  expect(await line.findByRole('option', { name: 'No visits on that day' })).toBeTruthy();
});

test('one that was received on a later day is checked in with a visit of the day that staff choose', async () => {
  onTheDay();
  const asked = await open([{ ...arrival, clockFault: 'receipt', at: `${addDays(day, 1)}T18:00:00Z` }]);
  const line = await openList();
  expect(await line.findByRole('option', { name: 'No visits on that day' })).toBeTruthy();
  const field = line.getByRole('textbox', { name: 'Day' });
  expect((field as HTMLInputElement).value).toBe(showDate(addDays(day, 1)));
  await userEvent.clear(field);
  await userEvent.type(field, showDate(day));
  await line.findByRole('option', { name: new RegExp(patient.LastName) });
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  expect(await screen.findByText('No arrivals to match')).toBeTruthy();
  expect(asked).toEqual([['kiosk.match', { id: ArrivalId, VisitId: visit.VisitId }]]);
});

test('a visit that was chosen is none of another day', async () => {
  const asked = await open([arrival]);
  const line = await openList();
  await line.findByRole('option', { name: new RegExp(patient.LastName) });
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.clear(line.getByRole('textbox', { name: 'Day' }));
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  expect(await line.findByText('Choose a visit.')).toBeTruthy();
  expect(asked).toEqual([]);
});

test.each([
  [true, /^The answers and signatures go to no chart/],
  [false, /^The birth date and phone digits of this arrival are removed\.$/],
])('before one is dismissed it says what is lost: with forms %s', async (hasForms, told) => {
  await open([{ ...arrival, hasForms }]);
  const line = await openList();
  await userEvent.click(line.getByRole('button', { name: 'Dismiss…' }));
  expect(line.getByText(told)).toBeTruthy();
});

test('one that is of no use is dismissed with a reason', async () => {
  const asked = await open([arrival]);
  const line = await openList();
  await userEvent.click(line.getByRole('button', { name: 'Dismiss…' }));
  await userEvent.click(line.getByRole('button', { name: 'Dismiss' }));
  expect(await line.findByText('Enter a reason.')).toBeTruthy();
  expect(asked).toEqual([]);
  await userEvent.type(line.getByLabelText('Reason'), 'Checked in at the desk');
  await userEvent.click(line.getByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('No arrivals to match')).toBeTruthy();
  expect(asked).toEqual([['kiosk.dismiss', { id: ArrivalId, reason: 'Checked in at the desk' }]]);
});

const left = { ...arrival, reason: 'Checked in at the desk' };
const openDismissed = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '1 arrival dismissed with forms' }));
  return within(await screen.findByRole('listitem', { name: /^Dismissed arrival at / }));
};

test('the forms of one that was dismissed are added to the visit that staff choose', async () => {
  const asked = await open([], undefined, undefined, [left]);
  const line = await openDismissed();
  expect(line.getByText(/Dismissed: Checked in at the desk\.$/)).toBeTruthy();
  // There is nothing to match.
  expect(await screen.findByRole('dialog', { name: 'Dismissed arrivals' })).toBeTruthy();
  expect([screen.queryByText('No arrivals to match'), screen.queryByText(/^These people checked in/)]).toEqual([
    null,
    null,
  ]);
  await line.findByRole('option', { name: new RegExp(patient.LastName) });
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Add forms to visit' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Dismissed/ })).toBeNull());
  expect(asked).toEqual([['kiosk.match', { id: ArrivalId, VisitId: visit.VisitId }]]);
});

test('or they are deleted, once that was asked', async () => {
  const asked = await open([], undefined, undefined, [left]);
  const line = await openDismissed();
  await userEvent.click(line.getByRole('button', { name: 'Delete forms…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete these forms?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Keep forms' }));
  expect(asked).toEqual([]);
  await userEvent.click(line.getByRole('button', { name: 'Delete forms…' }));
  const answer = call.getMockImplementation();
  const deleting = Promise.withResolvers<void>();
  call.mockImplementation(async (name, input) => {
    if (name === 'kiosk.dismiss') await deleting.promise;
    return answer?.(name, input);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete forms' }));
  await waitFor(() => expect(call).toHaveBeenCalledWith('kiosk.dismiss', expect.anything()));
  expect(line.queryByText('Choose a visit.')).toBeNull();
  deleting.resolve();
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Dismissed/ })).toBeNull());
  const { reason } = left;
  expect(asked).toEqual([['kiosk.dismiss', { id: ArrivalId, reason, removesForms: true }]]);
});

test('a refused one stays, with the server’s sentence', async () => {
  await open([arrival]);
  const line = await openList();
  call.mockImplementation(async (name) => {
    if (name === 'kiosk.arrivals') return { arrivals: [arrival], dismissed: [] };
    throw new Error('This visit does not take place.');
  });
  await line.findByRole('option', { name: /Adams/ });
  await userEvent.selectOptions(line.getByLabelText('Visit'), visit.VisitId);
  await userEvent.click(line.getByRole('button', { name: 'Check in' }));
  expect(await screen.findByText(/This visit does not take place\./)).toBeTruthy();
  expect(line.getByRole('button', { name: 'Check in' })).toBeTruthy();
});

test('without an arrival there is nothing to see, and who checks nobody in asks for none', async () => {
  await open([]);
  await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('button')).toBeNull();
  lockDevice();
  call.mockReset();
  await open([arrival], ['write notes']);
  expect(call).not.toHaveBeenCalled();
});

test('two of one name are told apart by birth date, and by phone and last visit where that is the same too', async () => {
  await open([arrival], ['move visits.*'], {
    ...other,
    LastName: patient.LastName,
    DateOfBirth: patient.DateOfBirth as never,
    Phone: '6025550177' as never,
  });
  const line = await openList();
  const born = showDate(patient.DateOfBirth);
  await waitFor(() =>
    expect(line.getByRole('option', { name: /6025550177|\(602\) 555-0177/ }).textContent).toContain(`born ${born}`),
  );
});

test('of two of one name and another birth date that alone is told', async () => {
  await open([arrival], ['move visits.*'], { ...other, LastName: patient.LastName });
  const line = await openList();
  expect(await line.findByRole('option', { name: /born 01\/01\/1990$/ })).toBeTruthy();
});
