import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { AlikeRows, type WhoIsWho } from './alike-rows.tsx';
import { Notice } from './notice.tsx';
import classes from './importer.module.css';
import { ProblemList } from './problem-list.tsx';
import type { ImportReply, ImportState } from './use-import.ts';

type Shown = Extract<ImportState, { reply: ImportReply }>;
type Props = { state: Shown; online: boolean; onImport: (answers: WhoIsWho) => void; onStartOver: () => void };

/** What a dry run found, then what the import did. */
export function ImportPreview({ state, online, onImport, onStartOver }: Props) {
  const { reply } = state;
  const [answers, setAnswers] = useState<WhoIsWho>(new Map());
  const others = [...answers.values()].filter((answer) => answer === 'other').length;
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
      {state.step !== 'done' && reply.alike.length > 0 && (
        <AlikeRows
          rows={reply.alike}
          count={reply.alikeCount}
          answers={answers}
          onAnswer={setAnswers}
          isDisabled={state.step === 'importing'}
        />
      )}
      <Actions
        state={state}
        online={online}
        patients={reply.counts.patients + others}
        isAnswered={answers.size > 0}
        onImport={() => onImport(answers)}
        onStartOver={onStartOver}
      />
      <ProblemList problems={reply.problems} counts={reply.problemCounts} />
      {state.step !== 'done' && reply.preview.length > 0 && <FirstRows rows={reply.preview} />}
    </Stack>
  );
}

type ActionProps = {
  state: Shown;
  online: boolean;
  /** New ones, with those who were said to be other people. */
  patients: number;
  isAnswered: boolean;
  onImport: () => void;
  onStartOver: () => void;
};

function Actions({ state, online, patients, isAnswered, onImport, onStartOver }: ActionProps) {
  if (state.step === 'done') {
    return (
      <Group>
        <Button variant="default" onClick={onStartOver}>
          Import more files
        </Button>
      </Group>
    );
  }
  const { payers, insurances } = state.reply.counts;
  const nothing = patients + payers + insurances === 0 && !isAnswered;
  return (
    <Group>
      <Button onClick={onImport} loading={state.step === 'importing'} disabled={!online || nothing}>
        Import {plural(patients, 'patient')}
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
