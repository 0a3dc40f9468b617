import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { CaseExerciseId } from '#contract/base/ids.ts';
import { CaseExercise } from '#contract/flowsheet/case-exercise.ts';
import { episode, stamp, testId, visit } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import type { Flowsheet } from '#local/reads/flowsheet.ts';
import { openClinic, showSignedIn } from '#shared/testing/clinic.tsx';
import { FlowsheetPanel } from './flowsheet-panel.tsx';
import { useFlowsheet } from './use-flowsheet.ts';

afterEach(() => lockDevice());

const many = 200;
const rows = Array.from({ length: many }, (_, at) =>
  CaseExercise.parse({
    CaseExerciseId: CaseExerciseId.parse(testId(1_000 + at)),
    CaseId: episode.CaseId,
    PatientId: episode.PatientId,
    ExerciseId: null,
    Name: `Exercise ${at + 1}`,
    CPT_Code: '97110',
    Dose: null,
    Precaution: null,
    SortOrder: at,
    StoppedOn: null,
    updated_at: stamp,
  }),
);

function Long({ length }: { length: number }) {
  const sheet: Flowsheet = { rows: rows.slice(0, length), cells: {}, earlier: [], last: null };
  const entry = useFlowsheet(visit, sheet);
  return (
    <FlowsheetPanel
      visit={visit}
      sheet={sheet}
      entry={entry}
      codes={[]}
      minutes={[]}
      isReadOnly={false}
      onMinutes={vi.fn()}
    />
  );
}

async function openGrid(length = many): Promise<HTMLElement> {
  showSignedIn(await openClinic(), <Long length={length} />);
  const grid = await screen.findByRole('grid', { name: 'Flowsheet' });
  grid.focus();
  return grid;
}

/** The numbers of the exercises that are drawn. */
const drawnIn = (grid: HTMLElement) =>
  [...grid.querySelectorAll<HTMLElement>('[data-exercise-row]')].map((row) =>
    Number(/^Exercise (\d+)/.exec(row.textContent)?.[1]),
  );
const atTabStop = (grid: HTMLElement) => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
function scrollTo(grid: HTMLElement, top: number): void {
  grid.scrollTop = top;
  fireEvent.scroll(grid);
}

test('a flowsheet of sixty rows is drawn whole', async () => {
  expect(drawnIn(await openGrid(60))).toHaveLength(60);
});

test('of a long one the rows in sight are drawn, and each says which of how many it is', async () => {
  const grid = await openGrid();
  expect(grid.getAttribute('aria-rowcount')).toBe('202');
  expect(drawnIn(grid).length).toBeLessThan(60);
  scrollTo(grid, 4_400);
  expect(drawnIn(grid)).toContain(101);
  const row = within(grid).getByRole('rowheader', { name: 'Exercise 101' }).parentElement;
  // The heads of the columns and of the code are the first two.
  expect(row?.getAttribute('aria-rowindex')).toBe('103');
  scrollTo(grid, 0);
  expect(drawnIn(grid)).toContain(1);
});

test('keys reach every row, drawn or not', async () => {
  const grid = await openGrid();
  await userEvent.keyboard('{Control>}{ArrowDown}{/Control}');
  expect(atTabStop(grid)?.dataset['row']).toBe(rows.at(-1)?.CaseExerciseId);
  await userEvent.keyboard('{PageUp}');
  expect(atTabStop(grid)?.dataset['row']).toBe(rows.at(-11)?.CaseExerciseId);
});

test('what is typed keeps the focus and its text when its row is scrolled out of sight', async () => {
  const grid = await openGrid();
  await userEvent.keyboard('{ArrowDown}3x1');
  const input = screen.getByRole('textbox', { name: 'Exercise 2, today' });
  scrollTo(grid, 6_000);
  expect(drawnIn(grid)).not.toContain(3);
  expect(drawnIn(grid)).toContain(140);
  expect(document.activeElement).toBe(input);
  await userEvent.keyboard('0');
  expect(input).toHaveProperty('value', '3x10');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(grid));
  expect(atTabStop(grid)?.dataset['row']).toBe(rows[2]?.CaseExerciseId);
});
