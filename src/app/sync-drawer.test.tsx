import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { copiedFromKey } from '#contract/documentation/copied-sections.ts';
import { heldBackReason } from '#local/outbox/dependants.ts';
import { codes, episode, noteRow, patient, payer, testId, visit } from '#contract/testing/rows.ts';
import { Service } from '#contract/charges/service.ts';
import { VisitId as VisitIds } from '#contract/base/ids.ts';
import { Patient } from '#contract/patients/patient.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { holdAlone } from '#local/drafts/draft-locks.ts';
import { draftKeys, readDraft, saveDraft } from '#local/drafts/drafts.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { equipChangeViews } from '#shared/conflict-views.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { drawingsSoFar } from '#shared/testing/show.tsx';
import { pressUndo } from '#shared/testing/undo.ts';
import { saveUnsaved } from '#shared/unsaved.ts';
import { UnsavedWatch } from '#session/watchdogs/typed-watch.tsx';
import { SyncDrawer } from '#sync/sync-drawer.tsx';
import { SyncPill } from '#sync/sync-pill.tsx';
import { SignOutDialog } from './shell/sign-out-dialog.tsx';

equipChangeViews(() => import('./conflict-views.ts'));

afterEach(() => lockDevice());

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function openDrawer(clinic: Clinic) {
  return showSignedIn(
    clinic,
    <MemoryRouter>
      <SyncDrawer opened onClose={vi.fn()} />
      <UnsavedWatch />
      <Address />
    </MemoryRouter>,
  );
}

const { VisitId } = visit;
const save = (Plan: string) =>
  queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes: { Plan } }, { Plan: '' });
const button = (name: string) => screen.findByRole('button', { name });

test('waiting changes stand by patient, in the order they are sent, and come and go by themselves', async () => {
  const clinic = await openClinic();
  await save('Stairs');
  await queueWrite('patients.update', { id: patient.PatientId, changes: { Phone: '5035550101', City: 'Salem' } });
  openDrawer(clinic);
  const list = within(await screen.findByRole('list', { name: /O'Brien-Nguyễn, Mai/ }));
  const lines = () => list.getAllByRole('listitem').map((item) => item.textContent);
  expect(lines()[0]).toMatch(/^Note: Plan.*since.*Visit of 11\/18\/2026, 10:00 AM/);
  expect(lines()[1]).toMatch(/^Changes to a patient: Phone, City/);
  await queueWrite('documentation.sign', { id: VisitId });
  await waitFor(() => expect(lines()).toHaveLength(3));
});

test('changes of two people of one name are told apart, those that wait and those that were refused', async () => {
  const twin = Patient.parse({ ...patient, PatientId: testId(92), Phone: '6025550102' });
  const clinic = await openClinic({ patients: [patient, twin] });
  await queueWrite('patients.update', { id: patient.PatientId, changes: { City: 'Salem' } });
  await queueWrite('patients.update', { id: twin.PatientId, changes: { City: 'Mesa' } });
  await park(clinic.device, 2, { kind: 'changed-elsewhere', reason: 'It was changed.', current: twin });
  openDrawer(clinic);
  expect(await screen.findByRole('list', { name: /^O'Brien-Nguyễn, Mai.*, born / })).toBeTruthy();
  expect(await screen.findByText(/ · born .* · \(602\) 555-0102/)).toBeTruthy();
});

test('a move that was refused offers the moves that are possible now, from where the visit stands', async () => {
  const clinic = await openClinic();
  await queueWrite('visits.move', { id: VisitId, destination: 'checkedIn', lastUpdated: visit.updated_at });
  await park(clinic.device, 1, { kind: 'changed-elsewhere', reason: 'It was moved.', current: visit });
  openDrawer(clinic);
  const row = within(await screen.findByRole('row', { name: /Stage/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Arrived', 'In progress']);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(await button('End visit'));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'visits.move', input: { destination: 'review', lastUpdated: visit.updated_at } },
    ]),
  );
  expect(await parkedCalls()).toEqual([]);
});

test('the move that was asked for stands first where it is possible, with the fresh stamp of the server', async () => {
  const clinic = await openClinic({ visits: [Visit.parse({ ...visit, stage: 'confirmed' })] });
  const stamp = '2026-11-18T09:00:00.000000+00:00';
  await queueWrite('visits.move', { id: VisitId, destination: 'checkedIn', lastUpdated: visit.updated_at });
  await park(clinic.device, 1, { current: { ...visit, stage: 'scheduled', updated_at: stamp } });
  openDrawer(clinic);
  const again = await button('Try again');
  const drawn = drawingsSoFar();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(drawingsSoFar() - drawn, 'drawings once all is said').toBeLessThan(10);
  await userEvent.click(again);
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ input: { destination: 'checkedIn', lastUpdated: stamp } }]),
  );
});

describe('a refused move', () => {
  const letGo = (changes: object) =>
    queueWrite('visits.move', {
      id: VisitId,
      destination: 'lateCancel',
      CancelReason: 'Ill',
      lastUpdated: visit.updated_at,
      ...changes,
    });
  const refused = async (changes: object, fee = 0) => {
    const current = Visit.parse({ ...visit, stage: 'confirmed' });
    const clinic = await openClinic({ visits: [current] });
    clinic.setup.website.late_cancel_fee = fee;
    await letGo(changes);
    await park(clinic.device, 1, { kind: 'user-visible', reason: 'It was refused.', current });
    openDrawer(clinic);
  };
  const sent = () => waitFor(async () => expect(await queued()).toHaveLength(1));

  test('with a fee that the clinic charges no more goes without it', async () => {
    await refused({ LateFee: 2_500, which: 'following' });
    expect((await screen.findByRole('row', { name: /Late fee/ })).textContent).toContain('$25.00');
    const without = await button('Late cancel without the fee');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(without);
    await sent();
    const [again] = await queued();
    expect(again?.input).toMatchObject({ destination: 'lateCancel', CancelReason: 'Ill', which: 'following' });
    expect(again?.input).not.toHaveProperty('LateFee');
  });

  test('with a fee that still stands goes with it or without', async () => {
    await refused({ LateFee: 2_500 }, 2_500);
    await button('Late cancel without the fee');
    await userEvent.click(await button('Try again'));
    await sent();
    expect((await queued())[0]?.input).toMatchObject({ destination: 'lateCancel', LateFee: 2_500 });
  });

  test('that takes its time again is booked in spite of what may be accepted', async () => {
    const current = Visit.parse({ ...visit, stage: 'cancelled' });
    const clinic = await openClinic({ visits: [current] });
    await queueWrite('visits.move', { id: VisitId, destination: 'scheduled', lastUpdated: visit.updated_at });
    const issues = [{ VisitId, code: 'provider-busy-ask', sentence: 'Rosa Alvarez is booked then.' }];
    await park(clinic.device, 1, { kind: 'user-visible', reason: 'It was refused.', current: { ...current, issues } });
    openDrawer(clinic);
    await userEvent.click(await button('Book anyway'));
    await sent();
    expect((await queued())[0]?.input).toMatchObject({ destination: 'scheduled', accepted: ['provider-busy-ask'] });
  });

  test('says that it was for the following visits too, which another move is not', async () => {
    await refused({ destination: 'cancelled', which: 'following' }, 2_500);
    expect(await screen.findByRole('row', { name: /For This and the following visits/ })).toBeTruthy();
    await button('Try again');
    // The fee is asked for at the visit.
    expect(screen.queryByRole('button', { name: 'Late cancel' })).toBeNull();
    await userEvent.click(await button('No-show'));
    await sent();
    expect((await queued())[0]?.input).toEqual({
      id: VisitId,
      destination: 'noShow',
      lastUpdated: visit.updated_at,
    });
  });
});

test('a visit that someone else moved meanwhile shows both times, and goes again with the fresh stamp', async () => {
  const clinic = await openClinic();
  const day = visit.Start.slice(0, 10);
  const changes = { Start: `${day}T13:00`, End: `${day}T13:45` } as never;
  await queueWrite('visits.reschedule', { id: VisitId, changes, lastUpdated: visit.updated_at });
  const stamp = '2026-11-18T09:00:00.000000+00:00';
  await park(clinic.device, 1, {
    current: { ...visit, Start: `${day}T15:00`, End: `${day}T15:45`, updated_at: stamp },
  });
  openDrawer(clinic);
  const row = within(await screen.findByRole('row', { name: /When/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    `${showDate(day)}, 1:00 PM to 1:45 PM`,
    `${showDate(day)}, 3:00 PM to 3:45 PM`,
  ]);
  await userEvent.click(await button('Try again'));
  await waitFor(async () => expect(await queued()).toMatchObject([{ input: { changes, lastUpdated: stamp } }]));
});

test('a booking that was refused is looked at in the calendar', async () => {
  const clinic = await openClinic();
  const { CaseId, FacilityId, ProviderId, VisitTypeName, PlaceOfService } = visit;
  const times = { Start: '2026-11-24T09:00', End: '2026-11-24T09:45' } as never as Pick<Visit, 'Start' | 'End'>;
  const booking = { CaseId, FacilityId, ProviderId, VisitTypeName, PlaceOfService, ...times };
  await queueWrite('visits.create', { ...booking, VisitId: testId(61) as never });
  await park(clinic.device, 1, { kind: 'user-visible', reason: 'The time is taken.', current: null });
  openDrawer(clinic);
  const row = within(await screen.findByRole('row', { name: /When/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '11/24/2026, 9:00 AM to 9:45 AM',
    'Not booked',
  ]);
  await userEvent.click(await button('Show in the calendar'));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/scheduling?view=day&date=2026-11-24');
});

describe('a refused booking', () => {
  const { CaseId, FacilityId, ProviderId, VisitTypeName, PlaceOfService } = visit;
  const place = { CaseId, FacilityId, ProviderId, VisitTypeName, PlaceOfService };
  const idOf = (n: number) => VisitIds.parse(testId(n));
  const bookingOn = (n: number, day: string) => {
    const times = { Start: `${day}T09:00`, End: `${day}T09:45` } as never as Pick<Visit, 'Start' | 'End'>;
    return { ...place, ...times, VisitId: idOf(n) };
  };
  const busy = (VisitId: string, code = 'provider-busy-ask') => {
    return { VisitId, code, sentence: 'Rosa Alvarez is booked 9:00 AM to 9:45 AM.' };
  };
  const refuse = (clinic: Clinic, current: object | null) =>
    park(clinic.device, 1, { kind: 'user-visible', reason: 'It does not fit. Nothing was booked.', current });
  const days = ['2026-11-24', '2026-11-26', '2026-12-01'] as const;
  const refusedSeries = async (current: object) => {
    const clinic = await openClinic();
    const visits = days.map((day, at) => bookingOn(61 + at, day));
    await queueWrite('visits.createSeries', { SeriesId: testId(80) as never, visits });
    await queueWrite('visits.remove', { id: idOf(63), deletionReason: 'One too many' });
    await queueWrite('visits.remove', { id: idOf(61), deletionReason: 'One too many' });
    await refuse(clinic, current);
    for (const mid of [2, 3]) await park(clinic.device, mid, { kind: 'conflict', reason: heldBackReason });
    openDrawer(clinic);
  };

  test('is booked in spite of what may be accepted', async () => {
    const clinic = await openClinic();
    await queueWrite('visits.create', { ...bookingOn(61, days[0]), accepted: ['holiday'] });
    await refuse(clinic, { issues: [busy(testId(61))] });
    openDrawer(clinic);
    await userEvent.click(await button('Book anyway'));
    await waitFor(async () =>
      expect(await queued()).toMatchObject([{ input: { accepted: ['holiday', 'provider-busy-ask'] } }]),
    );
  });

  test('is never booked in spite of what is hard', async () => {
    const clinic = await openClinic();
    await queueWrite('visits.create', bookingOn(61, days[0]));
    await refuse(clinic, { issues: [busy(testId(61)), busy(testId(61), 'room-full')] });
    openDrawer(clinic);
    await button('Try again');
    expect(screen.queryByRole('button', { name: 'Book anyway' })).toBeNull();
  });

  test('of a series says whose and which, and the visits that fit are booked without the others', async () => {
    await refusedSeries({ issues: [busy(testId(63), 'provider-busy')] });
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect(cells(await screen.findByRole('row', { name: /When/ }))[0]).toBe('3 visits, 11/24/2026 to 12/01/2026');
    expect(cells(screen.getByRole('row', { name: /Conflicts/ }))).toEqual([
      '12/01/2026, 9:00 AM to 9:45 AM',
      'Rosa Alvarez is booked 9:00 AM to 9:45 AM.',
    ]);
    expect(screen.getAllByText(/O'Brien-Nguyễn, Mai/)).not.toEqual([]);
    await userEvent.click(await button('Book visits without conflicts (2)'));
    await waitFor(async () => expect(await queued()).toHaveLength(2));
    const [series, removal] = await queued();
    expect(series?.input['visits']).toMatchObject([{ VisitId: testId(61) }, { VisitId: testId(62) }]);
    expect(removal?.input).toMatchObject({ id: testId(61) });
    // What was done to a visit that is not booked now is left to a person.
    expect(await parkedCalls()).toMatchObject([{ input: { id: testId(63) } }]);
  });

  test('of a series is booked in spite of what was said of each visit alone', async () => {
    await refusedSeries({ issues: [busy(testId(63)), busy(testId(62), 'holiday')] });
    await userEvent.click(await button('Book anyway'));
    await waitFor(async () => expect(await queued()).toHaveLength(3));
    expect((await queued())[0]?.input['visits']).toMatchObject([
      { accepted: [] },
      { accepted: ['holiday'] },
      { accepted: ['provider-busy-ask'] },
    ]);
  });

  test('of a series is looked at where it does not fit', async () => {
    await refusedSeries({ issues: [busy(testId(63), 'provider-busy')] });
    await userEvent.click(await button('Show in the calendar'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toContain('date=2026-12-01');
  });

  test('of a meeting and of the hours of a day says when and with whom', async () => {
    const clinic = await openClinic();
    const { CaseId: _case, PlaceOfService: _place, VisitId: _id, ...times } = bookingOn(61, days[0]);
    const meeting = { ...times, VisitTypeName: 'Meeting', Title: 'Team', SeriesId: null };
    await queueWrite('scheduling.saveNonPatientVisit', { ...meeting, id: testId(70) as never });
    const hours = { CustomDayId: testId(71) as never, ProviderId, day: days[1] as never, blocks: [], Note: null };
    await queueWrite('scheduling.createCustomDays', { customDayProviderSchedules: [hours] });
    await refuse(clinic, { issues: [busy(testId(70))] });
    await park(clinic.device, 2, { kind: 'no-permission', reason: 'You may not.' });
    openDrawer(clinic);
    expect((await screen.findByRole('row', { name: /When/ })).textContent).toContain('11/24/2026, 9:00 AM to 9:45 AM');
    expect(screen.getByRole('row', { name: /Title/ }).textContent).toContain('Team');
    const day = await screen.findByRole('row', { name: /11\/26\/2026, no hours/ });
    expect(day.textContent).toMatch(/^Rosa Alvarez, PT.*hours of the week$/);
    await userEvent.click(await button('Book anyway'));
    await waitFor(async () => expect(await queued()).toMatchObject([{ input: { accepted: ['provider-busy-ask'] } }]));
  });
});

describe('what someone else changed meanwhile', () => {
  const { FacilityId, ProviderId } = visit;
  const times = { Start: '2026-11-24T09:00', End: '2026-11-24T09:45' } as never as Pick<Visit, 'Start' | 'End'>;
  const meeting = { FacilityId, ProviderId, ...times, VisitTypeName: 'Meeting', Title: 'Team', SeriesId: null };
  const elsewhere = { kind: 'changed-elsewhere', reason: 'Someone else changed this block first.' };

  test('of a meeting is shown beside mine, and mine is sent over it by one press', async () => {
    const clinic = await openClinic();
    await queueWrite('scheduling.saveNonPatientVisit', { ...meeting, Title: 'All', id: testId(70) as never }, meeting);
    const current = { ...meeting, Title: 'Staff', NonPatientVisitId: testId(70), updated_at: visit.updated_at };
    await park(clinic.device, 1, { ...elsewhere, current });
    openDrawer(clinic);
    await userEvent.click(await button('Try again'));
    await waitFor(async () => expect(await queued()).toMatchObject([{ input: { Title: 'All' }, base: current }]));
  });

  test('of a meeting that was to be removed says where it is now', async () => {
    const clinic = await openClinic();
    await queueWrite('scheduling.removeNonPatientVisit', { id: testId(70) as never }, meeting);
    const current = { ...meeting, Start: '2026-11-25T14:00', End: '2026-11-25T14:45' };
    await park(clinic.device, 1, { ...elsewhere, current });
    openDrawer(clinic);
    const row = await screen.findByRole('row', { name: /When/ });
    expect(row.textContent).toBe('WhenRemove 11/24/2026, 9:00 AM to 9:45 AM11/25/2026, 2:00 PM to 2:45 PM');
    await userEvent.click(await button('Show in the calendar'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toContain('date=2026-11-25');
  });

  test('of what a patient waits for shows what differs, and goes back on the list', async () => {
    const clinic = await openClinic();
    const grid = Array.from({ length: 7 }, () => [{ start: '09:00', end: '12:00' }]);
    const waiting = {
      CaseId: episode.CaseId,
      FacilityId: visit.FacilityId,
      ProviderId: null,
      VisitTypeName: 'PT Follow-up',
      Minutes: 45,
      grid,
      Priority: 2,
      Expires: '2027-02-01' as never,
      Note: null,
      VisitId: null,
    };
    const id = testId(71) as never;
    await queueWrite('scheduling.saveVisitRequest', { ...waiting, Priority: 1, id }, waiting);
    await park(clinic.device, 1, { ...elsewhere, current: { ...waiting, Note: 'Ill', state: 'withdrawn' } });
    openDrawer(clinic);
    expect((await screen.findByRole('row', { name: /Priority/ })).textContent).toBe('Priority12');
    // Theirs stays, so nothing is to be decided about it.
    expect(screen.queryByRole('row', { name: /Note/ })).toBeNull();
    expect(screen.queryByRole('row', { name: /Facility/ })).toBeNull();
    await userEvent.click(await button('Add back to the waitlist'));
    await waitFor(async () =>
      expect(await queued()).toMatchObject([{ input: { Priority: 1, Note: 'Ill', reopens: true } }]),
    );
  });
});

describe('charges that met those of someone else', () => {
  const line = (n: number, Minutes: number, CPT_Code = '97110') => ({
    ServiceId: testId(n) as never,
    CPT_Code,
    Minutes,
    Count: null,
  });
  const recorded = (of: ReturnType<typeof line>) =>
    Service.parse({ ...visit, ...of, SortOrder: 1, Units: 1, Modifiers: [], charge: null });
  /** I changed one line and added another while they changed the first one and added this one. */
  async function refused(theirs: ReturnType<typeof line>) {
    const clinic = await openClinic({ services: [recorded(line(90, 40)), recorded(theirs)] });
    const base = { services: [line(90, 15)] };
    await queueWrite('charges.save', { id: VisitId, services: [line(90, 23), line(92, 8)] }, base);
    await park(clinic.device, 1, { kind: 'changed-elsewhere', current: { services: [] } });
    openDrawer(clinic);
    const row = within(await screen.findByRole('row', { name: /Services/ }));
    return row.getAllByRole('cell').map((cell) => cell.textContent);
  }
  const sent = (services: object[], theirs: object) =>
    waitFor(async () =>
      expect(await queued()).toEqual([
        { name: 'charges.save', input: { id: VisitId, services }, base: { services: [line(90, 40), theirs] } },
      ]),
    );

  test('show both, and go again over what is recorded now', async () => {
    const theirs = line(91, 10, '97140');
    expect(await refused(theirs)).toEqual(['97110 23 min, 97110 8 min, 97140 10 min', '97110 40 min, 97140 10 min']);
    await userEvent.click(await button('Try again'));
    await sent([line(90, 23), line(92, 8), theirs], theirs);
  });

  test('go without a line of a code that they added too', async () => {
    const theirs = line(91, 10);
    expect(await refused(theirs)).toEqual(['97110 23 min, 97110 8 min, 97110 10 min', '97110 40 min, 97110 10 min']);
    await userEvent.click(await button('Keep theirs'));
    await sent([line(90, 23), theirs], theirs);
  });

  test('go with it only where a person says that it was done so often', async () => {
    const theirs = line(91, 10);
    await refused(theirs);
    // One of it was there before the two that met.
    const all = await button('It was done 3 times');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(all);
    await sent([line(90, 23), line(92, 8), theirs], theirs);
  });
});

test('a signature on what was changed since shows what, and leads to the note to read and sign it again', async () => {
  const alike = 'Flexion 95 degrees, measured lying on the back, both sides. '.repeat(3);
  const note = { Subjective: 's', Objective: `${alike}Theirs.`, Assessment: 'a', Plan: 'p' };
  const row = noteRow(note);
  const clinic = await openClinic({ visitNotes: [row] });
  const services = [{ ServiceId: testId(90), CPT_Code: '97110', Minutes: 23, Count: null }];
  const seen = { ...note, Objective: `${alike}Mine.`, services };
  await queueWrite('documentation.sign', { id: VisitId }, seen);
  await park(clinic.device, 1, { kind: 'changed-elsewhere', reason: 'Not as you saw it.' });
  openDrawer(clinic);
  expect(await screen.findByRole('columnheader', { name: 'When you signed' })).toBeTruthy();
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  expect(cells(/^Charges/)).toEqual(['97110 23 min', 'None']);
  const [mine, now] = cells(/^Objective/);
  expect(mine).toMatch(/^….{20,80} Mine\.$/);
  expect(now).toMatch(/^….{20,80} Theirs\.$/);
  expect(screen.queryByRole('row', { name: /^Plan/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(await button('Read and sign again'));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
    `/patients/${patient.PatientId}?visit=${VisitId}`,
  );
});

test('what builds on a refused change stands under it and goes again with it by one press', async () => {
  const clinic = await openClinic();
  const ServiceId = testId(90) as never;
  await queueWrite('charges.save', {
    id: VisitId,
    services: [{ ServiceId, CPT_Code: codes[0]?.CPT_Code ?? '', Minutes: 23, Count: null }],
  });
  await queueWrite('documentation.sign', { id: VisitId });
  await queueWrite('billing.submitClaim', {
    visitId: VisitId,
    destination: 'submitted',
    lastUpdated: visit.updated_at,
  });
  await park(clinic.device, 1, { kind: 'no-permission', reason: 'You may not.' });
  await park(clinic.device, 2, { reason: heldBackReason });
  await park(clinic.device, 3, { reason: heldBackReason });
  openDrawer(clinic);
  const row = within(await screen.findByRole('row', { name: /Services/ }));
  expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['97110 23 min', 'None']);
  expect(screen.getByText(/Waiting for this decision/)).toBeTruthy();
  await userEvent.click(await button('Try all 3 again'));
  await waitFor(async () =>
    expect((await queued()).map(({ name }) => name)).toEqual([
      'charges.save',
      'documentation.sign',
      'billing.submitClaim',
    ]),
  );
});

test('what was held back by a change that is decided by now goes again by itself', async () => {
  const clinic = await openClinic();
  await queueWrite('documentation.sign', { id: VisitId });
  await park(clinic.device, 1, { reason: heldBackReason });
  openDrawer(clinic);
  expect(await screen.findByText(/The change it depends on is decided/)).toBeTruthy();
  await userEvent.click(await button('Try again'));
  await waitFor(async () => expect((await queued()).map(({ name }) => name)).toEqual(['documentation.sign']));
});

test('refused text leads to the comparison, refused charges to their visit', async () => {
  const clinic = await openClinic();
  await save('Stairs');
  await park(clinic.device, 1);
  openDrawer(clinic);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(await button('Compare and decide'));
  expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
    `/patients/${patient.PatientId}?visit=${VisitId}&compare=note`,
  );
});

test('a refused new patient is shown with their name, corrected in the form and sent under the same id', async () => {
  const clinic = await openClinic();
  const { PersonId: _p, Type: _t, DeathDate: _d, created_at: _c, updated_at: _u, ...fields } = patient;
  const made = { ...fields, PatientId: testId(70) as never, LastName: 'Ashdown' };
  const insurance = {
    InsuranceId: testId(71) as never,
    PayerId: testId(72) as never,
    Priority: 1,
    MemberId: 'A1',
    GroupNumber: null,
    Relationship: '18' as const,
    Subscriber: null,
    StartDate: null,
    EndDate: null,
  };
  await queueWrite('patients.create', { patient: made, insurances: [insurance] });
  await park(clinic.device, 1, { kind: 'invalid', reason: 'A payer was not found.' });
  openDrawer(clinic);
  expect(await screen.findByText('Ashdown, Mai')).toBeTruthy();
  await userEvent.click(await button('Edit and send again'));
  const city = await screen.findByRole<HTMLInputElement>('textbox', { name: 'City' });
  expect(city.value).toBe('Portland');
  await userEvent.clear(city);
  await userEvent.type(city, 'Salem');
  const insurer = screen.getByRole<HTMLInputElement>('combobox', { name: 'Primary insurance' });
  expect(insurer.value).toBe('A payer not in the address book');
  await userEvent.click(insurer);
  await userEvent.click(await screen.findByRole('option', { name: payer.Name }));
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'patients.create',
        input: {
          patient: { PatientId: testId(70), City: 'Salem' },
          insurances: [{ ...insurance, PayerId: payer.PayerId }],
        },
      },
    ]),
  );
  expect(await parkedCalls()).toEqual([]);
});

test('a discard needs a reason and is on its way to the audit log', async () => {
  const clinic = await openClinic();
  await save('Stairs');
  await park(clinic.device, 1);
  openDrawer(clinic);
  await userEvent.click(await button('Discard…'));
  await userEvent.click(await button('Discard change'));
  expect(await screen.findByText('Enter a reason.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Reason for discarding/ }), 'Written twice');
  await userEvent.click(await button('Discard change'));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'sync.recordDiscard',
        input: { mid: 1, name: 'documentation.save', reason: 'Written twice', record: VisitId },
      },
    ]),
  );
});

test('the reason of a discard is there again after a lock, and gone with the change that is kept', async () => {
  const clinic = await openClinic();
  await save('Stairs');
  await park(clinic.device, 1);
  const before = openDrawer(clinic);
  await userEvent.click(await button('Discard…'));
  await userEvent.type(screen.getByRole('textbox', { name: /Reason for discarding/ }), 'Written twice');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  openDrawer(clinic);
  await userEvent.click(await button('Discard…'));
  expect(await screen.findByDisplayValue('Written twice')).toBeTruthy();
  await userEvent.click(await button('Keep change'));
  await waitFor(async () => expect(await draftKeys()).toEqual([]));
});

describe('what was typed and never saved', () => {
  const key = unsavedKey.note(VisitId);
  const leave = () => saveDraft(key, { Plan: { value: 'Stairs', base: '' } });
  const line = () => screen.findByRole('list', { name: 'Unsaved drafts' });

  test('of the clinic itself leads to where it was typed', async () => {
    const clinic = await openClinic();
    await saveDraft(unsavedKey.at('group', '/company/users?show=groups'), { name: 'Night desk' });
    openDrawer(clinic);
    expect((await line()).textContent).toContain('Permission group');
    await userEvent.click(await button('Open groups'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/company/users?show=groups');
  });

  test('is told by the pill, and its line opens the note it belongs to', async () => {
    const clinic = await openClinic();
    await leave();
    openDrawer(clinic);
    showSignedIn(clinic, <SyncPill onOpen={vi.fn()} />);
    expect(await button('Needs attention (1)')).toBeTruthy();
    expect((await line()).textContent).toMatch(/Note: Plan.*O'Brien-Nguyễn, Mai · Visit of 11\/18\/2026, 10:00 AM/);
    await userEvent.click(await button('Open note'));
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
        `/patients/${patient.PatientId}?visit=${VisitId}`,
      ),
    );
  });

  test('where a text was copied from goes with its section', async () => {
    const From = { NoteId: VisitId, at: '2026-11-18T10:00:00.000Z' };
    openDrawer(await openClinic());
    await saveDraft(key, {
      Plan: { value: 'Stairs', base: '' },
      [copiedFromKey('Plan')]: { value: From, base: null },
    });
    expect((await line()).textContent).toMatch(/Note: PlanO'Brien/);
  });

  test('asks before it takes the place of newer text, and stays beside it until then', async () => {
    const clinic = await openClinic();
    await leave();
    await save('Ramp');
    openDrawer(clinic);
    const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
    await userEvent.click(await button('Open note'));
    const dialog = await screen.findByRole('dialog', { name: 'Replace newer text?' });
    expect(dialog.textContent).toContain('You saved newer text in Plan after this draft.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep newer text' }));
    expect(address()).toBe('/');
    expect(await readDraft(key)).toEqual({ Plan: { value: 'Stairs', base: '' } });
    await userEvent.click(await button('Open note'));
    await userEvent.click(await button('Replace'));
    expect(address()).toBe(`/patients/${patient.PatientId}?visit=${VisitId}`);
  });

  test('does not ask where the newer text is the same, or of another section', async () => {
    const clinic = await openClinic();
    await leave();
    await save('Stairs');
    const input = { id: episode.CaseId, VisitId, changes: { Subjective: 'Better' } };
    await queueWrite('documentation.save', input, { Subjective: '' });
    await saveDraft(`${key}~1`, { Objective: { value: 'Walks', base: '' } });
    openDrawer(clinic);
    await userEvent.click(await button('Open note'));
    expect(screen.queryByRole('dialog', { name: 'Replace newer text?' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('status', { name: 'Address' }).textContent).not.toBe('/'));
  });

  test('is not told while someone has it before them', async () => {
    const clinic = await openClinic();
    const release = await holdAlone(key);
    await leave();
    openDrawer(clinic);
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    await release?.();
    expect(await line()).toBeTruthy();
  });

  test('thrown away it is gone, and one press brings it back', async () => {
    const clinic = await openClinic();
    await leave();
    openDrawer(clinic);
    await userEvent.click(await button('Discard draft'));
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    expect(await readDraft(key)).toBeUndefined();
    await pressUndo();
    expect(await line()).toBeTruthy();
    expect(await readDraft(key)).toEqual({ Plan: { value: 'Stairs', base: '' } });
  });

  test('days of schedules lead to the calendar', async () => {
    const clinic = await openClinic();
    await saveDraft(unsavedKey.days(), { days: [] });
    openDrawer(clinic);
    expect((await line()).textContent).toContain('Schedule days');
    await userEvent.click(await button('Open calendar'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe('/scheduling');
  });

  test('of a visit that is not on this device says how to get there', async () => {
    const clinic = await openClinic();
    const service = { ServiceId: testId(78), CPT_Code: '97110', Minutes: 15, Count: null };
    await saveDraft(unsavedKey.charges(testId(77) as never), { services: { value: [service], base: [] } });
    openDrawer(clinic);
    expect((await line()).textContent).toMatch(/not on this device.*Search for the patient/);
    expect(screen.queryByRole('button', { name: 'Open visit' })).toBeNull();
  });

  test('stands in the question before signing out', async () => {
    showSignedIn(
      await openClinic(),
      <SignOutDialog opened left={{ unsent: 0, typed: 1 }} onClose={vi.fn()} onOut={vi.fn()} />,
    );
    expect(await screen.findByText('You have an unsaved draft')).toBeTruthy();
    expect(screen.getByText(/It stays encrypted on this device for you/)).toBeTruthy();
    expect(screen.queryByText(/sent when you sign in/)).toBeNull();
  });
});
