import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { heldBackReason } from '#local/dependants.ts';
import { codes, episode, patient, payer, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/device.ts';
import { readDraft, saveDraft } from '#local/drafts.ts';
import { parkedCalls, queueWrite } from '#local/outbox.ts';
import { park } from '#local/testing/park.ts';
import { holdTyping, typedKey } from '#local/typed.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { TypedWatch } from '../watchdogs/typed-watch.tsx';
import { SignOutDialog } from './sign-out-dialog.tsx';
import { SyncDrawer } from './sync-drawer.tsx';
import { SyncPill } from './sync-pill.tsx';

afterEach(() => lockDevice());

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function openDrawer(clinic: Clinic) {
  showSignedIn(
    clinic,
    <MemoryRouter>
      <SyncDrawer opened onClose={vi.fn()} />
      <TypedWatch />
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
  await userEvent.click(await button('Try again'));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ input: { destination: 'checkedIn', lastUpdated: stamp } }]),
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
  expect(screen.getByText(/Held back until this is decided/)).toBeTruthy();
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
  expect(await screen.findByText(/The change it builds on is decided by now/)).toBeTruthy();
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
  await park(clinic.device, 1, { kind: 'invalid', reason: 'A payer is not known.' });
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
  await userEvent.click(await button('Discard this change'));
  expect(await screen.findByText('Write a reason.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: /Why is this change discarded/ }), 'Written twice');
  await userEvent.click(await button('Discard this change'));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'sync.recordDiscard',
        input: { mid: 1, name: 'documentation.save', reason: 'Written twice', record: VisitId },
      },
    ]),
  );
});

describe('what was typed and never saved', () => {
  const key = typedKey.note(VisitId);
  const leave = () => saveDraft(key, { Plan: { value: 'Stairs', base: '' } });
  const line = () => screen.findByRole('list', { name: 'Typed and not saved' });

  test('is told by the pill, and its line opens the note it belongs to', async () => {
    const clinic = await openClinic();
    await leave();
    openDrawer(clinic);
    showSignedIn(clinic, <SyncPill onOpen={vi.fn()} />);
    expect(await button('Needs attention (1)')).toBeTruthy();
    expect((await line()).textContent).toMatch(/Note: Plan.*O'Brien-Nguyễn, Mai · Visit of 11\/18\/2026, 10:00 AM/);
    await userEvent.click(await button('Open the note'));
    expect(screen.getByRole('status', { name: 'Address' }).textContent).toBe(
      `/patients/${patient.PatientId}?visit=${VisitId}`,
    );
  });

  test('is not told while somebody has it before them', async () => {
    const clinic = await openClinic();
    const release = holdTyping(key);
    await leave();
    openDrawer(clinic);
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    release();
    expect(await line()).toBeTruthy();
  });

  test('thrown away it is gone, and one press brings it back', async () => {
    const clinic = await openClinic();
    await leave();
    openDrawer(clinic);
    await userEvent.click(await button('Throw away'));
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
    expect(await readDraft(key)).toBeUndefined();
    await userEvent.click(await button('Undo'));
    expect(await line()).toBeTruthy();
    expect(await readDraft(key)).toEqual({ Plan: { value: 'Stairs', base: '' } });
  });

  test('of a visit that is not on this device says how to get there', async () => {
    const clinic = await openClinic();
    await saveDraft(typedKey.charges(testId(77) as never), { services: { value: [], base: [] } });
    openDrawer(clinic);
    expect((await line()).textContent).toMatch(/not on this device now.*find the patient by search/);
    expect(screen.queryByRole('button', { name: 'Open the visit' })).toBeNull();
  });

  test('stands in the question before signing out', async () => {
    showSignedIn(await openClinic(), <SignOutDialog opened typed={1} onClose={vi.fn()} />);
    expect(await screen.findByText('Something you typed is not saved')).toBeTruthy();
    expect(screen.getByText(/It stays sealed on this device for you/)).toBeTruthy();
    expect(screen.queryByText(/are sent when you sign in/)).toBeNull();
  });
});
