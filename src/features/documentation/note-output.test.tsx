import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { episode, noteRow, patient } from '#contract/testing/rows.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { setSyncState, syncState } from '#shared/sync-state.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { NoteOutput } from './note-output.tsx';

const note = noteRow({ Plan: 'Stairs.' });
const online = (is: boolean) => setSyncState({ ...syncState(), online: is });
beforeEach(() => online(true));
afterEach(() => {
  lockDevice();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const download = () => screen.getByRole('button', { name: 'Download PDF' });

async function open(saveFirst?: () => Promise<void>) {
  const onNavigate = vi.fn();
  const clinic = await openClinic({ visitNotes: [note] });
  showSignedIn(clinic, <NoteOutput note={note} onNavigate={onNavigate} {...(saveFirst && { saveFirst })} />);
  return onNavigate;
}

/** The server's answers, and what was asked of it. */
function answer(status: number, body: BodyInit, headers: Record<string, string>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response(body, { status, headers });
  });
  return asked;
}

test('the file is what the server sends, under its name', async () => {
  const asked = answer(200, new TextEncoder().encode('%PDF-1.7'), {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="note-2026-11-18.pdf"',
  });
  const blobs: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await open();
  await userEvent.click(download());
  await waitFor(() => expect(names).toEqual(['note-2026-11-18.pdf']));
  expect(asked).toEqual([`GET /api/notes/${note.NoteId}/pdf`]);
  expect([blobs[0]?.type, await blobs[0]?.text()]).toEqual(['application/pdf', '%PDF-1.7']);
});

test('a refusal is told in its own words', async () => {
  const failure = { kind: 'not-found', message: 'This note was not found, or you can’t see it.' };
  answer(404, JSON.stringify(failure), { 'content-type': 'application/json' });
  await open();
  await userEvent.click(download());
  expect(await screen.findByText(failure.message)).toBeTruthy();
});

test('offline, Download says that one must be online and does nothing; Print goes on', async () => {
  const asked = answer(200, '', {});
  online(false);
  const onNavigate = await open();
  const button = download();
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('You must be online to download the PDF.');
  button.focus();
  expect(document.activeElement).toBe(button);
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(onNavigate).toHaveBeenCalledWith(`/printNote/${patient.PatientId}/${note.NoteId}`));
  expect(asked).toEqual([]);
});

test('Download waits until what is written of this patient is sent', async () => {
  await open();
  expect(download().getAttribute('aria-disabled')).toBe('false');
  const { NoteId, VisitId } = note;
  const changes = { Plan: 'More stairs.' };
  await act(() => queueWrite('documentation.save', { id: episode.CaseId, NoteId, VisitId, changes }));
  expect(await screen.findByText('Download waits until the changes on this device are sent.')).toBeTruthy();
  expect(download().getAttribute('aria-disabled')).toBe('true');
});

test('what was typed is saved before it is printed; where it cannot be, nothing is printed', async () => {
  const saveFirst = vi.fn(async () => undefined);
  const onNavigate = await open(saveFirst);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(onNavigate).toHaveBeenCalledOnce());
  expect(saveFirst).toHaveBeenCalledOnce();
  saveFirst.mockRejectedValueOnce(new Error('This device is full.'));
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(await screen.findByText('This device is full.')).toBeTruthy();
  expect(onNavigate).toHaveBeenCalledOnce();
});
