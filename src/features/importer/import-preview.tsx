import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { showDate } from '#contract/base/dates.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { Notice } from './notice.tsx';
import classes from './importer.module.css';
import { ProblemList } from './problem-list.tsx';
import type { ImportReply, ImportState } from './use-import.ts';

type Shown = Extract<ImportState, { reply: ImportReply }>;
type Props = { state: Shown; online: boolean; onImport: () => void; onStartOver: () => void };

/** What a dry run found, then what the import did. */
export function ImportPreview({ state, online, onImport, onStartOver }: Props) {
  const { reply } = state;
  return (
    <Stack gap="md">
      {state.step === 'done' && (
        <Notice meaning="done" title="Imported">
          Imported {plural(reply.counts.patients, 'patient')}. You can now find them by name. You can undo the import
          below while none of them is in use.
        </Notice>
      )}
      {state.step === 'preview' && state.problem && (
        <Notice meaning="danger" title="The import did not finish">
          {state.problem}
        </Notice>
      )}
      <Paper withBorder p="md">
        <h2 className={classes.part}>{state.step === 'done' ? 'Imported records' : 'Records to import'}</h2>
        <Counts reply={reply} leftOut={reply.problemCounts.errors} />
        <Text c="dimmed" size="sm" mt="sm">
          From {state.names.join(', ')}
        </Text>
      </Paper>
      {state.step === 'importing' && (
        <div role="status">
          <Text size="sm" mb={4}>
            Importing {plural(reply.counts.patients, 'patient')}. You can leave this screen. The import continues.
          </Text>
          <Progress value={100} animated aria-label="Importing" />
        </div>
      )}
      <Actions state={state} online={online} onImport={onImport} onStartOver={onStartOver} />
      <ProblemList problems={reply.problems} counts={reply.problemCounts} />
      {state.step !== 'done' && reply.preview.length > 0 && <FirstRows rows={reply.preview} />}
    </Stack>
  );
}

function Actions({ state, online, onImport, onStartOver }: Props) {
  if (state.step === 'done') {
    return (
      <Group>
        <Button variant="default" onClick={onStartOver}>
          Import more files
        </Button>
      </Group>
    );
  }
  const nothing = state.reply.counts.patients + state.reply.counts.payers + state.reply.counts.insurances === 0;
  return (
    <Group>
      <Button onClick={onImport} loading={state.step === 'importing'} disabled={!online || nothing}>
        Import {plural(state.reply.counts.patients, 'patient')}
      </Button>
      <Button variant="default" onClick={onStartOver} disabled={state.step === 'importing'}>
        Choose other files
      </Button>
      {nothing && <Text c="dimmed">There is nothing new in these files.</Text>}
      {!online && <Text c="dimmed">You are offline. You must be online to import.</Text>}
    </Group>
  );
}

function Counts({ reply, leftOut }: { reply: ImportReply; leftOut: number }) {
  const entries: [string, number][] = [
    ['Patients', reply.counts.patients],
    ['Payers', reply.counts.payers],
    ['Insurances', reply.counts.insurances],
    ['Already here', reply.counts.unchanged],
    ['Skipped rows', leftOut],
  ];
  return (
    <dl className={classes.counts}>
      {entries.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

type Row = ImportReply['preview'][number];
const previewColumns: Column<Row>[] = [
  { key: 'name', title: 'Name', cell: (row) => row.name },
  { key: 'birth', title: 'Birth date', cell: (row) => showDate(row.DateOfBirth) },
  { key: 'city', title: 'City', cell: (row) => row.city || '-', secondary: true },
  { key: 'payer', title: 'Payer', cell: (row) => row.payer || '-' },
];

function FirstRows({ rows }: { rows: Row[] }) {
  const shown = rows.slice(0, 10);
  return (
    <div>
      <h2 className={classes.part}>First rows as they will be saved</h2>
      <DataTable
        label="First rows"
        columns={previewColumns}
        rows={shown}
        rowKey={(row) => String(shown.indexOf(row))}
      />
    </div>
  );
}

function plural(count: number, word: string): string {
  return `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;
}
