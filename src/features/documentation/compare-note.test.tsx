import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { copiedFromKey } from '#contract/documentation/copied-sections.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { episode, noteRow, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { draftKeys } from '#local/drafts/drafts.ts';
import { parkedCalls, queueWrite } from '#local/outbox/outbox.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { watchCalls } from '#shared/testing/settled.ts';
import { CompareNote } from './compare-note.tsx';

afterEach(() => lockDevice());

const { VisitId } = visit;
const theirs = noteRow({ Subjective: 'Pain three of ten, none at rest.', Plan: 'Discharge.' });

/** A device whose text of two sections met other text, in two saves. */
async function conflicted() {
  const clinic = await openClinic({ visitNotes: [theirs] });
  const save = (changes: Record<string, string>, base: Record<string, string>) =>
    queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes }, base);
  await save({ Subjective: 'Pain two of ten.', Plan: 'Stairs.' }, { Subjective: 'Pain three of ten.', Plan: '' });
  await save({ Subjective: 'Pain two of ten. Slept well.' }, { Subjective: 'Pain two of ten.' });
  await park(clinic.device, 1, { current: theirs });
  await park(clinic.device, 2, { current: theirs });
  return clinic;
}

function compare(clinic: Awaited<ReturnType<typeof conflicted>>, readOnlyReason: string | null = null) {
  const onClose = vi.fn();
  const shown = showSignedIn(
    clinic,
    <CompareNote NoteId={theirs.NoteId} readOnlyReason={readOnlyReason} onClose={onClose} />,
  );
  return { onClose, ...shown };
}

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const pick = async (name: string, choice: string) =>
  userEvent.click((await region(name)).getByRole('radio', { name: choice }));
const saveAll = () => userEvent.click(screen.getByRole('button', { name: 'Save note' }));

test('both texts stand beside what they started from, with the words that differ marked', async () => {
  compare(await conflicted());
  const subjective = await region('Subjective');
  expect(subjective.getAllByRole('insertion').map((each) => each.textContent)).toEqual([
    ', none at rest',
    ' two',
    '. Slept well',
  ]);
  expect(subjective.getAllByRole('deletion').map((each) => each.textContent)).toEqual([' three']);
  expect(
    screen.getByText(/^Someone else, or you in another window, changed Subjective and Plan of this note first\./),
  ).toBeTruthy();
});

test('text that met what the same person wrote in another window says so, and not that someone else did', async () => {
  const clinic = await openClinic({ visitNotes: [noteRow({ Subjective: 'Pain.', Plan: 'Stairs.' })] });
  const save = (Subjective: string) =>
    queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes: { Subjective } }, { Subjective: 'Pain.' });
  // Both windows had the section open as it was; the first save is with the server by now.
  await save(theirs.Sections['Subjective'] ?? '');
  await save('Pain two of ten.');
  await mirrorRows(clinic.device, 'visitNotes', [theirs]);
  await clinic.device.outbox.calls.delete(1);
  await park(clinic.device, 2, { current: theirs });
  compare(clinic);
  expect(await screen.findByText(/^In another window you changed Subjective of this note first\./)).toBeTruthy();
  expect(screen.queryByText(/Someone else/)).toBeNull();
});

test('what is chosen is one save that starts from theirs and settles every refused one', async () => {
  const { onClose } = compare(await conflicted());
  await region('Plan');
  await saveAll();
  expect(await screen.findAllByText('Choose what to keep here.')).toHaveLength(2);
  expect(await queued()).toEqual([]);
  await pick('Subjective', 'Keep both: theirs, then mine');
  await pick('Plan', 'Keep theirs');
  await saveAll();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await queued()).toEqual([
    {
      name: 'documentation.save',
      input: {
        id: episode.CaseId,
        NoteId: VisitId,
        VisitId,
        changes: { Subjective: `${theirs.Sections['Subjective']}\n\nPain two of ten. Slept well.` },
      },
      base: { Subjective: theirs.Sections['Subjective'] },
    },
  ]);
  expect(await parkedCalls()).toEqual([]);
});

test('a text of my own is kept over a reload and saved as it was written', async () => {
  const clinic = await conflicted();
  const first = compare(clinic);
  await pick('Subjective', 'Write it myself');
  const typed = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Result for Subjective' });
  expect(typed.value).toBe(`${theirs.Sections['Subjective']}\n\nPain two of ten. Slept well.`);
  fireEvent.change(typed, { target: { value: 'Pain two to three of ten.' } });
  expect(await saveUnsaved()).toBe(true);
  first.unmount();
  compare(clinic);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Result for Subjective' })).value).toBe(
    'Pain two to three of ten.',
  );
  await pick('Plan', 'Keep mine');
  await saveAll();
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      {
        input: { changes: { Subjective: 'Pain two to three of ten.', Plan: 'Stairs.' } },
        base: { Subjective: theirs.Sections['Subjective'], Plan: 'Discharge.' },
      },
    ]),
  );
});

test('a page with nothing chosen, or nothing more, keeps no lock waiting', async () => {
  const clinic = await conflicted();
  const { unmount } = compare(clinic);
  await region('Plan');
  expect(await saveUnsaved()).toBe(true);
  await pick('Plan', 'Keep theirs');
  expect(await saveUnsaved()).toBe(true);
  unmount();
  compare(clinic);
  await waitFor(async () =>
    expect((await region('Plan')).getByRole<HTMLInputElement>('radio', { name: 'Keep theirs' }).checked).toBe(true),
  );
  expect(await saveUnsaved()).toBe(true);
});

test('a choice does not outlive the text it was made against', async () => {
  const clinic = await conflicted();
  compare(clinic);
  await pick('Subjective', 'Keep mine');
  const later = noteRow(
    { ...theirs.Sections, Subjective: 'Pain one of ten.' },
    { updated_at: '2026-11-18T09:00:00.000000+00:00' },
  );
  await mirrorRows(clinic.device, 'visitNotes', [later]);
  expect(await screen.findByText(/The note was changed again since you chose/)).toBeTruthy();
  const mine = (await region('Subjective')).getByRole<HTMLInputElement>('radio', { name: 'Keep mine' });
  expect(mine.checked).toBe(false);
});

test('theirs everywhere saves nothing; what was given up is on record', async () => {
  const { onClose } = compare(await conflicted());
  await pick('Subjective', 'Keep theirs');
  await pick('Plan', 'Keep theirs');
  await saveAll();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await queued()).map(({ name, input }) => [name, input['mid']])).toEqual([
    ['sync.recordDiscard', 1],
    ['sync.recordDiscard', 2],
  ]);
  expect(await parkedCalls()).toEqual([]);
});

test('a note that cannot be written any more shows both texts and offers nothing to save', async () => {
  compare(await conflicted(), 'This note is signed, so it can’t change.');
  expect(await screen.findByText(/This note is signed/)).toBeTruthy();
  expect((await region('Subjective')).queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save note' })).toBeNull();
});

test.each([
  ['Keep mine', 'documentation.save', 1],
  // Two are given up one after the other: until the last is, there is something to go on from.
  ['Keep theirs', 'sync.recordDiscard', 2],
])('what was chosen goes with the last call of it (%s)', async (choice, name, count) => {
  const clinic = await conflicted();
  compare(clinic);
  await pick('Subjective', choice);
  await pick('Plan', choice);
  expect(await saveUnsaved()).toBe(true);
  const typed = await draftKeys();
  expect(typed).toHaveLength(1);
  const settled = watchCalls(clinic.device);
  await saveAll();
  await waitFor(() => expect(settled).toHaveLength(count));
  expect(settled.map(({ gone }) => gone)).toEqual([...Array.from({ length: count - 1 }, () => []), typed]);
  expect(await queued()).toMatchObject(Array.from({ length: count }, () => ({ name })));
});

test('of a value that two wrote one stays, as the number that it is', async () => {
  const knee = cellKey('measure', testId(70), 'Value');
  const there = noteRow({}, { Cells: { [knee]: 120 } });
  const clinic = await openClinic({ visitNotes: [there] });
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes: { [knee]: 115 } }, { [knee]: 90 });
  await park(clinic.device, 1, { current: there });
  compare(clinic);
  const measure = await region('Measure, value');
  expect(measure.queryByRole('radio', { name: 'Write it myself' })).toBeNull();
  expect(screen.getByText(/^Someone else, or you in another window, changed Measures of this note/)).toBeTruthy();
  await pick('Measure, value', 'Keep mine');
  await saveAll();
  await waitFor(async () =>
    expect(await queued()).toMatchObject([{ input: { changes: { [knee]: 115 } }, base: { [knee]: 120 } }]),
  );
});

test('where my value came from is saved with it, and not with theirs', async () => {
  const [knee, kneeFrom] = [cellKey('measure', testId(70), 'Value'), cellKey('measure', testId(70), 'From')];
  const [hip, hipFrom] = [cellKey('measure', testId(71), 'Value'), cellKey('measure', testId(71), 'From')];
  const taken = { NoteId: testId(8), at: stamp };
  const there = noteRow({ Plan: 'p' }, { Cells: { [knee]: 120, [hip]: 20, [hipFrom]: null } });
  const clinic = await openClinic({ visitNotes: [there] });
  const changes = { [knee]: 115, [kneeFrom]: taken, [hip]: 25, [hipFrom]: taken, Plan: 'mine' };
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes }, { [knee]: 90, [hip]: 15, Plan: '' });
  await park(clinic.device, 1, { current: there });
  compare(clinic);
  const [first, second] = await screen.findAllByRole('region', { name: 'Measure, value' });
  if (!first || !second) throw new Error('Both values are asked about');
  await userEvent.click(within(first).getByRole('radio', { name: 'Keep mine' }));
  await userEvent.click(within(second).getByRole('radio', { name: 'Keep theirs' }));
  await pick('Plan', 'Keep mine');
  await saveAll();
  await waitFor(async () =>
    expect((await queued()).map(({ input, base }) => ({ changes: input['changes'], base }))).toEqual([
      { changes: { [knee]: 115, [kneeFrom]: taken, Plan: 'mine' }, base: { [knee]: 120, [kneeFrom]: null, Plan: 'p' } },
    ]),
  );
});

test('a value is called by the measure that it is of, and read with its unit', async () => {
  const of = { EvalMeasurementId: builtInId('rom.knee.flexion'), Side: 'L', Mode: 'active' } as const;
  const id = caseEvalMeasurementId({ CaseId: episode.CaseId, ...of });
  const row = { CaseEvalMeasurementId: id, CaseId: episode.CaseId, PatientId: episode.PatientId };
  const knee = cellKey('measure', id, 'Value');
  const there = noteRow({}, { Cells: { [knee]: 120 } });
  const more = { SortOrder: 0, deleted_at: null, updated_at: stamp };
  const clinic = await openClinic({ visitNotes: [there], caseEvalMeasurements: [{ ...row, ...of, ...more }] });
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes: { [knee]: 115 } }, { [knee]: 90 });
  await park(clinic.device, 1, { current: there });
  compare(clinic);
  const shown = await screen.findByRole('region', { name: 'Knee flexion, left, active' });
  expect(shown.textContent).toMatch(/90°.*120°.*115°/);
});

test('my copied text that takes the place of theirs is saved with where it was copied from', async () => {
  const clinic = await openClinic({ visitNotes: [theirs] });
  const origin = copiedFromKey('Plan');
  const From = { NoteId: testId(8), at: stamp };
  const changes = { Plan: 'Stairs.', [origin]: From } as never;
  await queueWrite('documentation.save', { id: episode.CaseId, VisitId, changes }, { Plan: '', [origin]: null });
  await park(clinic.device, 1, { current: theirs });
  compare(clinic);
  await pick('Plan', 'Keep mine');
  await saveAll();
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { input: { changes: { Plan: 'Stairs.', [origin]: From } }, base: { Plan: 'Discharge.', [origin]: null } },
    ]),
  );
});
