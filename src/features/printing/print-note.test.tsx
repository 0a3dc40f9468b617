import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { facility, noteRow, patient, provider, stamp, testId } from '#contract/testing/rows.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { PrintNotePage } from './print-note.tsx';

beforeEach(() => setSyncState({ ...syncState(), online: false }));
afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
});

const markup = '<img src=x onerror="alert(1)"> & <b>bold</b>\nSecond line.';
const signed = noteRow({ Subjective: markup }, { signedAt: stamp, signedByProviderId: provider.ProviderId });
const print = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' });
const paper = async () => within(await screen.findByRole('region', { name: 'Print preview' }));

async function open(visitNotes: (typeof signed)[], more: Partial<Parameters<typeof PrintNotePage>[0]> = {}) {
  const clinic = await openClinic({ visitNotes, facilities: [facility] });
  const onBack = vi.fn();
  const props = { PatientId: patient.PatientId, NoteId: signed.NoteId, onBack, openChart: async () => false };
  showSignedIn(clinic, <PrintNotePage {...props} {...more} />);
  return onBack;
}

test('a signed note is printed from the device: markup as text, who signed, whose it is', async () => {
  const onBack = await open([signed]);
  const sheet = await paper();
  const text = await sheet.findByText(/onerror/);
  expect(text.textContent).toBe(markup);
  expect(text.children).toHaveLength(0);
  expect(sheet.getByText(/^Signed electronically by Rosa Alvarez, PT, 11\/18\/2026 8:00 AM UTC$/)).toBeTruthy();
  expect(sheet.getByText(`O'Brien-Nguyễn, Mai · Born 04/02/1958 · Record ${patient.PatientId}`)).toBeTruthy();
  expect(sheet.getByText('Harborview')).toBeTruthy();
  expect(sheet.queryByText('Not signed')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Chart' }));
  expect(onBack).toHaveBeenCalledWith(signed.VisitId);
});

test('one that is not signed says so, above and at its end', async () => {
  await open([noteRow({ Plan: 'Stairs.' })]);
  expect(await (await paper()).findAllByText('Not signed')).toHaveLength(2);
  expect(screen.queryByText(/Signed electronically/)).toBeNull();
});

test('a signature that waits on this device is not taken for one that is kept', async () => {
  await open([
    noteRow(
      { Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' },
      { NoteType: 'communication', signedAt: stamp },
    ),
  ]);
  await act(() => queueWrite('documentation.cosign', { id: signed.NoteId }));
  const sheet = await paper();
  expect(await sheet.findByText('Signature not sent yet')).toBeTruthy();
  expect(sheet.getByText('Signed on this device. Not sent to the server yet.')).toBeTruthy();
});

test('what is printed is told to the server, with the patient', async () => {
  vi.stubGlobal('print', vi.fn());
  await open([signed]);
  await waitFor(() => expect(print().disabled).toBe(false));
  await userEvent.click(print());
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        name: 'session.recordPrint',
        input: { what: 'note', day: '2026-11-18', patients: 1, PatientId: patient.PatientId },
      },
    ]),
  );
});

test.each([
  ['is not on this device', { NoteId: NoteId.parse(testId(90)) }],
  ['is of another patient', { PatientId: testId(91) as never }],
])('a note that %s is not printed', async (_, more) => {
  await open([signed], more);
  expect(await screen.findByText('This note is not on this device yet')).toBeTruthy();
  expect(print().disabled).toBe(true);
});

test('online, what cannot be opened says so once the chart was asked for', async () => {
  setSyncState({ ...syncState(), online: true });
  await open([], { openChart: async () => true });
  expect(await screen.findByText('This note could not be opened')).toBeTruthy();
});
