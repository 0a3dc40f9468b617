import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { ageOn } from '#contract/base/dates.ts';
import type { NoteId } from '#contract/base/ids.ts';
import { signedBefore } from '#contract/measures/measure-history.ts';
import { measuredRows } from '#contract/measures/responses.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { measureGround } from '#local/reads/measures.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { useWebsite } from '#shared/session.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { NoteEditing } from '../use-note.ts';
import { MeasureLine, removeLine } from './measure-line.tsx';
import { MeasurePicker } from './measure-picker.tsx';
import { linesOf } from './measure-rows.ts';
import type { Measuring } from './measure-side.tsx';
import classes from './measures.module.css';

type Props = { visit: Visit; NoteId: NoteId; editing: NoteEditing; isReadOnly: boolean };

/** What is measured in a note: the measures of its case with what they were, and the catalog to add others from. */
export function MeasuresPart({ visit, NoteId, editing, isReadOnly }: Props) {
  const { CaseId, PatientId } = visit;
  const live = useLive(() => measureGround(CaseId, PatientId), [CaseId, PatientId]);
  const source = settingsFrom(useWebsite()).range_source;
  const [isPicking, setPicking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const latest = useRef(editing);
  useEffect(() => {
    latest.current = editing;
  });
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the measures" rows={3} />;
  if (live.state === 'failed')
    return <ErrorState title="The measures could not be loaded">Reload the page to try again.</ErrorState>;
  const { rows, notes, patient, measurements } = live.value;
  const NoteDate = visit.Start.slice(0, 10);
  const of: Measuring = {
    CaseId,
    NoteId,
    NoteDate,
    editing,
    now: () => latest.current,
    signed: signedBefore(notes, { NoteId, NoteDate }),
    person: { sex: patient?.Sex ?? null, age: patient ? ageOn(patient.DateOfBirth, NoteDate) : null },
    source,
    isReadOnly,
  };
  const lines = linesOf(rows, measuredRows(editing.note.Cells), measurements.of);

  function close(): void {
    setPicking(false);
    opener.current?.focus();
  }

  return (
    <div className={classes.part} onKeyDown={nextByEnter}>
      {lines.length === 0 && !isPicking && (
        <EmptyState compact title="No measures in this case yet">
          {isReadOnly ? 'Nothing was measured.' : 'Add the first measures. Next time, you see their last values here.'}
        </EmptyState>
      )}
      {lines.map((line) => (
        <MeasureLine key={line.key} line={line} of={of} />
      ))}
      {!isReadOnly && (
        <div>
          <Button
            ref={opener}
            size="compact-sm"
            variant="default"
            aria-expanded={isPicking}
            onClick={() => (isPicking ? close() : setPicking(true))}
          >
            {isPicking ? 'Close catalog' : 'Add measures'}
          </Button>
        </div>
      )}
      {isPicking && (
        <MeasurePicker
          CaseId={CaseId}
          rows={rows}
          measurements={measurements.all}
          onRemove={({ EvalMeasurementId, mode }) => {
            const line = lines.find(({ key }) => key === `${EvalMeasurementId}/${mode ?? ''}`);
            if (line) void removeLine(of, line);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Enter goes to the next value, Shift and Enter back (spec 5). */
function nextByEnter(event: KeyboardEvent<HTMLDivElement>): void {
  const from = event.target;
  if (event.key !== 'Enter' || !(from instanceof HTMLElement) || !from.matches('[data-measure]')) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-measure]')];
  const to = all[all.findIndex((one) => one === from) + (event.shiftKey ? -1 : 1)];
  if (!to) return;
  event.preventDefault();
  to.focus();
  to.select();
}
