import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import { reachRow, stepDownRow } from '#contract/testing/measures.ts';
import { episode, noteRow, patient, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirrorRows } from '#local/testing/device.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { changedInAll, openClinic, queued, showSignedIn } from '#shared/testing/clinic.tsx';
import { NoteText } from '../signed-note.tsx';
import { useNote } from '../use-note.ts';
import { MeasuresPart } from './measures-part.tsx';

afterEach(() => lockDevice());

const of = { EvalMeasurementId: reachRow.EvalMeasurementId, Side: 'L', Mode: null } as const;
const left = CaseEvalMeasurement.parse({
  ...of,
  CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId: episode.CaseId, ...of }),
  CaseId: episode.CaseId,
  PatientId: patient.PatientId,
  SortOrder: 0,
  deleted_at: null,
  updated_at: stamp,
});
const reach = cellKey('measure', left.CaseEvalMeasurementId, 'Value');
const evalMeasurements = [reachRow, { ...stepDownRow, Inactive: true }];

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const id = NoteId.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  return editing.isRead && <MeasuresPart visit={visit} NoteId={id} editing={editing} isReadOnly={false} />;
}

const before = (n: number, NoteDate: string, Value: number, NoteType: 'eval' | 'daily' = 'daily') =>
  noteRow(
    {},
    {
      NoteId: NoteId.parse(testId(n)),
      VisitId: null,
      NoteDate,
      NoteType,
      signedAt: `${NoteDate}T15:00:00Z`,
      Cells: { [reach]: Value },
    },
  );

test('a clinic’s own measure has its last value, its trend and its cutoff as a built-in has', async () => {
  const visitNotes = [before(80, '2026-10-01', 40, 'eval'), before(81, '2026-11-01', 45)];
  showSignedIn(await openClinic({ evalMeasurements, visitNotes, caseEvalMeasurements: [left] }), <Desk />);
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Anterior reach, left' });
  await userEvent.type(input, '48.5 cm');
  await userEvent.tab();
  const line = within(await screen.findByRole('group', { name: 'Anterior reach' }));
  expect(line.getByText('Last 45 cm on 11/01/2026')).toBeTruthy();
  expect(line.getByText(/Since evaluation: better by 8.5 cm, at least the MDC of 3.5 cm/)).toBeTruthy();
  expect(line.getByText('Ankle sprain risk (under 50 cm).')).toBeTruthy();
  expect(line.getByRole('img', { name: /10\/01\/2026 40 cm, 11\/01\/2026 45 cm, 11\/18\/2026 48.5 cm/ })).toBeTruthy();
  await waitFor(async () => expect((await changedInAll()).changes).toEqual({ [reach]: 48.5 }));
  await userEvent.clear(input);
  await userEvent.type(input, '48.2');
  await userEvent.tab();
  expect(await screen.findByText('Enter a number from 0 to 150, in steps of 0.5 (cm).')).toBeTruthy();
});

test('own measures stand in the catalog of a note, without those that are not in use any more', async () => {
  showSignedIn(await openClinic({ evalMeasurements }), <Desk />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add measures' }));
  await userEvent.keyboard('step-down');
  expect(await screen.findByText('Nothing in the catalog matches.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search measures' }));
  await userEvent.keyboard('anterior reach');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Anterior reach' }));
  await screen.findByRole('textbox', { name: 'Anterior reach, right' });
  const [sent] = await queued();
  expect(sent).toMatchObject({ name: 'documentation.saveMeasures' });
  expect(sent?.input['add']).toHaveLength(2);
});

test('one that became inactive stays in its cases, and a measure that arrives is there without a reload', async () => {
  const clinic = await openClinic({ caseEvalMeasurements: [left] });
  showSignedIn(clinic, <Desk />);
  await screen.findByText('No measures in this case yet');
  await mirrorRows(clinic.device, 'evalMeasurements', [{ ...reachRow, Inactive: true }]);
  expect(await screen.findByRole('textbox', { name: 'Anterior reach, left' })).toBeTruthy();
});

test('a signed note tells an own measure by its name and unit', async () => {
  const note = noteRow({}, { signedAt: stamp, Cells: { [reach]: 61.5 } });
  const clinic = await openClinic({ evalMeasurements, visitNotes: [note], caseEvalMeasurements: [left] });
  showSignedIn(clinic, <NoteText note={note} signers={undefined} />);
  expect((await screen.findByText('Anterior reach, left')).nextElementSibling?.textContent).toBe('61.5 cm');
});
