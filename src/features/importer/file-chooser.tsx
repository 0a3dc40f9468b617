import { Button, FileButton, Loader, Paper, Stack, Text } from '@mantine/core';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { type DragEvent, useState } from 'react';
import { Notice } from './notice.tsx';
import classes from './importer.module.css';

type Props = {
  disabled: boolean;
  /** Names of the files being read and checked, or null. */
  checking: string[] | null;
  problem: string | null;
  onChoose: (files: File[]) => void;
};

/** Dropping is the second way in; the button does the same by keyboard. */
export function FileChooser({ disabled, checking, problem, onChoose }: Props) {
  const [over, setOver] = useState(false);
  const blocked = disabled || checking !== null;

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!blocked) onChoose([...event.dataTransfer.files]);
  }

  return (
    <Stack gap="sm">
      <Paper
        withBorder
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!blocked);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {checking ? (
          <Stack align="center" gap={6} role="status">
            <Loader size="sm" aria-hidden />
            <Text fw={600}>Checking {checking.length === 1 ? checking[0] : `${checking.length} files`}</Text>
            <Text c="dimmed">Nothing is saved during the check.</Text>
          </Stack>
        ) : (
          <Stack align="center" gap={6}>
            <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
            <Text fw={600}>Drop CSV files here</Text>
            <Text c="dimmed" ta="center">
              A patient file, and optional payer and coverage files. Up to 20 files at once.
            </Text>
            <FileButton multiple accept=".csv,text/csv" onChange={(files) => onChoose(files)} disabled={blocked}>
              {(props) => (
                <Button {...props} variant="default" mt={6} disabled={blocked}>
                  Choose files
                </Button>
              )}
            </FileButton>
          </Stack>
        )}
      </Paper>
      {problem && (
        <Notice meaning="danger" title="These files were not accepted">
          {problem}
        </Notice>
      )}
    </Stack>
  );
}
