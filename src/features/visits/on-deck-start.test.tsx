import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assistant, noteRow, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { VisitHistory } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { everything, openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { OnDeckScreen } from './on-deck-screen.tsx';

const day = '2026-11-18';
const visitIn = (stage: Visit['stage'], more: Partial<Visit> = {}) =>
  Visit.parse({ ...visit, Start: `${day}T10:00`, End: `${day}T10:45`, stage, ...more });
const ofAssistant = (more: Partial<Visit> = {}) =>
  visitIn('confirmed', { VisitId: testId(61) as never, ProviderId: assistant.ProviderId, ...more });
const onNavigate = vi.fn();
const open = (clinic: Clinic, more: { onOpenHere?: (of: Visit) => void } = {}) =>
  showSignedIn(clinic, <OnDeckScreen onNavigate={onNavigate} onClaim={vi.fn()} {...more} />);
const column = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) });
const cards = () => document.querySelectorAll('[data-visit]');
const withProviders = { providers: [assistant] };

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:20:00Z`) });
});
afterEach(() => {
  vi.useRealTimers();
  setSyncState(null);
  lockDevice();
});

const hydrating = (online: boolean) =>
  setSyncState({ ...syncState(), phase: 'hydrating', online, hydrated: { P0: false, P1: false, names: false } });

test('a day that is still being fetched is no day yet, and stands there when it is whole', async () => {
  hydrating(true);
  open(await openClinic({ visits: [visitIn('confirmed')] }));
  await screen.findByText('Loading your clinic’s visits');
  expect(cards()).toHaveLength(0);
  act(() => setSyncState({ ...syncState(), phase: 'ready', hydrated: { P0: true, P1: false, names: false } }));
  await column('Today');
  expect(cards()).toHaveLength(1);
});

test('offline the cards that are here are shown, whole or not', async () => {
  hydrating(false);
  open(await openClinic({ visits: [visitIn('confirmed')] }));
  await column('Today');
  expect(cards()).toHaveLength(1);
});

test('cards say who is late and how long a patient has waited', async () => {
  const arrived = VisitHistory.parse({
    VisitHistoryId: testId(70),
    VisitId: testId(62),
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    at: `${day}T09:50:00Z`,
    UserId: null,
    action: 'moved',
    from: 'confirmed',
    to: 'checkedIn',
    note: null,
  });
  const visits = [
    visitIn('confirmed'),
    visitIn('scheduled', { VisitId: testId(63) as never, Start: `${day}T08:00`, End: `${day}T08:45` }),
    visitIn('checkedIn', { VisitId: testId(62) as never }),
  ];
  open(await openClinic({ visits, visitHistory: [arrived] }));
  const today = within(await column('Today'));
  expect(screen.queryByText(/^Late/)).toBeNull();
  fireEvent.pointerMove(document.body);
  await today.findByText('Late 20 min');
  expect(today.getByText('Overdue')).toBeTruthy();
  expect(within(await column('Arrived')).getByText('30 min wait')).toBeTruthy();
});

test('a provider starts with their own visits and keeps what they choose; a front desk starts with all', async () => {
  const visits = [visitIn('confirmed'), ofAssistant()];
  const clinic = await openClinic({ visits });
  await mirrorRows(clinic.device, 'providers', [assistant]);
  const { unmount } = open(clinic);
  await column('Today');
  expect(cards()).toHaveLength(1);
  const mine = screen.getByRole('button', { name: 'Mine' });
  expect(mine.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(mine);
  await waitFor(() => expect(cards()).toHaveLength(2));
  expect((await queued()).map(({ input }) => input['Preferences'])).toEqual([{ onDeckProviderIds: [] }]);
  unmount();
  const desk = await openClinic({ visits }, ['move visits.*']);
  desk.setup.currentUser.provider = null;
  open(desk);
  await waitFor(() => expect(cards()).toHaveLength(2));
});

test('notes to cosign are those that wait for me: asked of me or of nobody', async () => {
  const signed = (VisitId: string, CosignerProviderId: string | null) => ({
    ...noteRow({}, { VisitId: VisitId as never, signedAt: stamp, signedByProviderId: assistant.ProviderId }),
    cosignRequired: true,
    CosignerProviderId: CosignerProviderId as never,
  });
  const ids = [testId(61), testId(62), testId(63)] as const;
  const visits = ids.map((VisitId) => visitIn('review', { VisitId: VisitId as never }));
  const visitNotes = [signed(ids[0], visit.ProviderId), signed(ids[1], null), signed(ids[2], testId(51))];
  open(await openClinic({ visits, visitNotes }, everything));
  await userEvent.click(await screen.findByRole('button', { name: '2 to cosign' }));
  expect(await screen.findByRole('dialog', { name: 'Notes to cosign (2)' })).toBeTruthy();
});

test('who does not work in charts opens a visit over the board', async () => {
  const onOpenHere = vi.fn();
  open(await openClinic({ visits: [visitIn('confirmed')], ...withProviders }), { onOpenHere });
  await userEvent.click(await within(await column('Today')).findByRole('link'));
  expect(onOpenHere).toHaveBeenCalledWith(expect.objectContaining({ VisitId: visit.VisitId }));
  expect(onNavigate).not.toHaveBeenCalled();
});
