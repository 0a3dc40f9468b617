import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PatientId } from '#contract/base/ids.ts';
import type { ChartFile } from '#contract/files/endpoints.ts';
import { fileCategories } from '#contract/files/file.ts';
import { call } from '#shared/api.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useFetched } from '#shared/hooks/use-fetched.ts';
import { saveFile } from '#shared/save-file.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { FetchedPart } from '#shared/ui/fetched/fetched.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import lines from '#shared/ui/lines/lines.module.css';
import classes from './files.module.css';

/** The files of a chart: photos are shown here, documents are downloaded. Each look is in the audit log. */
export function FilesTab({ PatientId }: { PatientId: PatientId }) {
  const fetched = useFetched(() => call('files.list', { id: PatientId }));
  const [shown, show] = useState<{ name: string; url: string } | null>(null);
  const url = shown?.url;
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return (
    <section aria-label="Files">
      <FetchedPart of={fetched} what="files" rows={4}>
        {({ files }) =>
          files.length === 0 ? (
            <EmptyState title="No files yet">
              Forms that the patient sends, with card photos and signed consents, are added here.
            </EmptyState>
          ) : (
            <ul className={lines.list} aria-label="Files of this chart">
              {files.map((file) => (
                <FileLine key={file.FileId} file={file} onShow={show} />
              ))}
            </ul>
          )
        }
      </FetchedPart>
      <SideDrawer opened={shown !== null} onClose={() => show(null)} title={shown?.name ?? 'Photo'} size={560}>
        {shown && <img className={classes.photo ?? ''} src={shown.url} alt={shown.name} />}
      </SideDrawer>
    </section>
  );
}

type LineProps = { file: ChartFile; onShow(shown: { name: string; url: string }): void };

function FileLine({ file, onShow }: LineProps) {
  const { FileVersionId, Name, Category, MediaType, Bytes, createdAt } = file;
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const isPhoto = MediaType !== 'application/pdf';
  const word = isPhoto ? 'View' : 'Download';

  async function open(): Promise<void> {
    setBusy(true);
    try {
      const { url } = await call('files.download', { id: FileVersionId });
      const { filename, content } = await call('files.content', { token: url.split('/').at(-1) ?? '' });
      if (isPhoto) onShow({ name: Name, url: URL.createObjectURL(new Blob([content], { type: MediaType })) });
      else saveFile(filename, content, MediaType);
    } catch (error) {
      toastFailure(error, 'The file could not be opened. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className={lines.line}>
      <div className={lines.text}>
        <p className={lines.name}>{Name}</p>
        <p className={lines.quiet}>
          {fileCategories[Category]}, added {showMoment(new Date(createdAt))}, {sizeOf(Bytes)}
        </p>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={isBusy}
        disabled={!isOnline}
        aria-label={`${word} ${Name}`}
        onClick={() => void open()}
      >
        {word}
      </Button>
    </li>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
