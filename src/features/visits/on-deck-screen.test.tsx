import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showDate } from '#contract/base/dates.ts';
import { CaseId, PatientId, SubjectNoteId, VisitId } from '#contract/base/ids.ts';
import { Claim } from '#contract/billing/claim.ts';
import { LedgerEntry } from '#contract/billing/ledger.ts';
import type { SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { episode, patient, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { enterKey } from '#shared/testing/hold-enter.ts';
import { listen } from '#shared/testing/listen.ts';
import { pressUndo } from '#shared/testing/undo.ts';
import { LiveRegion } from '#shared/ui/live-region/live-region.tsx';
import { OnDeckScreen } from './on-deck-screen.tsx';

const today = new Date().toISOString().slice(0, 10);
const visitIn = (stage: Visit['stage'], more: Partial<Visit> = {}) =>
  Visit.parse({ ...visit, Start: `${today}T10:00`, End: `${today}T10:45`, stage, ...more });
const onNavigate = vi.fn();
const onClaim = vi.fn();
const open = (clinic: Clinic) => showSignedIn(clinic, <OnDeckScreen onNavigate={onNavigate} onClaim={onClaim} />);
const column = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const name = "O'Brien-Nguyễn, Mai";

/** A click at this time of the page: the machine takes its own between two. */
function clickAt(ms: number, button: HTMLElement, more: MouseEventInit): void {
  const event = createEvent.click(button, more);
  Object.defineProperty(event, 'timeStamp', { value: ms });
  fireEvent(button, event);
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => lockDevice());

describe('On Deck', () => {
  test('checks a visit in: the card moves at once, one call waits, and Undo queues the way back', async () => {
    open(await openClinic({ visits: [visitIn('confirmed')] }));
    const card = within(await column('Today'));
    await userEvent.click(await card.findByRole('button', { name: `Check in: ${name}` }));
    expect(await within(await column('Arrived')).findByRole('button', { name: `Start: ${name}` })).toBeTruthy();
    expect(await queued()).toEqual([
      {
        name: 'visits.move',
        input: { id: visit.VisitId, destination: 'checkedIn', lastUpdated: stamp },
        base: { stage: 'confirmed' },
      },
    ]);
    expect(await screen.findByText('waiting to be sent')).toBeTruthy();
    await pressUndo();
    await waitFor(async () =>
      expect((await queued()).map((call) => call.input['destination'])).toEqual(['checkedIn', 'confirmed']),
    );
  });

  test('two of one name on a day are told apart once there is a hand, and their buttons say of whom they are', async () => {
    const other = { ...patient, PatientId: PatientId.parse(testId(71)), Phone: '6025550177' };
    const second = visitIn('confirmed', { VisitId: testId(61) as Visit['VisitId'], PatientId: other.PatientId });
    open(await openClinic({ visits: [visitIn('confirmed'), second], patients: [patient, other] }));
    const card = within(await column('Today'));
    const [first] = await card.findAllByRole('link');
    await userEvent.hover(first!);
    const born = `born ${showDate(patient.DateOfBirth)}`;
    await waitFor(() => expect(card.getAllByText(new RegExp(`^${born} · `))).toHaveLength(2));
    expect(card.getByRole('button', { name: new RegExp(`^Check in: .*${born} · \\(602\\) 555-0177`) })).toBeTruthy();
  });

  test('a double click moves one visit, not the one that slides under the pointer', async () => {
    const second = visitIn('confirmed', { VisitId: testId(61) as Visit['VisitId'] });
    open(await openClinic({ visits: [visitIn('confirmed'), second] }));
    const card = within(await column('Today'));
    const [first] = await card.findAllByRole('button', { name: `Check in: ${name}` });
    const at = { clientX: 200, clientY: 300, detail: 1 };
    clickAt(1_000, first as HTMLElement, at);
    await waitFor(() => expect(card.getAllByRole('button', { name: `Check in: ${name}` })).toHaveLength(1));
    clickAt(1_499, card.getByRole('button', { name: `Check in: ${name}` }), { ...at, clientY: 304 });
    clickAt(1_499, card.getByRole('button', { name: `Check in: ${name}` }), { ...at, clientY: 900, detail: 2 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await queued()).toHaveLength(1);
    fireEvent.click(card.getByRole('button', { name: `Check in: ${name}` }), { clientX: 700, clientY: 500, detail: 1 });
    await waitFor(async () => expect(await queued()).toHaveLength(2));
  });

  test('a visit that someone else has moved since its card was pressed stays where it is', async () => {
    const clinic = await openClinic({ visits: [visitIn('confirmed')] });
    open(clinic);
    const card = within(await column('Today'));
    const button = await card.findByRole('button', { name: `Check in: ${name}` });
    // Read by the press, before the screen has drawn it.
    await mirrorRows(clinic.device, 'visits', [visitIn('cancelled')]);
    fireEvent.click(button, { detail: 1 });
    expect(await screen.findByText(new RegExp(`^${name} was already moved to .*. Nothing was changed.$`))).toBeTruthy();
    expect(await queued()).toEqual([]);
  });

  test('an intake that differs from the chart is compared before the visit starts', async () => {
    const intakeConflict = [
      { field: 'Phone' as const, chart: '5035550134', intake: '5035550199' },
      { field: 'City' as const, chart: 'Portland', intake: 'Salem' },
    ];
    const clinic = await openClinic({ visits: [visitIn('checkedIn', { intakeConflict })] });
    open(clinic);
    await userEvent.click(await screen.findByRole('button', { name: `Start: ${name}` }));
    const drawer = within(await screen.findByRole('dialog', { name: 'The intake differs from the chart' }));
    expect(await queued()).toEqual([]);
    const start = drawer.getByRole('button', { name: 'Keep these answers and start' });
    expect((start as HTMLButtonElement).disabled).toBe(true);
    // Corrected since the forms were sent: what is compared is the chart of now.
    await mirrorRows(clinic.device, 'patients', [{ ...patient, City: 'Eugene' }]);
    await drawer.findByRole('radio', { name: /Chart Eugene/ });
    await userEvent.click(drawer.getByRole('radio', { name: /Intake \(503\) 555-0199/ }));
    await userEvent.click(drawer.getByRole('radio', { name: /Chart Eugene/ }));
    await userEvent.click(start);
    await within(await column('In progress')).findByText(/Nguyễn/);
    expect((await queued()).map(({ name: call, input }) => [call, input['accept'] ?? input['destination']])).toEqual([
      ['visits.resolveIntake', ['Phone']],
      ['visits.move', 'inProgress'],
    ]);
  });

  test('an incomplete intake may be left for later, and only then is the visit started', async () => {
    open(await openClinic({ visits: [visitIn('checkedIn', { intakeIncomplete: true })] }));
    await userEvent.click(await screen.findByRole('button', { name: `Start: ${name}` }));
    await screen.findByRole('dialog', { name: 'The intake is not complete' });
    expect(await queued()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Start without intake' }));
    await within(await column('In progress')).findByText(/Nguyễn/);
    expect((await queued())[0]?.input).toMatchObject({ destination: 'inProgress', ignoreIncompleteIntake: true });
  });

  test('closing with primary AR left asks with the exact sentence of spec 4', async () => {
    const owed = LedgerEntry.parse({
      LedgerEntryId: testId(50),
      TransactionId: testId(51),
      VisitId: visit.VisitId,
      PatientId: patient.PatientId,
      ClaimId: null,
      PayerId: null,
      account: 'ar:primary',
      amount: 12_345,
      PostedOn: today,
      source: 'claim',
      memo: 'charges',
      createdAt: stamp,
    });
    // Without access billing the ledger of this device decides.
    const clinic = await openClinic({ visits: [visitIn('submitted')], ledger: [owed] }, ['move visits.*']);
    open(clinic);
    await userEvent.click(await screen.findByRole('button', { name: '1 done' }));
    await userEvent.click(await screen.findByRole('button', { name: `Close: ${name}` }));
    expect(
      await screen.findByText(
        'Remaining Primary AR: This claim has $123.45 of remaining Primary AR. Are you sure you want to move this to Closed?',
      ),
    ).toBeTruthy();
    expect(await queued()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(async () => expect((await queued())[0]?.input).toMatchObject({ destination: 'closed' }));
  });

  test('a late cancellation asks for the fee of the clinic, and charges it where that is left on', async () => {
    const second = visitIn('confirmed', { VisitId: testId(61) as Visit['VisitId'], Start: `${today}T11:00` as never });
    const clinic = await openClinic({ visits: [visitIn('confirmed'), second] });
    clinic.setup.website.late_cancel_fee = 2_500;
    open(clinic);
    const cancelLate = async (left: number) => {
      const menus = () => screen.getAllByRole('button', { name: `More for ${name}` });
      await waitFor(() => expect(menus()).toHaveLength(left));
      await userEvent.click(menus()[0] as HTMLElement);
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Late cancel' }));
      return screen.findByRole('checkbox', { name: 'Charge the late fee of $25.00 to the patient' });
    };
    expect(await cancelLate(2)).toHaveProperty('checked', true);
    expect(await queued()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel visit' }));
    await waitFor(async () =>
      expect((await queued()).map((call) => call.input)).toMatchObject([
        { id: visit.VisitId, destination: 'lateCancel', LateFee: 2_500 },
      ]),
    );
    await userEvent.click(await cancelLate(1));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel visit' }));
    await waitFor(async () => expect(await queued()).toHaveLength(2));
    expect((await queued())[1]?.input).not.toHaveProperty('LateFee');
  });

  test('a claim is handed to billing, a note to the chart', async () => {
    open(
      await openClinic({
        visits: [visitIn('billing'), visitIn('review', { VisitId: Visit.shape.VisitId.parse(testId(10)) })],
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: `Submit claim: ${name}` }));
    expect(onClaim).toHaveBeenCalledWith({ visit: expect.objectContaining({ VisitId: visit.VisitId }), name });
    screen.getByRole('button', { name: `Finish note: ${name}` }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onNavigate).toHaveBeenCalledWith(`/patients/${patient.PatientId}?visit=${testId(10)}`);
  });

  test('without the permission there is no button for the move', async () => {
    open(await openClinic({ visits: [visitIn('confirmed')] }, ['write notes']));
    await within(await column('Today')).findByText(/Nguyễn/);
    expect(screen.queryByRole('button', { name: /Check in/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /More for/ })).toBeNull();
  });

  test('what runs out in a case stands on the cards of its visits until the patient is treated', async () => {
    const told = new Map([[String(visit.CaseId), [{ kind: 'danger' as const, word: 'Script expired' }]]]);
    const others = new Map([[testId(77), [{ kind: 'needs' as const, word: 'Progress report due' }]]]);
    const treated = visitIn('inProgress', { VisitId: Visit.shape.VisitId.parse(testId(10)) });
    showSignedIn(
      await openClinic({ visits: [visitIn('confirmed'), treated] }),
      <OnDeckScreen
        onNavigate={onNavigate}
        onClaim={onClaim}
        moreCounts={({ onWords }) => (
          <>
            <button onClick={() => onWords(told)}>count</button>
            <button onClick={() => onWords(others)}>count again</button>
          </>
        )}
      />,
    );
    const card = within(await column('Today'));
    await card.findByText(/Nguyễn/);
    await userEvent.click(screen.getByRole('button', { name: 'count' }));
    expect(await card.findByText('Script expired')).toBeTruthy();
    expect(within(await column('In progress')).queryByText('Script expired')).toBeNull();
    // It was mended, and something is due in a case that has no visit here.
    await userEvent.click(screen.getByRole('button', { name: 'count again' }));
    await waitFor(() => expect(card.queryByText('Script expired')).toBeNull());
    expect(screen.queryByText('Progress report due')).toBeNull();
  });

  test('notes marked as alerts stand on the card, those of other cases and expired ones do not', async () => {
    const note = (n: number, Text: string, more: Partial<SubjectNote> = {}): SubjectNote => ({
      SubjectNoteId: SubjectNoteId.parse(testId(n)),
      PatientId: patient.PatientId,
      SubjectType: 'patient',
      SubjectId: patient.PatientId,
      Text,
      IsPinned: false,
      IsAlert: true,
      ExpiresOn: null,
      WrittenBy: null,
      WrittenAt: null,
      updated_at: stamp,
      ...more,
    });
    const subjectNotes = [
      note(81, `Hard of hearing: speak to the left side.\n${'Long. '.repeat(40)}`),
      note(82, 'Of another case.', { SubjectType: 'case', SubjectId: testId(99) }),
      note(83, 'Over.', { ExpiresOn: '2020-01-31' }),
      note(84, 'No alert.', { IsAlert: false }),
    ];
    open(await openClinic({ visits: [visitIn('confirmed')], subjectNotes }));
    const alerts = within(await within(await column('Today')).findByRole('list', { name: 'Alerts' })).getAllByRole(
      'listitem',
    );
    expect(alerts.map(({ textContent }) => textContent)).toEqual(['Hard of hearing: speak to the left side.']);
  });

  test('work left over is counted for who may do it, beside what others count', async () => {
    const moreCounts = vi.fn(() => <span>4 plans due</span>);
    const showTo = async (can: string[]) =>
      showSignedIn(
        await openClinic({ visits: [visitIn('review')] }, can),
        <OnDeckScreen onNavigate={onNavigate} onClaim={onClaim} moreCounts={moreCounts} />,
      );
    const { unmount } = await showTo(['write notes', 'submit claims']);
    expect(await screen.findByRole('button', { name: '1 unsigned notes' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '0 ready to bill' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /to cosign/ })).toBeNull();
    expect(screen.getByText('4 plans due')).toBeTruthy();
    expect(moreCounts).toHaveBeenLastCalledWith({
      today,
      filter: expect.anything(),
      after: [expect.anything()],
      onWords: expect.any(Function),
    });
    unmount();
    await showTo(['cosign notes']);
    expect(await screen.findByRole('button', { name: '0 to cosign' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /unsigned|ready|rejected/ })).toBeNull();
  });

  describe('claims that an addendum changed', () => {
    const amended = Claim.parse({
      ClaimId: testId(71),
      VisitId: visit.VisitId,
      PatientId: visit.PatientId,
      FacilityId: visit.FacilityId,
      PayerId: testId(72),
      status: 'accepted',
      ControlNumber: 'MS-71',
      InterchangeControlNumber: '000000001',
      Frequency: '1',
      totalCharge: 12_000,
      ServiceDate: today,
      submittedAt: stamp,
      filename: 'MS-71.837',
      AmendedByNoteId: testId(73),
      updated_at: stamp,
    });

    test('are a list of who submits claims', async () => {
      const clinic = await openClinic({ visits: [visitIn('submitted', { ClaimId: amended.ClaimId })] }, [
        'submit claims',
      ]);
      await mirrorRows(clinic.device, 'claims', [amended]);
      open(clinic);
      await userEvent.click(await screen.findByRole('button', { name: '1 claims to correct' }));
      const list = within(await screen.findByRole('dialog', { name: /^Claims to correct/ }));
      expect(await list.findByText(new RegExp(name))).toBeTruthy();
    });

    test('are listed of any day where the server is there', async () => {
      const Start = '2024-01-15T09:00';
      const old = Visit.parse({ ...visitIn('closed', { ClaimId: amended.ClaimId }), Start, End: '2024-01-15T09:45' });
      const page = { claims: [amended], visits: [old], patients: [patient], cases: [], after: null };
      answersTo({ 'billing.claimsToCorrect': page });
      const clinic = await openClinic({ visits: [] }, ['submit claims']);
      open(clinic);
      await userEvent.click(await screen.findByRole('button', { name: '1 claims to correct' }));
      const list = within(await screen.findByRole('dialog', { name: /^Claims to correct/ }));
      expect(await list.findByText(showDate(Start), { exact: false })).toBeTruthy();
      expect(list.getByText('Visits of any date, for the providers chosen above.')).toBeTruthy();
      // Once this device has the claim and it was replaced, it is none any more.
      await mirrorRows(clinic.device, 'claims', [{ ...amended, status: 'void' }]);
      expect(await screen.findByRole('button', { name: '0 claims to correct' })).toBeTruthy();
    });

    test('are asked for again when the list opens and after a pull', async () => {
      const old = visitIn('closed', { ClaimId: amended.ClaimId });
      const page = { claims: [amended], visits: [old], patients: [patient], cases: [], after: null };
      const none = { claims: [], visits: [], patients: [], cases: [], after: null };
      answersTo({ 'billing.claimsToCorrect': none });
      open(await openClinic({ visits: [] }, ['submit claims']));
      const pulled = (lastSyncAt: number) => act(() => setSyncState({ ...syncState(), lastSyncAt }));
      pulled(60_000);
      const button = await screen.findByRole('button', { name: '0 claims to correct' });
      answersTo({ 'billing.claimsToCorrect': page });
      await userEvent.click(button);
      const list = within(await screen.findByRole('dialog', { name: /^Claims to correct/ }));
      expect(await list.findByText(new RegExp(name))).toBeTruthy();
      answersTo({ 'billing.claimsToCorrect': none });
      pulled(130_000);
      expect(await list.findByText('No claims need a correction.')).toBeTruthy();
      act(() => setSyncState(null));
    });

    test.each(['billing', 'review', 'submitted'] as const)(
      'open the chart first where it is not on this device: %s',
      async (stage) => {
        const elsewhere = {
          PatientId: PatientId.parse(testId(90)),
          CaseId: CaseId.parse(testId(91)),
          VisitId: VisitId.parse(testId(92)),
        };
        const Start = '2024-01-15T09:00';
        const old = visitIn(stage, { ...elsewhere, ClaimId: amended.ClaimId, Start, End: '2024-01-15T09:45' });
        answersTo({
          'billing.claimsToCorrect': {
            claims: [{ ...amended, PatientId: elsewhere.PatientId, VisitId: elsewhere.VisitId }],
            visits: [old],
            patients: [{ ...patient, PatientId: elsewhere.PatientId }],
            cases: [{ ...episode, PatientId: elsewhere.PatientId, CaseId: elsewhere.CaseId }],
            after: null,
          },
        });
        open(await openClinic({ visits: [] }));
        await userEvent.click(await screen.findByRole('button', { name: '1 claims to correct' }));
        const list = within(await screen.findByRole('dialog', { name: /^Claims to correct/ }));
        await userEvent.click(await list.findByRole('button', { name: /^Open chart/ }));
        expect(onNavigate).toHaveBeenCalledWith(`/patients/${elsewhere.PatientId}?visit=${elsewhere.VisitId}`);
        expect(onClaim).not.toHaveBeenCalled();
      },
    );
  });

  test('arrow keys go from card to card', async () => {
    const later = visitIn('scheduled', {
      VisitId: Visit.shape.VisitId.parse(testId(10)),
      Start: `${today}T11:00`,
      End: `${today}T11:45`,
    });
    open(
      await openClinic({
        visits: [visitIn('scheduled'), later, visitIn('checkedIn', { VisitId: Visit.shape.VisitId.parse(testId(11)) })],
      }),
    );
    const links = within(await column('Today')).getAllByRole('link');
    links[0]?.focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(links[1]);
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.closest('[data-visit]')?.getAttribute('data-visit')).toBe(testId(11));
  });
});

test('Enter that is held down checks a visit in, once, and does not start it', async () => {
  const key = enterKey();
  open(await openClinic({ visits: [visitIn('confirmed')] }));
  const checkIn = await screen.findByRole('button', { name: `Check in: ${name}` });
  act(() => checkIn.focus());
  await key.press();
  const start = await screen.findByRole('button', { name: `Start: ${name}` });
  await key.repeat();
  act(() => start.focus());
  await key.repeat();
  expect(onNavigate).not.toHaveBeenCalled();
  expect((await queued()).map(({ input }) => input['destination'])).toEqual(['checkedIn']);
});

describe('who listens', () => {
  const openHeard = (clinic: Clinic) =>
    showSignedIn(
      clinic,
      <>
        <OnDeckScreen onNavigate={onNavigate} onClaim={onClaim} />
        <LiveRegion />
      </>,
    );

  test('is told once that a visit is checked in', async () => {
    openHeard(await openClinic({ visits: [visitIn('confirmed')] }));
    const checkIn = await screen.findByRole('button', { name: `Check in: ${name}` });
    const heard = listen();
    fireEvent.click(checkIn);
    await screen.findByText('waiting to be sent');
    await waitFor(() => expect(heard).toEqual([`${name}: Arrived.`]));
  });

  test('is told once that a visit starts whose intake was compared', async () => {
    const intakeConflict = [{ field: 'City' as const, chart: 'Portland', intake: 'Salem' }];
    openHeard(await openClinic({ visits: [visitIn('checkedIn', { intakeConflict })] }));
    fireEvent.click(await screen.findByRole('button', { name: `Start: ${name}` }));
    const drawer = within(await screen.findByRole('dialog', { name: 'The intake differs from the chart' }));
    fireEvent.click(await drawer.findByRole('radio', { name: /Intake Salem/ }));
    const heard = listen();
    fireEvent.click(drawer.getByRole('button', { name: 'Keep these answers and start' }));
    await within(await column('In progress')).findByText(/Nguyễn/);
    await waitFor(() => expect(heard).toEqual([`${name}: In progress.`]));
  });

  test('is told which day is shown and how many visits it has, also where there are none', async () => {
    openHeard(await openClinic({ visits: [visitIn('confirmed')] }));
    await screen.findByRole('button', { name: `Check in: ${name}` });
    const heard = listen();
    fireEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    await waitFor(() => expect(heard).toHaveLength(2));
    expect(heard[0]).toMatch(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, .*(no|0) visits/i);
    expect(heard[1]).toMatch(/1 visit$/);
  });
});
