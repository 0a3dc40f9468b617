import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { assistant, noteRow, patient, provider, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { PatientNotes } from './patient-notes.tsx';

afterEach(() => lockDevice());

const texts = { Subjective: 'Less pain.', Objective: 'o', Assessment: 'a', Plan: 'p' };
const signed = { signedAt: stamp, signedByProviderId: assistant.ProviderId, ProviderId: assistant.ProviderId };
const waiting = { ...signed, cosignRequired: true };
const finished = noteRow(texts, signed);
const of = (more: Partial<VisitNote>, Sections: Record<string, string>): VisitNote => ({
  ...noteRow(Sections, { ...waiting, ...more }),
  NoteId: NoteId.parse(testId(77)),
});

test.each<[string, RegExp, VisitNote[]]>([
  ['a visit', /^Daily note/, [noteRow(texts, waiting)]],
  [
    'a case without a visit',
    /^Communication/,
    [of({ NoteType: 'communication', VisitId: null }, { Summary: 'Called.' })],
  ],
  [
    'another note, as its addendum',
    /^Addendum/,
    [finished, of({ NoteType: 'addendum', ParentNoteId: finished.NoteId }, { Text: 'The left knee.' })],
  ],
])('a note of %s is cosigned where the chart shows it', async (_of, name, visitNotes) => {
  const ofAssistant = Visit.parse({ ...visit, ProviderId: assistant.ProviderId, stage: 'review' });
  const clinic = await openClinic({ visits: [ofAssistant], visitNotes, providers: [provider, assistant] });
  showSignedIn(clinic, <PatientNotes PatientId={patient.PatientId} onNavigate={() => undefined} />);
  const note = within(await screen.findByRole('article', { name }));
  await userEvent.click(await note.findByRole('button', { name: 'Cosign' }));
  const question = within(await screen.findByRole('dialog', { name: 'Cosign this note?' }));
  await userEvent.click(question.getByRole('button', { name: 'Cosign' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ name: 'documentation.cosign', input: { id: visitNotes.at(-1)?.NoteId } }]),
  );
});
