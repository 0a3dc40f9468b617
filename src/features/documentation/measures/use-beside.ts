import type { CaseId, NoteId } from '#contract/base/ids.ts';
import { nothingBeside, type Beside } from '#contract/documentation/beside.ts';
import type { NoteRow } from '#contract/documentation/note-field.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import { wrongMeasures } from '#contract/measures/wrong-measures.ts';
import { loadMeasurements, measuresOfCase } from '#local/reads/measures.ts';
import { useLive } from '#shared/hooks/use-live.ts';

/** What stands beside a note and keeps it from being signed, judged as the server does, or why that is not known. */
export function useBeside({ CaseId, NoteId }: { CaseId: CaseId; NoteId: NoteId }, note: NoteRow): Beside | string {
  const isMeasured = measuredRows(note.Cells).size > 0;
  const live = useLive(async () => (isMeasured ? await readMeasures(CaseId) : null), [CaseId, isMeasured]);
  if (!isMeasured) return nothingBeside;
  if (live.state === 'failed') return 'The measures could not be loaded. Reload the page to try again.';
  if (live.state === 'loading' || live.value === null) return 'The measures are still loading.';
  const { rows, measurementOf } = live.value;
  return { ...nothingBeside, wrongMeasures: wrongMeasures({ NoteId, Cells: note.Cells }, rows, measurementOf) };
}

async function readMeasures(CaseId: CaseId) {
  return { rows: await measuresOfCase(CaseId), measurementOf: (await loadMeasurements()).of };
}
