import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { assistant, episode, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { noteReview, signNote } from '#local/reads/documentation.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { park } from '#local/testing/park.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { AddedNotes } from './added-notes.tsx';
import { PatientNotes } from './patient-notes.tsx';

afterEach(() => lockDevice());

const texts = { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' };
const signed = noteRow(texts, { signedAt: stamp, signedByProviderId: provider.ProviderId });
const signers = { providers: [provider], signatures: new Map() };
const names = async () => (await queued()).map(({ name }) => name);

test('an addendum is begun once, written below the signed note and signed by itself', async () => {
  const clinic = await openClinic({ visitNotes: [signed] });
  showSignedIn(clinic, <AddedNotes note={signed} signers={signers} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add addendum' }));
  const added = within(await screen.findByRole('article', { name: /^Addendum/ }));
  expect(screen.queryByRole('button', { name: 'Add addendum' })).toBeNull();
  const sign = await added.findByRole<HTMLButtonElement>('button', { name: 'Sign' });
  expect(sign.disabled).toBe(true);
  expect(added.getByText(/Reason is missing\. Text is empty\./)).toBeTruthy();
  await userEvent.type(added.getByRole('textbox', { name: 'Reason' }), 'Wrong side');
  await userEvent.type(added.getByRole('textbox', { name: 'Text' }), 'The left knee was treated.');
  await userEvent.tab();
  await waitFor(() => expect(sign.disabled).toBe(false));
  await userEvent.click(sign);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign' }));
  expect(await added.findByText(/Signed electronically by Rosa Alvarez, PT/)).toBeTruthy();
  const calls = await names();
  expect([calls[0], calls.at(-1)]).toEqual(['documentation.create', 'documentation.sign']);
});

test('refused text of an addendum blocks its signature and is decided there, of no other note', async () => {
  const parent = { ParentNoteId: signed.NoteId, NoteType: 'addendum' as const, ProviderId: provider.ProviderId };
  const Elements = { addendumReason: 'Wrong side' };
  const addendum = { ...noteRow({ Text: 'Theirs.' }, { ...parent, Elements }), NoteId: NoteId.parse(testId(77)) };
  const clinic = await openClinic({ visitNotes: [signed, addendum] });
  const input = { id: episode.CaseId, NoteId: addendum.NoteId, VisitId: addendum.VisitId };
  await queueWrite('documentation.save', { ...input, changes: { Text: 'Mine.' } }, { Text: '' });
  await park(clinic.device, 1, { current: addendum });
  expect(await noteReview(signed.NoteId)).toBeNull();
  showSignedIn(clinic, <AddedNotes note={signed} signers={signers} />);
  const added = within(await screen.findByRole('article', { name: /^Addendum/ }));
  const panel = within(await added.findByRole('group', { name: 'Sign' }));
  expect(await panel.findByText(/^Part of this note was not accepted\./)).toBeTruthy();
  expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(true);
  await expect(signNote('documentation.sign', addendum.NoteId, {})).rejects.toThrow(/not accepted/);
  await userEvent.click(panel.getByRole('button', { name: 'Compare and decide' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Keep mine' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(async () =>
    expect(await queued()).toEqual([
      { name: 'documentation.save', input: { ...input, changes: { Text: 'Mine.' } }, base: { Text: 'Theirs.' } },
    ]),
  );
  const sign = await added.findByRole<HTMLButtonElement>('button', { name: 'Sign' });
  await waitFor(() => expect(sign.disabled).toBe(false));
});

test('one that nobody signed is removed after a question', async () => {
  const parent = { ParentNoteId: signed.NoteId, NoteType: 'addendum' as const, ProviderId: provider.ProviderId };
  const addendum = { ...noteRow({ Text: 'Never mind.' }, parent), NoteId: episode.CaseId as never };
  const clinic = await openClinic({ visitNotes: [signed, addendum] });
  showSignedIn(clinic, <AddedNotes note={signed} signers={signers} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this addendum?' }));
  expect(await names()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Note removed.');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(await names()).toEqual(['documentation.remove']);
});

test('who neither signed the note nor may write for all adds nothing; what another began is read', async () => {
  const parent = { ParentNoteId: signed.NoteId, NoteType: 'addendum' as const, ProviderId: assistant.ProviderId };
  const addendum = { ...noteRow({ Text: 'Begun by another provider.' }, parent), NoteId: episode.CaseId as never };
  const clinic = await openClinic({ visitNotes: [signed, addendum], providers: [provider, assistant] });
  const { currentUser } = clinic.setup;
  const setup = {
    ...clinic.setup,
    currentUser: { ...currentUser, provider: { ...provider, NotesPermission: 'S' as const } },
  };
  const note = { ...signed, signedByProviderId: assistant.ProviderId };
  showSignedIn({ ...clinic, setup }, <AddedNotes note={note} signers={signers} />);
  expect(await screen.findByText('Begun by another provider.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add addendum' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a communication of the only open case is begun from the chart and written there', async () => {
  const clinic = await openClinic({ visits: [visit], visitNotes: [signed] });
  showSignedIn(clinic, <PatientNotes PatientId={patient.PatientId} onNavigate={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'New communication' }));
  const note = within(await screen.findByRole('article', { name: /^Communication/ }));
  expect(await note.findByRole('textbox', { name: 'Person' })).toBeTruthy();
  expect((await queued())[0]).toMatchObject({
    name: 'documentation.create',
    input: { CaseId: episode.CaseId, NoteType: 'communication', ParentNoteId: null },
  });
});

test('what a patient answered about self-harm waits in a note without a visit until its response is written', async () => {
  const waiting = {
    ...noteRow({}, { NoteType: 'communication', ProviderId: provider.ProviderId, VisitId: null }),
    NoteId: testId(91) as never,
  };
  const answers = OutcomeResponse.parse({
    OutcomeResponseId: testId(92),
    CaseId: waiting.CaseId,
    PatientId: waiting.PatientId,
    NoteId: waiting.NoteId,
    MeasureKey: 'phq9',
    Version: 1,
    Date: waiting.NoteDate,
    Answers: Array.from({ length: 9 }, (_, at) => ({ ItemKey: String(at + 1), Value: at === 8 ? 1 : 0, Text: null })),
    Score: 1,
    CorrectsId: null,
    EnteredBy: 'patient',
    SurveySendId: testId(93),
    updated_at: stamp,
  });
  showSignedIn(
    await openClinic({ visitNotes: [waiting], outcomeResponses: [answers] }),
    <PatientNotes PatientId={patient.PatientId} onNavigate={() => undefined} />,
  );
  const note = within(await screen.findByRole('article', { name: /^Communication/ }));
  expect((await note.findByRole('alert')).textContent).toContain('PHQ-9 item 9');
  expect(await note.findByText(/1 of 27, .*answered by the patient/)).toBeTruthy();
  // Beside the note and among what is missing.
  expect(note.getAllByText(/Record your response before you sign/)).toHaveLength(2);
  await userEvent.type(note.getByRole('textbox', { name: 'Response' }), 'Called the patient.');
  await userEvent.tab();
  await waitFor(async () => {
    const saves = (await queued()).filter(({ name }) => name === 'documentation.save');
    expect(saves.at(-1)?.input['changes']).toEqual({ selfHarmResponse: 'Called the patient.' });
  });
  await waitFor(() => expect(note.getAllByText(/Record your response before you sign/)).toHaveLength(1));
});
