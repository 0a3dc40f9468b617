import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { builtInId, caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import type { Place } from '#contract/measures/place.ts';
import { episode, noteRow, patient, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { changedInAll, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { pressUndo } from '#shared/testing/undo.ts';
import { NoteText } from '../signed-note.tsx';
import { SignPanel } from '../sign-panel.tsx';
import { useNote } from '../use-note.ts';
import { MeasuresPart } from './measures-part.tsx';

afterEach(() => lockDevice());

function row(key: string, place: Place, SortOrder: number): CaseEvalMeasurement {
  const of = { EvalMeasurementId: builtInId(key), ...place };
  const { CaseId } = episode;
  return CaseEvalMeasurement.parse({
    ...of,
    CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId, ...of }),
    CaseId,
    PatientId: patient.PatientId,
    SortOrder,
    deleted_at: null,
    updated_at: stamp,
  });
}
const left = row('rom.knee.flexion', { Side: 'L', Mode: 'active' }, 0);
const right = row('rom.knee.flexion', { Side: 'R', Mode: 'active' }, 1);
const strength = row('strength.knee.extension', { Side: 'L', Mode: 'resisted' }, 2);
const value = ({ CaseEvalMeasurementId }: CaseEvalMeasurement, name = 'Value') =>
  cellKey('measure', CaseEvalMeasurementId, name);

const before = (n: number, NoteDate: string, Cells: VisitNote['Cells'], more: Partial<VisitNote> = {}) =>
  noteRow(
    {},
    { NoteId: NoteId.parse(testId(n)), VisitId: null, NoteDate, signedAt: `${NoteDate}T15:00:00Z`, Cells, ...more },
  );

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const id = NoteId.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  if (!editing.isRead) return null;
  return (
    <>
      <MeasuresPart visit={visit} NoteId={id} editing={editing} isReadOnly={false} />
      <SignPanel
        NoteId={id}
        CaseId={visit.CaseId}
        day={visit.Start.slice(0, 10)}
        visit={visit}
        discipline="PT"
        editing={editing}
        services={[]}
        flushCharges={() => Promise.resolve()}
        refusal={null}
      />
    </>
  );
}

async function open(notes: VisitNote[] = [], caseEvalMeasurements = [left, right, strength]) {
  const clinic = await openClinic({ visitNotes: notes, caseEvalMeasurements });
  showSignedIn(clinic, <Desk />);
  return clinic;
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const saves = async () => (await queued()).map(({ name, input }) => ({ name, changes: input['changes'] }));

test('both sides are typed at once: Enter goes on, and what is typed is saved as the number it is', async () => {
  await open();
  await userEvent.type(await field('Knee flexion, left, active'), '110{Enter}');
  expect(document.activeElement).toBe(await field('Knee flexion, right, active'));
  await userEvent.keyboard('135{Enter}4+');
  expect(document.activeElement).toBe(await field('Knee extension strength, left, resisted'));
  expect(await screen.findByText('Left less by 25°, 81% of the other side')).toBeTruthy();
  expect(screen.getByText('81% of 135°')).toBeTruthy();
  await userEvent.tab();
  // One number may be saved in two pieces where typing takes its time: the last word of each counts.
  await waitFor(async () =>
    expect((await changedInAll()).changes).toEqual({
      [value(left)]: 110,
      [value(right)]: 135,
      [value(strength)]: '4+',
    }),
  );
});

test('the last signed value, the change since the evaluation and the trend stand beside it', async () => {
  await open([
    before(80, '2026-10-01', { [value(left)]: 90 }, { NoteType: 'eval' }),
    before(81, '2026-11-01', { [value(left)]: 105 }),
    before(82, '2026-11-10', { [value(left)]: 140 }, { signedAt: null }),
  ]);
  await userEvent.type(await field('Knee flexion, left, active'), '120');
  const line = within(await screen.findByRole('group', { name: 'Knee flexion, active' }));
  expect(line.getByText('Last 105° on 11/01/2026')).toBeTruthy();
  expect(line.getByText('Since evaluation: better by 30°.')).toBeTruthy();
  expect(
    line.getByRole('img', { name: /over time: 10\/01\/2026 90°, 11\/01\/2026 105°, 11\/18\/2026 120°/ }),
  ).toBeTruthy();
});

test('an equals sign takes the last value, on record as taken over; another value is one’s own again', async () => {
  await open([before(81, '2026-11-01', { [value(left)]: 105 })]);
  const input = await field('Knee flexion, left, active');
  await userEvent.type(input, '=');
  expect(input.value).toBe('105');
  expect(await screen.findByText('Copied from there')).toBeTruthy();
  await userEvent.tab();
  await waitFor(async () =>
    expect(await saves()).toMatchObject([
      { changes: { [value(left)]: 105, [value(left, 'From')]: { NoteId: testId(81) } } },
    ]),
  );
  await userEvent.type(input, '{Backspace}{Backspace}{Backspace}110');
  await userEvent.tab();
  await waitFor(async () =>
    expect((await changedInAll()).changes).toEqual({ [value(left)]: 110, [value(left, 'From')]: null }),
  );
});

test('what is no value is kept as typed, says why once it is left, and keeps the note from being signed', async () => {
  await open([noteRow({ Subjective: 's', Objective: 'o', Assessment: 'a', Plan: 'p' })]);
  const input = await field('Knee flexion, left, active');
  await userEvent.type(input, '12o');
  expect(input.getAttribute('aria-invalid')).not.toBe('true');
  await userEvent.tab();
  const problem = 'Enter a whole number from -90 to 270 (°).';
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(input.value).toBe('12o');
  expect(screen.getByText(new RegExp(`Knee flexion, left, active: ${problem.replace(/[()]/g, '.')}`))).toBeTruthy();
  await waitFor(async () => expect((await changedInAll()).changes).toEqual({ [value(left)]: '12o' }));
  await userEvent.type(input, '{Backspace}0');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(screen.queryByText(/Knee flexion, left, active:/)).toBeNull();
  // What is still being saved at the end would come into the clinic of the next test.
  await waitFor(async () => expect((await changedInAll()).changes).toEqual({ [value(left)]: 120 }));
});

test('pain, why it was not tested and a comment stand behind More, and stay in sight once said', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'More about Knee flexion, active' }));
  await userEvent.type(await field('Reason not tested, Knee flexion, right, active'), 'refused');
  await userEvent.tab();
  await waitFor(async () => expect((await changedInAll()).changes).toEqual({ [value(right, 'NotTested')]: 'refused' }));
  expect(screen.queryByRole('button', { name: 'More about Knee flexion, active' })).toBeNull();
  await userEvent.type(await field('Knee flexion, right, active'), '100');
  await userEvent.tab();
  expect(await screen.findByText('Enter a value or a reason for not testing, not both.')).toBeTruthy();
});

test('the catalog is searched, and what is ticked comes to the case on both sides', async () => {
  await open([], []);
  await userEvent.click(await screen.findByRole('button', { name: 'Add measures' }));
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search measures' }));
  await userEvent.keyboard('knee flex');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Knee flexion, active' }));
  await field('Knee flexion, left, active');
  await field('Knee flexion, right, active');
  const of = ({ CaseEvalMeasurementId, EvalMeasurementId, Side, Mode }: CaseEvalMeasurement) => ({
    CaseEvalMeasurementId,
    EvalMeasurementId,
    Side,
    Mode,
  });
  expect(await queued()).toMatchObject([
    { name: 'documentation.saveMeasures', input: { id: episode.CaseId, add: [of(left), of(right)] } },
  ]);
  await userEvent.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add measures' })));
});

test('a speech therapist finds what has no side in the catalog, and writes its percentage', async () => {
  await open([], []);
  await userEvent.click(await screen.findByRole('button', { name: 'Add measures' }));
  await userEvent.keyboard('intelligib');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Speech intelligibility' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close catalog' }));
  await userEvent.type(await field('Speech intelligibility'), '65');
  await userEvent.tab();
  await waitFor(async () => expect(Object.values((await changedInAll()).changes)).toEqual([65]));
});

test('what is removed takes its values of this note along, and comes back with them', async () => {
  await open([noteRow({}, { Cells: { [value(left)]: 110, [value(left, 'Pain')]: 3 } })]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Knee flexion, active' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Knee flexion, active' })).toBeNull());
  await pressUndo();
  await waitFor(async () => expect((await field('Knee flexion, left, active')).value).toBe('110'));
  const rows = [left, right].map(({ CaseEvalMeasurementId }) => CaseEvalMeasurementId);
  await waitFor(async () => expect(await queued()).toHaveLength(4));
  expect((await queued()).map(({ input }) => input)).toMatchObject([
    { changes: { [value(left)]: null, [value(left, 'Pain')]: null } },
    { remove: rows, add: [] },
    { remove: [], add: rows.map((CaseEvalMeasurementId) => ({ CaseEvalMeasurementId })) },
    { changes: { [value(left)]: 110, [value(left, 'Pain')]: 3 } },
  ]);
});

test('one that somebody else removed stays in sight while this note has its value', async () => {
  const clinic = await open([noteRow({}, { Cells: { [value(strength)]: '4+' } })]);
  await field('Knee extension strength, left, resisted');
  await mirrorRows(clinic.device, 'caseEvalMeasurements', [{ ...strength, deleted_at: stamp }]);
  expect(await screen.findByText('Removed from the case')).toBeTruthy();
  expect((await field('Knee extension strength, left, resisted')).readOnly).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Add Knee extension strength, resisted again' }));
  await waitFor(() => expect(screen.queryByText('Removed from the case')).toBeNull());
});

test('a note that is read tells its measures by name, and nothing of those it says nothing of', async () => {
  const Cells = {
    [value(left)]: 110,
    [value(left, 'Pain')]: 3,
    [value(right, 'NotTested')]: 'refused',
    [value(strength)]: null,
  };
  const note = noteRow({}, { signedAt: stamp, Cells });
  const clinic = await openClinic({ visitNotes: [note], caseEvalMeasurements: [left, right, strength] });
  showSignedIn(clinic, <NoteText note={note} signers={undefined} />);
  const measured = await screen.findByText('Knee flexion, left, active');
  expect(measured.nextElementSibling?.textContent).toBe('110°, pain 3/10');
  expect(screen.getByText('Not tested: refused')).toBeTruthy();
  expect(screen.queryByText(/Knee extension strength/)).toBeNull();
});
