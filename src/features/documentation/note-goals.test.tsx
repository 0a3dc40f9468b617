import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { NoteId } from '#contract/base/ids.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { goalRow } from '#contract/testing/plans.ts';
import { noteRow, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { noteOfVisit } from '#local/reads/documentation.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { changedInAll, openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { NoteGoals } from './note-goals.tsx';
import { useNote } from './use-note.ts';

afterEach(() => lockDevice());

function Desk() {
  const note = useLiveValue(() => noteOfVisit(visit.VisitId), []);
  const id = NoteId.parse(visit.VisitId);
  const editing = useNote({ CaseId: visit.CaseId, NoteId: id, VisitId: visit.VisitId }, note);
  if (!editing.isRead) return null;
  const day = visit.Start.slice(0, 10);
  return <NoteGoals CaseId={visit.CaseId} NoteId={id} day={day} editing={editing} isReadOnly={false} actions={null} />;
}

const fresh = { ...goalRow, GoalId: testId(145) as typeof goalRow.GoalId, Number: null, Text: 'Carry a crate.' };
const key = (of: typeof goalRow, field: string) => cellKey('goal', of.GoalId, field);
const percent = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Percent of Goal 1' });

test('each goal is judged beside what was said of it last; what is no percentage stays typed and is not saved', async () => {
  const last = noteRow(
    {},
    {
      NoteId: NoteId.parse(testId(95)),
      VisitId: null,
      Cells: { [key(goalRow, 'Status')]: 'progressing', [key(goalRow, 'Percent')]: 40 },
      NoteDate: '2026-02-03',
      signedAt: stamp,
    },
  );
  showSignedIn(await openClinic({ goals: [goalRow, fresh], visitNotes: [last] }), <Desk />);
  const goals = within(await screen.findByRole('region', { name: 'Goals' }));
  expect((await goals.findAllByRole('listitem')).map((one) => one.querySelector('p')?.textContent)).toEqual([
    `Goal 1 ${goalRow.Text}`,
    'New goal Carry a crate.',
  ]);
  expect(goals.getByText('Last: Progressing, 40 %, 02/03/2026')).toBeTruthy();
  await userEvent.type(await percent(), '140');
  await userEvent.tab();
  expect(goals.getByText('Enter 0 to 100.')).toBeTruthy();
  expect((await percent()).value).toBe('140');
  await userEvent.click(goals.getByRole('combobox', { name: 'Status of New goal' }));
  await userEvent.click(await screen.findByRole('option', { name: 'New' }));
  await waitFor(async () => expect((await changedInAll()).changes).toMatchObject({ [key(fresh, 'Status')]: 'new' }));
  expect(await changedInAll()).not.toMatchObject({
    changes: { [key(goalRow, 'Percent')]: expect.anything() as number },
  });
  await userEvent.clear(await percent());
  await userEvent.type(await percent(), '60');
  expect(goals.queryByText('Enter 0 to 100.')).toBeNull();
  await userEvent.tab();
  await waitFor(async () =>
    expect((await changedInAll()).changes).toEqual({ [key(goalRow, 'Percent')]: 60, [key(fresh, 'Status')]: 'new' }),
  );
});
