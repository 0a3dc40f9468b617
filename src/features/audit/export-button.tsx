import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#shared/api.ts';
import { saveFile } from '#shared/save-file.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import type { AuditFilter } from './audit-filter.ts';

/** What the filters list, as a file; the export is in the log itself. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);

  async function exportLog(): Promise<void> {
    setBusy(true);
    try {
      const { filename, content, lines, isCut } = await call('audit.export', filter, { longestMs: 300_000 });
      saveFile(filename, content, 'text/csv');
      const many = lines.toLocaleString('en-US');
      toastDone(
        isCut
          ? `The first ${many} entries were exported. Choose a shorter period for the rest.`
          : `${many} entries were exported.`,
      );
    } catch (cause) {
      toastFailure(cause, 'The file did not download. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => void exportLog()}>
      Export CSV
    </Button>
  );
}
