import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CaseExerciseId, VisitId } from '#contract/base/ids.ts';
import { emptyCell, typedCell } from '#contract/flowsheet/cell-text.ts';
import { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { parseDose } from '#contract/flowsheet/parse-dose.ts';
import { VisitExercises, type VisitCell } from '#contract/flowsheet/visit-exercises.ts';
import { episode, noteRow, stamp, testId, visit } from '#contract/testing/rows.ts';
import { Visit } from '#contract/visits/visit.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { lockDevice } from '#local/store/device.ts';
import { park } from '#local/testing/park.ts';
import { openClinic, queued, showSignedIn, type Clinic } from '#shared/testing/clinic.tsx';
import { watchDrafts } from '#shared/testing/settled.ts';
import { VisitPage } from './visit-page.tsx';

afterEach(() => lockDevice());

const rowId = (n: number) => CaseExerciseId.parse(testId(200 + n));
const cell = (typed: string): VisitCell => typedCell(emptyCell, parseDose(typed)) ?? emptyCell;
const row = (n: number, Name: string, CPT_Code: string | null = '97110') =>
  CaseExercise.parse({
    CaseExerciseId: rowId(n),
    CaseId: episode.CaseId,
    PatientId: episode.PatientId,
    ExerciseId: null,
    Name,
    CPT_Code,
    Dose: null,
    Precaution: null,
    SortOrder: n,
    StoppedOn: null,
    updated_at: stamp,
  });
const rows = [row(1, 'Bridge'), row(2, 'Clamshell'), row(3, 'Heel raise', '97140')];
const lastVisit = Visit.parse({
  ...visit,
  VisitId: testId(90),
  Start: '2026-11-16T10:00',
  End: '2026-11-16T10:45',
  stage: 'billing',
});
const column = (of: Pick<Visit, 'VisitId'>, cells: Record<number, string>) =>
  VisitExercises.parse({
    VisitId: of.VisitId,
    CaseId: episode.CaseId,
    PatientId: episode.PatientId,
    FacilityId: visit.FacilityId,
    Cells: Object.fromEntries(Object.entries(cells).map(([n, typed]) => [rowId(Number(n)), cell(typed)])),
    updated_at: stamp,
  });
const signedLast = noteRow({ Plan: 'p' }, { VisitId: VisitId.parse(lastVisit.VisitId), signedAt: stamp });

const clinicWith = (more: object = {}) =>
  openClinic({
    visits: [visit, lastVisit],
    visitNotes: [noteRow({ Assessment: 'a', Plan: 'p' }), signedLast],
    caseExercises: rows,
    visitExercises: [column(lastVisit, { 1: '3x10', 2: '2x8 L' })],
    ...more,
  });

function open(clinic: Clinic) {
  showSignedIn(
    clinic,
    <VisitPage
      isComparing={false}
      onCompare={vi.fn()}
      care={{ opened: null, open: vi.fn(), close: vi.fn(), addGoal: vi.fn(), addPlan: vi.fn() }}
      onNavigate={vi.fn()}
      PatientId={visit.PatientId}
      VisitId={visit.VisitId}
      onBack={vi.fn()}
    />,
  );
}

const grid = () => screen.findByRole('grid', { name: 'Flowsheet' });
const today = async (name: string) => {
  const line = within(await grid()).getByRole('rowheader', { name: new RegExp(`^${name}`) }).parentElement;
  return within(line as HTMLElement).getAllByRole('gridcell')[0] as HTMLElement;
};
const savedCells = async () =>
  (await queued()).flatMap(({ name, input, base }) =>
    name === 'flowsheet.save' ? [{ cells: input['cells'], base }] : [],
  );

test('the last value is grey and no data; = takes it, for the column from its head', async () => {
  open(await clinicWith());
  const bridge = await today('Bridge');
  expect(bridge.textContent).toBe('Not recorded. Last: 3x10');
  (await grid()).focus();
  await userEvent.keyboard('{Control>}{ArrowUp}{/Control}=');
  await waitFor(async () => expect((await today('Bridge')).textContent).toBe('3x10'));
  expect((await today('Clamshell')).textContent).toBe('2x8 L');
  expect((await today('Heel raise')).textContent).toBe('');
  // The whole column is one step.
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(async () => expect((await today('Bridge')).textContent).toContain('Not recorded'));
});

test('a typed dose is drafted at once and queued with what the cell held', async () => {
  const clinic = await clinicWith();
  const drafts = watchDrafts(clinic.device);
  open(clinic);
  (await grid()).focus();
  await userEvent.keyboard('3x12');
  await waitFor(() => expect([...drafts]).toEqual([`flowsheet:${visit.VisitId}`]));
  await userEvent.keyboard('{Enter}');
  expect(await grid()).toBe(document.activeElement);
  expect((await today('Bridge')).textContent).toBe('3x12');
  await waitFor(async () =>
    expect((await savedCells()).at(-1)?.cells).toEqual([{ CaseExerciseId: rowId(1), Cell: cell('3x12') }]),
  );
  expect((await savedCells())[0]?.base).toEqual({ [rowId(1)]: null });
});

test('Escape gives back what was there, F2 edits it, Delete clears it', async () => {
  open(await clinicWith({ visitExercises: [column(visit, { 1: '3x10' })] }));
  (await grid()).focus();
  await userEvent.keyboard('5{Escape}');
  await waitFor(async () => expect((await today('Bridge')).textContent).toBe('3x10'));
  await userEvent.keyboard('{F2} L{Enter}');
  await waitFor(async () => expect((await today('Bridge')).textContent).toBe('3x10 L'));
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}{Delete}');
  await waitFor(async () => expect((await today('Bridge')).textContent).toBe(''));
});

test('what is no dose stays as typed, says why, and keeps the note from being signed', async () => {
  open(await clinicWith());
  (await grid()).focus();
  await userEvent.keyboard('felt good{Enter}{ArrowUp}');
  expect((await today('Bridge')).textContent).toContain('felt good');
  expect((await screen.findAllByText(/“felt” is not part of a dose/)).length).toBeGreaterThan(1);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(true);
});

test('a copied column is pasted from the cell on, and text that is too long is left out', async () => {
  open(await clinicWith());
  const sheet = await grid();
  sheet.focus();
  const text = `3x10\n${'y'.repeat(10_000)}\n5 min`;
  fireEvent.paste(sheet, { clipboardData: { getData: () => text } });
  await waitFor(async () => expect((await today('Bridge')).textContent).toBe('3x10'));
  expect((await today('Clamshell')).textContent).toContain('Not recorded');
  expect((await today('Heel raise')).textContent).toBe('5 min');
  expect(await screen.findByText(/It was not pasted/)).toBeTruthy();
});

test('Alt and an arrow changes the order within the code', async () => {
  open(await clinicWith());
  (await grid()).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(async () => {
    const moves = (await queued()).filter(({ name }) => name === 'flowsheet.updateCaseExercise');
    expect(moves.map(({ input, base }) => [input['id'], input['changes'], base])).toEqual([
      [rowId(1), { SortOrder: 2 }, { SortOrder: 1 }],
      [rowId(2), { SortOrder: 1 }, { SortOrder: 2 }],
    ]);
  });
});

test('+ adds an exercise, favorites first, or one with a name of its own', async () => {
  open(await clinicWith());
  (await grid()).focus();
  await userEvent.keyboard('+');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add exercise' }));
  await userEvent.type(dialog.getByLabelText('Exercise'), 'Ladder drill{ArrowDown}{Enter}');
  await waitFor(async () => {
    const [added] = (await queued()).filter(({ name }) => name === 'flowsheet.createCaseExercise');
    expect(added?.input).toMatchObject({
      CaseId: episode.CaseId,
      ExerciseId: null,
      Name: 'Ladder drill',
      SortOrder: 4,
    });
  });
});

test('cells that were not accepted are shown beside what is there, and decided', async () => {
  const clinic = await clinicWith({ visitExercises: [column(visit, { 1: '3x10' })] });
  const input = { id: visit.VisitId, cells: [{ CaseExerciseId: rowId(1), Cell: cell('3x15') }] };
  await queueWrite('flowsheet.save', input, { [rowId(1)]: null });
  await park(clinic.device, 1, { reason: 'Someone else changed 1 cell.' });
  open(clinic);
  expect(await screen.findByText('Bridge: yours 3x15, now 3x10')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save all mine' }));
  await waitFor(async () =>
    expect(await savedCells()).toEqual([{ cells: input.cells, base: { [rowId(1)]: cell('3x10') } }]),
  );
});

test('cells that were taken are not decided again, and one whose exercise was removed is told of and left out', async () => {
  const clinic = await clinicWith({ visitExercises: [column(visit, { 1: '3x10', 2: '2x20' })] });
  const typed = (n: number, text: string) => ({ CaseExerciseId: rowId(n), Cell: cell(text) });
  const input = { id: visit.VisitId, cells: [typed(1, '3x15'), typed(2, '2x15'), typed(9, '1x5')] };
  await queueWrite('flowsheet.save', input, { [rowId(1)]: null, [rowId(2)]: null, [rowId(9)]: null });
  // Of the second cell the server had taken mine; someone went on from it since.
  await park(clinic.device, 1, { current: column(visit, { 1: '3x10', 2: '2x15' }) });
  open(clinic);
  expect(await screen.findByText('Bridge: yours 3x15, now 3x10')).toBeTruthy();
  expect(screen.getByText('Removed exercise: yours 1x5. It can’t be saved.')).toBeTruthy();
  expect(screen.queryByText(/^Clamshell: yours/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save all mine' }));
  await waitFor(async () =>
    expect(await savedCells()).toEqual([{ cells: [typed(1, '3x15')], base: { [rowId(1)]: cell('3x10') } }]),
  );
});

test('where every exercise was removed, only the flowsheet can stay', async () => {
  const clinic = await clinicWith();
  const input = { id: visit.VisitId, cells: [{ CaseExerciseId: rowId(9), Cell: cell('1x5') }] };
  await queueWrite('flowsheet.save', input, { [rowId(9)]: null });
  await park(clinic.device, 1, { kind: 'not-found' });
  open(clinic);
  expect(await screen.findByText('Removed exercise: yours 1x5. It can’t be saved.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save all mine' })).toHaveProperty('disabled', true);
});

test('the flowsheet of a signed note is read only', async () => {
  const signed = noteRow({ Plan: 'p' }, { signedAt: stamp });
  open(await clinicWith({ visitNotes: [signed], visitExercises: [column(visit, { 1: '3x10' })] }));
  const sheet = await grid();
  expect(sheet.getAttribute('aria-readonly')).toBe('true');
  sheet.focus();
  await userEvent.keyboard('9{Enter}');
  expect((await today('Bridge')).textContent).toBe('3x10');
  expect(screen.queryByRole('button', { name: 'Add exercise' })).toBeNull();
});

test('an exercise of a signed visit keeps its name and code, and its plan may change', async () => {
  open(await clinicWith());
  await screen.findByRole('grid', { name: 'Flowsheet' });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit exercise' }));
  const name = await screen.findByRole('textbox', { name: 'Name' }, { timeout: 15_000 });
  await userEvent.clear(name);
  await userEvent.type(name, 'Squat');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A signed visit has this exercise. Stop it and add another.')).toBeTruthy();
  expect(await queued()).toEqual([]);
  await userEvent.clear(name);
  await userEvent.type(name, 'Bridge');
  await userEvent.type(screen.getByRole('textbox', { name: /^Planned dose/ }), '3x12');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await queued()).toMatchObject([
      { name: 'flowsheet.updateCaseExercise', input: { id: rowId(1), changes: { Dose: '3x12' } } },
    ]),
  );
});
