import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { noteRow, testId, visit } from '#contract/testing/rows.ts';
import { VisitHistory } from '#contract/visits/visit.ts';
import { lockDevice } from '#local/store/device.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { sentTo } from '#shared/testing/sent.ts';
import { NoteText } from '../signed-note.tsx';
import { useNote } from '../use-note.ts';
import { BodyPart } from './body-part.tsx';

afterEach(() => {
  cleanup();
  lockDevice();
  vi.unstubAllGlobals();
});

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const id = NoteId.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  if (!editing.isRead) return null;
  return <BodyPart id="body" editing={editing} VisitId={visit.VisitId} />;
}

const saved = async () =>
  Object.values(Object.assign({}, ...(await queued()).map(({ input }) => input['changes'])) as object);

test('a mark is chosen from the list by keyboard, with its quality and intensity, and can be removed', async () => {
  showSignedIn(await openClinic({ visitNotes: [] }), <Desk />);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Mark a region' }));
  await userEvent.keyboard('right front of the knee{ArrowDown}{Enter}');
  const quality = await screen.findByRole('combobox', { name: 'Quality of mark 1, Right front of the knee' });
  await userEvent.click(quality);
  await userEvent.click(await screen.findByRole('option', { name: 'aching' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Intensity of mark 1, Right front of the knee' }));
  await userEvent.click(await screen.findByRole('option', { name: '4' }));
  expect(await screen.findByRole('img', { name: 'Front: Right front of the knee: aching, 4/10' })).toBeTruthy();
  await waitFor(async () =>
    expect(await saved()).toMatchObject([
      { Region: 'knee', View: 'front', Side: 'R', Quality: 'aching', Intensity: 4 },
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove mark 1, Right front of the knee' }));
  expect(await screen.findByRole('img', { name: 'Front: no marks' })).toBeTruthy();
  await waitFor(async () => expect(await saved()).toEqual([null]));
});

test('a mark stays at the very point that was pressed, on its view; beside the body is none', async () => {
  showSignedIn(await openClinic({ visitNotes: [] }), <Desk />);
  const back = await screen.findByRole('button', { name: /^Back of the body/ });
  vi.spyOn(back, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 440, 1000));
  fireEvent.click(back, { clientX: 2, clientY: 2, detail: 1 });
  fireEvent.click(back, { clientX: 250, clientY: 410, detail: 1 });
  await waitFor(async () =>
    expect(await saved()).toEqual([
      { Region: 'lowBack', View: 'back', Side: 'R', x: 530, y: 410, Quality: null, Intensity: null },
    ]),
  );
});

test('a mark that was drawn just before the note is left or closed is kept, and stands there again', async () => {
  const clinic = await openClinic({ visitNotes: [] });
  const { unmount } = showSignedIn(clinic, <Desk />);
  const front = await screen.findByRole('button', { name: /^Front of the body/ });
  vi.spyOn(front, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 440, 1000));
  fireEvent.click(front, { clientX: 167, clientY: 722, detail: 1 });
  unmount();
  await waitFor(async () =>
    expect(await saved()).toMatchObject([{ Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722 }]),
  );
  showSignedIn(clinic, <Desk />);
  expect(await screen.findByRole('img', { name: 'Front: Right front of the knee' })).toBeTruthy();
});

test('a note shows its marks as they were made', async () => {
  const mark = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: 'aching', Intensity: 4 } as const;
  const Cells = { [cellKey('mark', testId(7), 'Mark')]: mark };
  showSignedIn(await openClinic(), <NoteText note={noteRow({}, { Cells })} signers={undefined} />);
  expect(await screen.findByText('1. Right front of the knee: aching, 4/10')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Back: no marks' })).toBeTruthy();
});

test('marks of the patient’s forms are offered, taken over once as the patient’s, and not offered again once removed', async () => {
  const knee = { Region: 'knee', View: 'front', Side: 'R', x: 447, y: 722, Quality: null, Intensity: null };
  const marks = [{ id: testId(70), mark: { ...knee, From: 'patient' } }];
  const asked = sentTo(() => ({ submittedAt: '2026-11-18T08:00:00Z', marks }));
  const submitted = VisitHistory.parse({
    VisitHistoryId: testId(71),
    VisitId: visit.VisitId,
    PatientId: visit.PatientId,
    FacilityId: visit.FacilityId,
    at: '2026-11-18T08:00:00Z',
    UserId: null,
    action: 'intake submitted',
    from: null,
    to: null,
    note: 'By the patient',
  });
  showSignedIn(await openClinic({ visitNotes: [], visitHistory: [submitted] }), <Desk />);
  expect(await screen.findByText(/^Marked by the patient in the forms of .*: Right front of the knee\.$/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add it to the body chart' }));
  expect(await screen.findByText('Marked by the patient')).toBeTruthy();
  await waitFor(async () => expect(await saved()).toEqual([{ ...knee, From: 'patient' }]));
  expect(screen.queryByRole('button', { name: 'Add it to the body chart' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove mark 1, Right front of the knee' }));
  expect(await screen.findByRole('img', { name: 'Front: no marks' })).toBeTruthy();
  await waitFor(async () => expect(await saved()).toEqual([null]));
  expect(screen.queryByRole('button', { name: 'Add it to the body chart' })).toBeNull();
  expect(asked).toEqual([]);
});

test('a visit whose patient sent no forms asks for none', async () => {
  const fetch = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', fetch);
  showSignedIn(await openClinic({ visitNotes: [] }), <Desk />);
  await screen.findByRole('combobox', { name: 'Mark a region' });
  expect(fetch).not.toHaveBeenCalled();
});
