import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NoteId, ProviderId } from '#contract/base/ids.ts';
import type { NoteType } from '#contract/documentation/note-types.ts';
import { nothingAsked } from '#contract/documentation/payer-asks.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { assistant, episode, noteRow, payer, provider, testId, visit } from '#contract/testing/rows.ts';
import { readSigning } from '#local/reads/signing.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteGoals } from './note-goals.tsx';
import { SignDialog } from './sign-dialog.tsx';
import { useNote } from './use-note.ts';
import { goalRow } from '#contract/testing/plans.ts';

afterEach(() => lockDevice());

const signing = { ...assistant, NotesPermission: 'S' as const, SupervisorProviderId: provider.ProviderId };
const other = { ...provider, ProviderId: ProviderId.parse(testId(51)), FirstName: 'Ben', LastName: 'Zimmer' };
const texts = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
const commercial = { ...payer, Kind: 'commercial' as const, DatedRules: [] };

/** The clinic with an assistant signed in. */
async function asAssistant(more: Parameters<typeof openClinic>[0] = {}, website: object = {}): Promise<Clinic> {
  const providers = [provider, signing, other];
  const cases = [{ ...episode, Discipline: 'PT' as const }];
  const clinic = await openClinic({ providers, cases, payers: [commercial], ...more });
  const currentUser = { ...clinic.setup.currentUser, provider: signing, EmployeeId: signing.ProviderId };
  const setup = { ...clinic.setup, currentUser, website: { ...clinic.setup.website, ...website } };
  return { ...clinic, setup };
}

/** What was typed of reasons: nothing, so that no draft goes with the signature. */
const saved = expect.objectContaining({ key: undefined });

describe('the question before a note is signed', () => {
  const ask = async (clinic: Clinic) => {
    const onSign = vi.fn(() => Promise.resolve(true));
    const note = noteRow(texts);
    const facts = await readSigning(episode.CaseId, note.NoteDate);
    showSignedIn(
      clinic,
      <SignDialog
        opened
        CaseId={episode.CaseId}
        note={note}
        provider={clinic.setup.currentUser.provider}
        facts={facts}
        busy={false}
        onCancel={vi.fn()}
        onSign={onSign}
      />,
    );
    return onSign;
  };

  test('asks an assistant for a cosigner, by default the supervisor, and says why', async () => {
    const onSign = await ask(await asAssistant());
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Cosigner' });
    expect(field.value).toBe('Rosa Alvarez, PT');
    expect(screen.getByText(/Your clinic requires a cosignature on notes of assistants\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
    await waitFor(() => expect(onSign).toHaveBeenCalledWith([], provider.ProviderId, saved));
  });

  test('takes another therapist, and offers no assistant', async () => {
    const onSign = await ask(await asAssistant());
    await userEvent.click(await screen.findByRole('combobox', { name: 'Cosigner' }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Rosa Alvarez, PT',
      'Ben Zimmer, PT',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Ben Zimmer, PT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
    await waitFor(() => expect(onSign).toHaveBeenCalledWith([], other.ProviderId, saved));
  });

  test('offers only who may cosign, as the setup of this device says', async () => {
    const clinic = await asAssistant();
    const [user] = clinic.setup.users;
    if (!user) throw new Error('The clinic of the test has no user.');
    const users = [
      { ...user, EmployeeId: provider.ProviderId, cosigns: false },
      { ...user, EmployeeId: other.ProviderId, cosigns: true },
    ];
    const onSign = await ask({ ...clinic, setup: { ...clinic.setup, users } });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Cosigner' });
    expect(field.value).toBe('');
    await userEvent.click(field);
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Ben Zimmer, PT']);
    await userEvent.click(screen.getByRole('option', { name: 'Ben Zimmer, PT' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sign' }));
    await waitFor(() => expect(onSign).toHaveBeenCalledWith([], other.ProviderId, saved));
  });

  test('asks for none where site, payer and permission let the assistant finalize', async () => {
    const onSign = await ask(await asAssistant({}, { assistant_may_finalize: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign' }));
    await waitFor(() => expect(onSign).toHaveBeenCalledWith([], null, saved));
    expect(screen.queryByRole('combobox', { name: 'Cosigner' })).toBeNull();
  });
});

function Note({ note, asks = nothingAsked }: { note: VisitNote; asks?: typeof nothingAsked }) {
  const of = { CaseId: visit.CaseId, NoteId: NoteId.parse(visit.VisitId), VisitId: visit.VisitId };
  const editing = useNote(of, note);
  const goals = (
    <NoteGoals
      CaseId={of.CaseId}
      NoteId={of.NoteId}
      day="2026-11-18"
      editing={editing}
      isReadOnly={false}
      actions={null}
    />
  );
  return editing.isRead ? (
    <NoteEditor of={note} editing={editing} readOnlyReason={null} visit={visit} goals={goals} asks={asks} />
  ) : null;
}
const noteOf = (NoteType: NoteType) => noteRow(texts, { NoteType });
const rest = 'An assistant can write Subjective, Objective, measures and the flowsheet.';

describe('in a report of a therapist an assistant', () => {
  test('writes what was observed, and reads the rest with the reason', async () => {
    showSignedIn(await asAssistant({ goals: [goalRow] }), <Note note={noteOf('progress')} />);
    const text = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
    await screen.findByRole('textbox', { name: 'Subjective' });
    expect([text('Subjective').readOnly, text('Objective').readOnly]).toEqual([false, false]);
    expect([text('Assessment').readOnly, text('Plan').readOnly]).toEqual([true, true]);
    expect(screen.getByText(`Progress report, Assessment: only a therapist can write this. ${rest}`)).toBeTruthy();
    const [why = ''] = text('Assessment').getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(document.getElementById(why)?.textContent).toContain('only a therapist can write this');
    expect(await screen.findByText(`Only a therapist can report on goals. ${rest}`)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Current level of/ }).readOnly).toBe(true);
    expect(screen.getByText(`Progress report, Period from: only a therapist can write this. ${rest}`)).toBeTruthy();
  });

  test('does not begin one', async () => {
    showSignedIn(await asAssistant(), <Note note={noteOf('daily')} />);
    await userEvent.click(await screen.findByRole('combobox', { name: 'Kind of note' }));
    const options = await screen.findAllByRole('option');
    const open = options.filter((one) => one.dataset['comboboxDisabled'] !== 'true').map((one) => one.textContent);
    expect(open).toEqual(['Daily note']);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Progress report' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Assessment' }).readOnly).toBe(false);
  });
});

describe('treatment minutes', () => {
  const asks = { ...nothingAsked, treatmentMinutes: true };

  test('are asked where Medicare is billed, and saved as a number', async () => {
    showSignedIn(await openClinic(), <Note note={noteOf('daily')} asks={asks} />);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Treatment minutes' });
    await userEvent.type(field, '45');
    fireEvent.blur(field);
    await waitFor(async () =>
      expect((await queued()).at(-1)).toMatchObject({
        name: 'documentation.save',
        input: { changes: { TreatmentMinutes: 45 } },
      }),
    );
  });

  test.each(['481', '4o', '-5'])('%s stay as typed, are told of and not saved', async (typed) => {
    showSignedIn(await openClinic(), <Note note={noteOf('daily')} asks={asks} />);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Treatment minutes' });
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
    expect(field.value).toBe(typed);
    expect(screen.getByText('Enter whole minutes, 0 to 480.')).toBeTruthy();
    expect(await queued()).toEqual([]);
  });

  test('are not asked of others', async () => {
    showSignedIn(await openClinic(), <Note note={noteOf('daily')} />);
    await screen.findByRole('textbox', { name: 'Subjective' });
    expect(screen.queryByRole('textbox', { name: 'Treatment minutes' })).toBeNull();
  });
});
