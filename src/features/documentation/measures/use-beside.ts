import type { CaseId, NoteId } from '#contract/base/ids.ts';
import { nothingBeside, type Beside } from '#contract/documentation/beside.ts';
import type { NoteRow } from '#contract/documentation/note-field.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import { wrongMeasures } from '#contract/measures/wrong-measures.ts';
import { measuresOfCase } from '#local/reads/measures.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useMeasurements } from './use-measurements.ts';

/** What stands beside a note and keeps it from being signed, judged as the server does; null until it can be told. */
export function useBeside({ CaseId, NoteId }: { CaseId: CaseId; NoteId: NoteId }, note: NoteRow): Beside | null {
  const rows = useLiveValue(() => measuresOfCase(CaseId), [CaseId]);
  const isMeasured = measuredRows(note.Cells).size > 0;
  const measurementOf = useMeasurements(isMeasured);
  if (!isMeasured) return nothingBeside;
  if (!rows || !measurementOf) return null;
  return { ...nothingBeside, wrongMeasures: wrongMeasures({ NoteId, Cells: note.Cells }, rows, measurementOf) };
}
