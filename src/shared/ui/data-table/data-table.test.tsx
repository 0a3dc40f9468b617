import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { DataTable } from './data-table.tsx';

type Row = { code: string; locked?: boolean };
const rows: Row[] = [{ code: '97110' }, { code: '97112', locked: true }, { code: '97140' }];

function table(onOpen?: (row: Row) => void) {
  show(
    <DataTable
      label="Services"
      rows={rows}
      rowKey={(row) => row.code}
      {...(onOpen ? { onOpen } : {})}
      columns={[
        { key: 'code', title: 'Code', cell: (row) => row.code },
        {
          key: 'minutes',
          title: 'Minutes',
          cell: (row) => <input aria-label={`Minutes ${row.code}`} disabled={row.locked} />,
        },
        { key: 'note', title: 'Note', cell: (row) => <textarea aria-label={`Note ${row.code}`} /> },
      ]}
    />,
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('Enter moves to the same column of the next row, Shift+Enter back, past rows that cannot be written', async () => {
  table();
  await userEvent.click(screen.getByLabelText('Minutes 97110'));
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('Minutes 97140');
  await userEvent.keyboard('{Enter}');
  expect(focused()).toBe('Minutes 97140');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  expect(focused()).toBe('Minutes 97110');
});

test('a text area keeps Enter for its own lines', async () => {
  table();
  await userEvent.click(screen.getByLabelText('Note 97110'));
  await userEvent.keyboard('a{Enter}b');
  expect(screen.getByLabelText('Note 97110')).toHaveProperty('value', 'a\nb');
});

test('a row opens by its first cell and by a click, not by a click into a field', async () => {
  const open = vi.fn();
  table(open);
  await userEvent.click(screen.getByLabelText('Minutes 97110'));
  expect(open).not.toHaveBeenCalled();
  screen.getByRole('button', { name: '97140' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('97112');
  await userEvent.keyboard('{Enter}');
  expect(open.mock.calls).toEqual([[rows[1]]]);
});
