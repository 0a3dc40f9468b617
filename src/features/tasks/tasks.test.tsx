import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examples } from '#contract/testing/records.ts';
import { episode, patient, stamp, testId } from '#contract/testing/rows.ts';
import { TaskId } from '#contract/tasks/ids.ts';
import { task, type Task } from '#contract/tasks/task.ts';
import { lockDevice } from '#local/store/device.ts';
import type { About } from '#shared/forms/draft-drawer.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import { answersTo } from '#shared/testing/answered.ts';
import { openClinic, queued, savedOnce, showSignedIn } from '#shared/testing/clinic.tsx';
import { TaskCounts } from './task-counts.tsx';
import { TaskDrawer, TasksPart } from './tasks-part.tsx';

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = {};
  answersTo(answers);
});
afterEach(() => lockDevice());

const { PatientId } = patient;
const slowly = { timeout: 15_000 };
const row = task.Row.parse(examples.tasks.row);
const make = (n: number, sentence: string, more: Partial<Task> = {}): Task => ({
  ...row,
  TaskId: TaskId.parse(testId(n)),
  CaseId: episode.CaseId,
  FacilityId: episode.FacilityId,
  sentence,
  ...more,
});
const colleague = { OwnerUserId: testId(55) as never, Owner: { UserId: testId(55) as never, Name: 'Fern Delacroix' } };
const done = { IsDone: true, doneAt: stamp, doneByUserId: testId(55) as never };

/** The tasks in their tab, and their form beside it. */
function Chart({ isOnTab = true }: { isOnTab?: boolean }) {
  const [opened, open] = useState<About<Task> | null>(null);
  return (
    <>
      {isOnTab && <TasksPart PatientId={PatientId} onOpen={open} />}
      <TaskDrawer PatientId={PatientId} opened={opened} onOpen={open} />
    </>
  );
}

const showCounts = async (tasks: Task[], filter: { FacilityId: string | null } = { FacilityId: null }) => {
  const clinic = await openClinic({ tasks });
  const gone: string[] = [];
  const of = { today: '2026-11-18', filter: { ...filter, ProviderIds: [] }, after: 1 };
  showSignedIn(clinic, <TaskCounts {...of} onNavigate={(path) => gone.push(path)} />);
  return { clinic, gone };
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }, slowly));
const listed = async (name: string) =>
  within(await screen.findByRole('list', { name }, slowly))
    .getAllByRole('listitem')
    .map((one) => one.textContent);

test('the count is of open tasks of the reader and of no one, due first; others on request', async () => {
  const { gone } = await showCounts([
    make(81, 'Later.', { dueOn: null }),
    make(82, 'Overdue.', { dueOn: '2026-11-01' }),
    make(83, 'Of another.', colleague),
    make(84, 'Done.', done),
  ]);
  await press(/^2 tasks/);
  expect((await listed('Tasks')).map((line) => /Overdue\.|Later\./.exec(line ?? '')?.[0])).toEqual([
    'Overdue.',
    'Later.',
  ]);
  expect((await listed('Tasks'))[0]).toContain('Due 11/01/2026 · For anyone');
  await userEvent.click(screen.getByRole('switch', { name: 'Show the tasks of others too' }));
  await waitFor(async () => expect((await listed('Tasks'))[1]).toContain('For Fern Delacroix'));
  const [first] = screen.getAllByRole('button', { name: /^Open chart/ });
  if (first) await userEvent.click(first);
  expect(gone).toEqual([`/patients/${PatientId}?tab=notes`]);
});

test('a task that is done leaves the list at once, and undo brings it back', async () => {
  await showCounts([make(81, 'Call.')]);
  await press(/^1 task/);
  await press(/^Done: .*Call\.$/);
  expect(await screen.findByText('No tasks for you.', {}, slowly)).toBeTruthy();
  expect(await queued()).toEqual([
    { name: 'tasks.updateTask', input: { id: testId(81), changes: { IsDone: true } }, base: { IsDone: false } },
  ]);
  await press('Undo');
  expect(await listed('Tasks')).toHaveLength(1);
});

test('tasks of another facility are not counted; without any, nothing is shown', async () => {
  const { clinic } = await showCounts([make(81, 'Elsewhere.')], { FacilityId: testId(99) });
  showSignedIn(clinic, <Chart />);
  expect(await listed('Tasks')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /^\d+ tasks?/ })).toBeNull();
});

test('a task is added in the chart for a colleague, once, and shown as theirs', async () => {
  answers['tasks.people'] = { people: [{ UserId: colleague.OwnerUserId, Name: 'Fern Delacroix' }] };
  const clinic = await openClinic();
  showSignedIn(clinic, <Chart />);
  expect(await screen.findByText('Nothing to do for this patient.', {}, slowly)).toBeTruthy();
  await press('New task');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Task' }, slowly), 'Order the brace.');
  await userEvent.click(screen.getByRole('combobox', { name: 'Assigned to' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Fern Delacroix' }, slowly));
  await savedOnce(clinic, 'Add task');
  expect(await queued()).toEqual([
    {
      name: 'tasks.createTask',
      input: {
        TaskId: expect.any(String),
        PatientId,
        CaseId: null,
        sentence: 'Order the brace.',
        OwnerUserId: colleague.OwnerUserId,
        dueOn: null,
        IsDone: false,
      },
      base: {},
    },
  ]);
  await waitFor(async () => expect((await listed('Tasks'))[0]).toContain('For a colleague'), slowly);
});

test('what was done is found in the chart, and opened again', async () => {
  showSignedIn(await openClinic({ tasks: [make(81, 'Call.', done)] }), <Chart />);
  await press('Done (1)');
  await press('Reopen: Call.');
  expect(await listed('Tasks')).toHaveLength(1);
  expect(await queued()).toMatchObject([{ input: { id: testId(81), changes: { IsDone: false } } }]);
});

test('a task that was left half-typed opens over any tab of the chart', async () => {
  answers['tasks.people'] = { people: [] };
  const clinic = await openClinic();
  const before = showSignedIn(clinic, <Chart />);
  await press('New task');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Task' }, slowly), 'Order the brace.');
  expect(await saveUnsaved()).toBe(true);
  before.unmount();
  showSignedIn(clinic, <Chart isOnTab={false} />);
  expect(await screen.findByDisplayValue('Order the brace.', {}, slowly)).toBeTruthy();
});
