import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { showDate, showTime, wallTimeIn } from '#contract/base/dates.ts';
import { AppError } from '#contract/base/errors.ts';
import type { ImportBatch } from '#contract/importer/endpoints.ts';
import { call } from '#shared/api.ts';
import { DataTable, type Column } from '#shared/ui/data-table/data-table.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './importer.module.css';

type Loaded = { batches: ImportBatch[] | null; problem: string | null };

/** Imports made before, newest first, each to be taken back while that is possible. */
export function EarlierImports({ online }: { online: boolean }) {
  const [{ batches, problem }, setLoaded] = useState<Loaded>({ batches: null, problem: null });
  const [asking, setAsking] = useState<ImportBatch | null>(null);

  const load = useCallback(
    () =>
      call('importer.batches', {}).then(
        ({ batches }) => setLoaded({ batches, problem: null }),
        (error: unknown) =>
          setLoaded((before) => ({
            ...before,
            problem: error instanceof Error ? error.message : 'The server did not answer.',
          })),
      ),
    [],
  );
  useEffect(() => {
    if (online) void load();
  }, [online, load]);

  return (
    <section aria-labelledby="earlier-imports">
      <h2 className={classes.part} id="earlier-imports">
        Earlier imports
      </h2>
      {problem && (
        <Group role="alert" mb="xs">
          <Text c="var(--ms-danger)">Earlier imports could not be loaded. {problem}</Text>
          <Button size="compact-sm" variant="default" onClick={() => void load()}>
            Try again
          </Button>
        </Group>
      )}
      {batches === null && online && !problem && <LoadingSkeleton label="Loading earlier imports" rows={2} />}
      {batches === null && !online && <Text c="dimmed">The list of earlier imports is on the server.</Text>}
      {batches?.length === 0 && (
        <Text c="dimmed">No import has been made yet. Choose files above to make the first.</Text>
      )}
      {batches && batches.length > 0 && <BatchTable batches={batches} online={online} onUndo={setAsking} />}
      <UndoDialog batch={asking} onClose={() => setAsking(null)} onUndone={load} />
    </section>
  );
}

type BatchTableProps = { batches: ImportBatch[]; online: boolean; onUndo: (batch: ImportBatch) => void };

function BatchTable({ batches, online, onUndo }: BatchTableProps) {
  return (
    <DataTable
      label="Imports, newest first"
      columns={columnsFor(online, onUndo)}
      rows={batches}
      rowKey={(batch) => batch.ImportBatchId}
    />
  );
}

function columnsFor(online: boolean, onUndo: BatchTableProps['onUndo']): Column<ImportBatch>[] {
  return [
    { key: 'when', title: 'When', cell: (batch) => showMoment(batch.createdAt) },
    { key: 'who', title: 'Who', cell: (batch) => batch.createdBy, secondary: true },
    { key: 'files', title: 'Files', cell: (batch) => batch.files.join(', '), secondary: true },
    {
      key: 'patients',
      title: 'Patients',
      align: 'end',
      cell: (batch) => batch.counts.patients.toLocaleString('en-US'),
    },
    { key: 'problems', title: 'Problems', align: 'end', cell: (batch) => batch.problemCount.toLocaleString('en-US') },
    { key: 'undo', title: 'Undo', cell: (batch) => <UndoCell batch={batch} online={online} onUndo={onUndo} /> },
  ];
}

function UndoCell({
  batch,
  online,
  onUndo,
}: {
  batch: ImportBatch;
  online: boolean;
  onUndo: (batch: ImportBatch) => void;
}) {
  if (batch.undoneAt)
    return (
      <MeaningBadge meaning="past" quiet>
        Undone {showMoment(batch.undoneAt)}
      </MeaningBadge>
    );
  if (batch.undoBlocked)
    return (
      <Text size="sm" c="dimmed">
        {batch.undoBlocked}
      </Text>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!online}
      onClick={() => onUndo(batch)}
      aria-label={`Undo the import of ${batch.counts.patients} patients`}
    >
      Undo
    </Button>
  );
}

function UndoDialog({
  batch,
  onClose,
  onUndone,
}: {
  batch: ImportBatch | null;
  onClose: () => void;
  onUndone: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function undo(found: ImportBatch) {
    setBusy(true);
    setProblem(null);
    try {
      const { removed } = await call('importer.undo', { id: found.ImportBatchId });
      toastDone(`Import undone. ${removed.patients.toLocaleString('en-US')} patients removed.`);
      onClose();
      await onUndone();
    } catch (error) {
      setProblem(
        error instanceof AppError ? error.message : 'The server did not answer. Nothing was changed. Try again.',
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      opened={batch !== null}
      onClose={onClose}
      title="Undo this import?"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text>
          This removes {batch?.counts.patients.toLocaleString('en-US')} patients,{' '}
          {batch?.counts.insurances.toLocaleString('en-US')} insurances and{' '}
          {batch?.counts.payers.toLocaleString('en-US')} payers. Your files don’t change, so you can import them again.
        </Text>
        {problem && (
          <Text c="var(--ms-danger)" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Keep import
          </Button>
          <Button color="red.7" loading={busy} onClick={() => batch && void undo(batch)}>
            Undo import
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function showMoment(instant: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wall = wallTimeIn(zone, new Date(instant));
  return `${showDate(wall)} ${showTime(wall)}`;
}
