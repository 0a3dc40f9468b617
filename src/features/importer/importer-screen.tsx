import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useOnline } from '#shared/sync-state.ts';
import { OfflineNote } from '#shared/ui/offline-note/offline-note.tsx';
import { Page } from '#shared/ui/page/page.tsx';
import { EarlierImports } from './earlier-imports.tsx';
import { FileChooser } from './file-chooser.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useImport } from './use-import.ts';
import classes from './importer.module.css';

/** Patients from CSV files: choose, look at what would happen, import, take back. */
export function ImporterScreen() {
  const online = useOnline();
  const [turn, setTurn] = useState(0);
  const { state, choose, run, startOver } = useImport(() => setTurn((before) => before + 1));
  return (
    <Page title="Import patients">
      <Stack gap="lg" maw={960}>
        <p className={classes.lead}>
          Import patients, payers and insurance from CSV files. Nothing is saved before you review a preview.
        </p>
        {!online && (
          <OfflineNote>You are offline. You must be online to import. Everything else keeps working.</OfflineNote>
        )}
        {state.step === 'choose' || state.step === 'checking' ? (
          <FileChooser
            disabled={!online}
            checking={state.step === 'checking' ? state.names : null}
            problem={state.step === 'choose' ? state.problem : null}
            onChoose={choose}
          />
        ) : (
          <ImportPreview
            state={state}
            online={online}
            onImport={(answers) => run(state.names, state.reply, answers)}
            onStartOver={startOver}
          />
        )}
        <EarlierImports key={turn} online={online} />
      </Stack>
    </Page>
  );
}
