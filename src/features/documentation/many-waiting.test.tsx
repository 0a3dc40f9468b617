import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { predictions } from '#contract/predictions.ts';
import { noteRow, patient, provider, testId } from '#contract/testing/rows.ts';
import { queueWrites, waitingCalls } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { PatientNotes } from './patient-notes.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const waiting = 40;

test('a word typed into a note while forty changes wait does not cost each list of the chart all of them', async () => {
  const own = { NoteType: 'communication' as const, ProviderId: provider.ProviderId };
  const note = { ...noteRow({ Summary: 'Called.' }, own), NoteId: testId(77) as never, VisitId: null };
  const clinic = await openClinic({ visitNotes: [note] });
  await queueWrites(
    Array.from({ length: waiting }, (_, at) => ({
      name: 'patients.update' as const,
      input: { id: patient.PatientId, changes: { City: `City ${at}` } },
    })),
  );
  const spies = [
    vi.spyOn(predictions['patients.update'], 'apply'),
    vi.spyOn(predictions['documentation.save'], 'apply'),
  ];
  const predicted = () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  showSignedIn(clinic, <PatientNotes PatientId={patient.PatientId} onNavigate={() => undefined} />);
  const summary = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Summary' });
  await vi.waitFor(() => expect(predicted()).toBeGreaterThanOrEqual(waiting));
  const drawn = predicted();
  await userEvent.type(summary, ' No answer.');
  await userEvent.tab();
  await vi.waitFor(async () => expect((await waitingCalls()).length).toBeGreaterThan(waiting));
  const saved = (await waitingCalls()).length - waiting;
  await screen.findByDisplayValue('Called. No answer.');
  await vi.waitFor(() => expect(spies[1]?.mock.calls.length).toBeGreaterThanOrEqual(saved));
  expect(predicted() - drawn).toBeLessThan(waiting);
  expect(drawn).toBeLessThan(2 * waiting);
});
