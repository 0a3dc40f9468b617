import { Group, Pagination, SegmentedControl, Text } from '@mantine/core';
import '@mantine/core/styles/Pagination.css';
import { useState } from 'react';
import type { ImportProblem } from '#contract/importer/endpoints.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import classes from './importer.module.css';
import type { ImportReply } from './use-import.ts';

const pageSize = 50;

type Props = { problems: ImportProblem[]; counts: ImportReply['problemCounts'] };

/** Rows that were left out or repaired, with file, line and reason; 50 a page. */
export function ProblemList({ problems, counts }: Props) {
  const [severity, setSeverity] = useState<'all' | ImportProblem['severity']>('all');
  const [page, setPage] = useState(1);
  if (problems.length === 0) return <Text c="dimmed">All rows are OK.</Text>;
  const shown = severity === 'all' ? problems : problems.filter((problem) => problem.severity === severity);
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const all = counts.errors + counts.warnings;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <h2 className={classes.part}>Problems</h2>
        <SegmentedControl
          size="xs"
          aria-label="Which problems"
          value={severity}
          onChange={(value) => {
            setSeverity(value as typeof severity);
            setPage(1);
          }}
          data={[
            { value: 'all', label: `All ${all.toLocaleString('en-US')}` },
            { value: 'error', label: `Skipped ${counts.errors.toLocaleString('en-US')}` },
            { value: 'warning', label: `Repaired ${counts.warnings.toLocaleString('en-US')}` },
          ]}
        />
      </Group>
      {all > problems.length && (
        <Text c="dimmed" size="sm" mb="xs">
          The first {problems.length.toLocaleString('en-US')} are listed. Fix them and choose the files again to see the
          rest.
        </Text>
      )}
      <DataTable
        label="Problems by row"
        columns={problemColumns}
        rows={shown.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={(problem) => `${problem.file}:${problem.line}:${problems.indexOf(problem)}`}
      />
      {pages > 1 && (
        <Pagination
          mt="xs"
          size="sm"
          total={pages}
          value={page}
          onChange={setPage}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </div>
  );
}

const problemColumns: Column<ImportProblem>[] = [
  {
    key: 'what',
    title: 'What',
    cell: ({ severity }) => (
      <MeaningBadge meaning={severity === 'error' ? 'danger' : 'needs'} quiet>
        {severity === 'error' ? 'Skipped' : 'Repaired'}
      </MeaningBadge>
    ),
  },
  { key: 'file', title: 'File', cell: ({ file }) => file, secondary: true },
  { key: 'line', title: 'Line', align: 'end', cell: ({ line }) => line },
  { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
];
