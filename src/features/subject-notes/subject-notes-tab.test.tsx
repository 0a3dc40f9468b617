import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SubjectNoteId } from '#contract/base/ids.ts';
import { predictions } from '#contract/predictions.ts';
import { episode, patient, stamp, testId } from '#contract/testing/rows.ts';
import { subjectNote, type SubjectNote } from '#contract/subject-notes/subject-note.ts';
import { saveDraft } from '#local/drafts/drafts.ts';
import { recordKey } from '#local/drafts/unsaved-drafts.ts';
import { queueWrites } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { AlertNotes } from '#shared/alert-notes/alert-notes.tsx';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { SubjectNoteDrawer, SubjectNotesTab } from './subject-notes-tab.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  lockDevice();
});

const { PatientId } = patient;
const note = (n: number, Text: string, more: Partial<SubjectNote> = {}): SubjectNote => ({
  SubjectNoteId: SubjectNoteId.parse(testId(n)),
  PatientId,
  SubjectType: 'patient',
  SubjectId: PatientId,
  Text,
  IsPinned: false,
  IsAlert: false,
  ExpiresOn: null,
  WrittenBy: 'Fern Delacroix',
  WrittenAt: `2026-11-1${n - 80}T15:00:00.000000+00:00`,
  updated_at: stamp,
  ...more,
});
const onCase = { SubjectType: 'case', SubjectId: episode.CaseId } as const;

function Notes() {
  const [opened, open] = useState<About<SubjectNote> | null>(null);
  return (
    <>
      <SubjectNotesTab PatientId={PatientId} onOpen={open} />
      <SubjectNoteDrawer PatientId={PatientId} opened={opened} onOpen={open} />
    </>
  );
}
const showNotes = async (...subjectNotes: SubjectNote[]) => {
  const clinic = await openClinic({ subjectNotes });
  showSignedIn(clinic, <Notes />);
  return clinic;
};

// The drawer's code comes with the first one that opens.
const slowly = { timeout: 15_000 };
const textField = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }, slowly);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }, slowly));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const cards = async (list = 'Notes') =>
  within(await screen.findByRole('list', { name: list }, slowly))
    .getAllByRole('listitem')
    .map((card) => card.textContent);

test('pinned notes come first, then the newest; those that expired on request', async () => {
  await showNotes(
    note(81, 'Old and pinned.', { IsPinned: true }),
    note(82, 'Old.', onCase),
    note(83, 'New.', { IsAlert: true, ExpiresOn: '2999-01-01' }),
    note(84, 'Over.', { ExpiresOn: '2020-01-31', IsAlert: true }),
  );
  expect(await cards()).toEqual([
    'PatientPinnedEditOld and pinned.Fern Delacroix, 11/11/2026',
    'PatientAlertEditNew.Fern Delacroix, 11/13/2026 · Expires after 01/01/2999',
    `${episode.Title}EditOld.Fern Delacroix, 11/12/2026`,
  ]);
  expect(screen.queryByRole('list', { name: 'Expired' })).toBeNull();
  await press('Expired (1)');
  expect(await cards('Expired')).toEqual([
    'PatientAlertEditOver.Fern Delacroix, 11/14/2026 · Expired after 01/31/2020',
  ]);
});

test('nothing there says what belongs there, and what is expired is still found', async () => {
  await showNotes(note(84, 'Over.', { ExpiresOn: '2020-01-31' }));
  expect(await screen.findByText('No current notes')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Expired (1)' })).toBeTruthy();
});

test('a note on a case is added once, and shown as waiting', async () => {
  const clinic = await showNotes();
  expect(await screen.findByText('No notes yet')).toBeTruthy();
  await press('New note');
  await userEvent.type(await textField(), 'Brings a walker.');
  await choose('About', `Case: ${episode.Title}`);
  await userEvent.click(screen.getByRole('switch', { name: /^Show as an alert/ }));
  await savedOnce(clinic, 'Add note');
  expect(await queued()).toEqual([
    {
      name: 'subjectNotes.createSubjectNote',
      input: {
        SubjectNoteId: expect.any(String),
        PatientId,
        ...onCase,
        Text: 'Brings a walker.',
        IsPinned: false,
        IsAlert: true,
        ExpiresOn: null,
      },
      base: {},
    },
  ]);
  await waitFor(
    async () => expect(await cards()).toEqual([`${episode.Title}AlertEditBrings a walker.Waiting to be sent`]),
    slowly,
  );
});

test('a note without text is refused at its field', async () => {
  await showNotes();
  await press('New note');
  await textField();
  await press('Add note');
  expect(await screen.findByText('Enter the note.')).toBeTruthy();
  expect(await queued()).toEqual([]);
});

describe('a note that is there', () => {
  const there = note(81, 'Old.', onCase);

  test('is changed in what was changed', async () => {
    await showNotes(there);
    await press('Edit note: Old.');
    await userEvent.clear(await textField());
    await userEvent.type(await textField(), 'New.');
    await choose('About', 'Patient');
    await press('Save');
    const subject = { SubjectType: 'patient', SubjectId: PatientId };
    await waitFor(
      async () =>
        expect(await queued()).toEqual([
          {
            name: 'subjectNotes.updateSubjectNote',
            input: { id: there.SubjectNoteId, changes: { ...subject, Text: 'New.' } },
            base: { ...onCase, Text: 'Old.' },
          },
        ]),
      slowly,
    );
  });

  test('is removed at once, with undo', async () => {
    await showNotes(there);
    await press('Edit note: Old.');
    await textField();
    await press('Remove');
    await screen.findByText('No notes yet', {}, slowly);
    expect((await queued()).map(({ name }) => name)).toEqual(['subjectNotes.removeSubjectNote']);
    await press('Undo');
    await waitFor(async () => expect(await cards()).toEqual([`${episode.Title}EditOld.Waiting to be sent`]), slowly);
  });
});

test('a removal is undone while forty changes wait, which are worked out once for all of it', async () => {
  const clinic = await openClinic({ subjectNotes: [note(81, 'Old.')] });
  const waiting = Array.from({ length: 40 }, (_, at) => ({
    name: 'patients.update' as const,
    input: { id: PatientId, changes: { City: `City ${at}` } },
  }));
  await queueWrites(waiting);
  const predicted = vi.spyOn(predictions['patients.update'], 'apply');
  showSignedIn(clinic, <Notes />);
  await press('Edit note: Old.');
  await textField();
  await press('Remove');
  await screen.findByText('No notes yet', {}, slowly);
  await press('Undo');
  await screen.findByText('Old.', {}, slowly);
  const after = (await queued()).slice(waiting.length).map(({ name }) => name);
  expect(after).toEqual(['subjectNotes.removeSubjectNote', 'subjectNotes.createSubjectNote']);
  expect(predicted).toHaveBeenCalledTimes(waiting.length);
});

test('what was left half-filled opens by itself', async () => {
  const clinic = await openClinic();
  await saveDraft(recordKey(subjectNote, PatientId), {
    of: null,
    parent: PatientId,
    typed: { SubjectType: 'patient', SubjectId: PatientId, Text: 'Half a' },
  });
  showSignedIn(clinic, <Notes />);
  expect(await screen.findByDisplayValue('Half a', {}, slowly)).toBeTruthy();
});

test('alerts are those that count today, of the patient and of the one case', async () => {
  const alert = { IsAlert: true };
  const clinic = await openClinic({
    subjectNotes: [
      note(81, 'Hard of hearing.', alert),
      note(82, 'Walker.', { ...alert, ...onCase }),
      note(83, 'Other case.', { ...alert, SubjectType: 'case', SubjectId: testId(99) }),
      note(84, 'Over.', { ...alert, ExpiresOn: '2020-01-31' }),
      note(85, 'No alert.'),
    ],
  });
  const { unmount } = showSignedIn(clinic, <AlertNotes PatientId={PatientId} CaseId={episode.CaseId} />);
  expect(await cards('Alerts about the patient')).toEqual(['Walker.', 'Hard of hearing.']);
  unmount();
  showSignedIn(clinic, <AlertNotes PatientId={PatientId} />);
  expect(await cards('Alerts about the patient')).toEqual(['Other case.', 'Walker.', 'Hard of hearing.']);
});
