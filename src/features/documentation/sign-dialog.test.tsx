import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { episode, noteRow, payer, provider, testId, visit } from '#contract/testing/rows.ts';
import { allTyped, unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { readDraft } from '#local/drafts/drafts.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { SignDialog } from './sign-dialog.tsx';

afterEach(() => lockDevice());

const said = 'Pain is lower than on Monday. Slept well and walked to the clinic.';
const note = { ...noteRow({ Subjective: said }), NoteDate: '2026-11-18' };
const before = noteRow(
  { Subjective: said },
  {
    NoteId: NoteId.parse(testId(71)),
    VisitId: null,
    NoteDate: '2026-11-16',
    signedAt: '2026-11-16T18:00:00.000000+00:00',
  },
);
/** Asks for nothing that a clock counts. */
const unclocked = { ...payer, Kind: 'commercial' as const };
const facts = { of: episode, payers: [unclocked], notes: [note, before], providers: [provider] };
const clinicOf = () => openClinic({ visitNotes: [note, before], payers: [unclocked] });
const open = (clinic: Clinic, onSign: (...given: unknown[]) => Promise<boolean>, shown = note) =>
  showSignedIn(
    clinic,
    <SignDialog
      opened
      CaseId={episode.CaseId}
      note={{ ...shown, VisitId: visit.VisitId }}
      provider={provider}
      facts={facts}
      busy={false}
      onCancel={() => undefined}
      onSign={onSign}
    />,
  );
const reason = () =>
  screen.findByRole<HTMLInputElement>(
    'textbox',
    { name: 'Repeats earlier notes: Subjective (100%).' },
    { timeout: 15_000 },
  );
const press = async () =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign' }));

test('a note that repeats earlier ones is signed with a reason only', async () => {
  const onSign = vi.fn((..._given: unknown[]) => Promise.resolve(true));
  open(await clinicOf(), onSign);
  const field = await reason();
  await press();
  expect(await screen.findByText('Enter the reason.')).toBeTruthy();
  expect(onSign).not.toHaveBeenCalled();
  await userEvent.type(field, 'No change since Monday.');
  await press();
  await waitFor(() => expect(onSign).toHaveBeenCalledOnce());
  expect(onSign.mock.calls[0]?.at(0)).toEqual([{ Warning: 'cloned', Reason: 'No change since Monday.' }]);
});

test('a reason is kept over a reload until the note is signed', async () => {
  const clinic = await clinicOf();
  const { unmount } = open(clinic, () => Promise.resolve(true));
  await userEvent.type(await reason(), 'No change.');
  await waitFor(async () => expect(await readDraft(unsavedKey.reasons(note.NoteId))).toEqual({ cloned: 'No change.' }));
  unmount();
  expect(await allTyped()).toMatchObject([{ kind: 'reasons', id: note.NoteId, fields: ['cloned'] }]);
  const fails = open(clinic, () => Promise.resolve(false));
  await waitFor(async () => expect((await reason()).value).toBe('No change.'));
  await press();
  expect(await readDraft(unsavedKey.reasons(note.NoteId))).toEqual({ cloned: 'No change.' });
  fails.unmount();
});

test('minutes beyond the visit are told, and it is signed without a reason', async () => {
  const own = { ...note, NoteId: NoteId.parse(visit.VisitId), TreatmentMinutes: 400 };
  const clinic = await openClinic({ visitNotes: [own], payers: [unclocked] });
  const onSign = vi.fn((..._given: unknown[]) => Promise.resolve(true));
  showSignedIn(
    clinic,
    <SignDialog
      opened
      CaseId={episode.CaseId}
      note={{ ...own, VisitId: visit.VisitId }}
      provider={provider}
      facts={{ ...facts, notes: [own] }}
      busy={false}
      onCancel={() => undefined}
      onSign={onSign}
    />,
  );
  expect(await screen.findByText(/^400 minutes are recorded, and the visit was booked for \d+\.$/)).toBeTruthy();
  await press();
  await waitFor(() => expect(onSign).toHaveBeenCalledOnce());
  expect(onSign.mock.calls[0]?.at(0)).toEqual([]);
});

test('a press is seen to count until the note is signed, and counts once', async () => {
  const signing = Promise.withResolvers<boolean>();
  const onSign = vi.fn((..._given: unknown[]) => signing.promise);
  open(await clinicOf(), onSign, { ...note, Sections: { Subjective: 'Walked here.' } });
  const busy = () =>
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign' }).getAttribute('aria-busy') === 'true';
  await press();
  expect(busy()).toBe(true);
  await press();
  await waitFor(() => expect(onSign).toHaveBeenCalledOnce());
  expect(busy()).toBe(true);
  signing.resolve(false);
  await waitFor(() => expect(busy()).toBe(false));
  expect(onSign).toHaveBeenCalledOnce();
});
