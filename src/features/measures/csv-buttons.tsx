import { Alert, Button, FileButton, Stack } from '@mantine/core';
import { useState } from 'react';
import { decodeText, notTextSentence } from '#contract/importer/decode.ts';
import { loadMeasurements } from '#local/reads/measures.ts';
import { readAll } from '#local/reads/reads.ts';
import { saveFile } from '#shared/save-file.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { measureCsv, readMeasureCsv, type BadRow, type MeasureFile } from './measure-csv.ts';
import { addMeasures } from './use-measures.ts';
import classes from './measures.module.css';

/** More than a thousand measures need. */
const mostBytes = 5_000_000;

type Chosen = { name: string; read: MeasureFile | { refused: string } };

/** The clinic's own measures as a file, and measures from one; nothing is imported before all of it is right. */
export function CsvButtons({ mayImport }: { mayImport: boolean }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function exportAll(): Promise<void> {
    try {
      const own = await readAll('evalMeasurements');
      saveFile('measures.csv', measureCsv(own), 'text/csv');
    } catch (error) {
      toastFailure(error, 'The file could not be written. Try again.');
    }
  }

  async function choose(file: File | null): Promise<void> {
    if (!file) return;
    try {
      setChosen({ name: file.name, read: await readFile(file) });
    } catch (error) {
      toastFailure(error, `${file.name} could not be read. Choose it again.`);
    }
  }

  async function run({ measures }: MeasureFile): Promise<void> {
    setBusy(true);
    await addMeasures(measures);
    setBusy(false);
    setChosen(null);
  }

  const file = chosen && 'measures' in chosen.read ? chosen.read : null;
  const isReady = file !== null && file.bad.length === 0 && file.measures.length > 0;
  return (
    <>
      <Button variant="default" onClick={() => void exportAll()}>
        Export CSV
      </Button>
      {mayImport && (
        <FileButton accept=".csv,text/csv" onChange={(one) => void choose(one)}>
          {(props) => (
            <Button {...props} variant="default">
              Import CSV
            </Button>
          )}
        </FileButton>
      )}
      <SideDrawer
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title="Import measures"
        footer={
          <>
            <Button variant="default" onClick={() => setChosen(null)}>
              {isReady ? 'Cancel' : 'Close'}
            </Button>
            {isReady && (
              <Button loading={isBusy} onClick={() => void run(file)}>
                {`Import ${countOf(file.measures.length)}`}
              </Button>
            )}
          </>
        }
      >
        {chosen && <Found of={chosen} />}
      </SideDrawer>
    </>
  );
}

async function readFile(file: File): Promise<Chosen['read']> {
  if (file.size > mostBytes) return { refused: 'The file is larger than 5 MB.' };
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null) return { refused: notTextSentence(file.name) };
  const { all } = await loadMeasurements();
  return readMeasureCsv(text, all);
}

const countOf = (count: number) => (count === 1 ? '1 measure' : `${count} measures`);

function Found({ of: { name, read } }: { of: Chosen }) {
  if ('refused' in read)
    return (
      <Alert color="red" title={`${name} was not imported`}>
        {read.refused}
      </Alert>
    );
  const { measures, bad, known } = read;
  return (
    <Stack gap="sm">
      {bad.length > 0 ? (
        <Alert color="red" title="Nothing was imported">
          {`${bad.length === 1 ? '1 row has a mistake' : `${bad.length} rows have mistakes`}. Correct the file, then choose it again.`}
        </Alert>
      ) : (
        <p className={classes.hint} role="status">
          {measures.length === 0 ? 'The file has nothing new.' : `${countOf(measures.length)} can be imported.`}
        </p>
      )}
      {known.length > 0 && (
        <p className={classes.hint}>
          {`${countOf(known.length)} with the same name and region ${known.length === 1 ? 'is' : 'are'} already in the library. ${known.length === 1 ? 'It stays as it is.' : 'They stay as they are.'}`}
        </p>
      )}
      {bad.length > 0 && <BadRows rows={bad} />}
    </Stack>
  );
}

function BadRows({ rows }: { rows: readonly BadRow[] }) {
  return (
    <ul className={classes.bad} aria-label="Rows with mistakes">
      {rows.map(({ line, name, reasons }) => (
        <li key={line}>
          {name === '' ? `Line ${line}` : `Line ${line}, “${name}”`}
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
