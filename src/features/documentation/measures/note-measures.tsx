import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { endFeels } from '#contract/documentation/cell-values.ts';
import { placeName } from '#contract/measures/places.ts';
import { measuredRows, responseOf } from '#contract/measures/responses.ts';
import { showValue } from '#contract/measures/show-value.ts';
import { loadMeasurements, measuresOfCase } from '#local/reads/measures.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import noteClasses from '../note.module.css';
import classes from './measures.module.css';

/** What a note says of measures, as it stands in the record; nothing where it says nothing. */
export function NoteMeasures({ note }: { note: VisitNote }) {
  const measured = measuredRows(note.Cells);
  const isMeasured = measured.size > 0;
  const live = useLiveWithRetry(async () => (isMeasured ? await readMeasured(note) : null), [note.CaseId, isMeasured]);
  if (!isMeasured) return null;
  return (
    <LivePart of={live} what="measures" rows={2} kept="They are safe in the note.">
      {(read) => read && <Measured {...{ note, measured, ...read }} />}
    </LivePart>
  );
}

async function readMeasured({ CaseId }: VisitNote) {
  return { rows: await measuresOfCase(CaseId), measurementOf: (await loadMeasurements()).of };
}

type Props = Awaited<ReturnType<typeof readMeasured>> & { note: VisitNote; measured: ReturnType<typeof measuredRows> };

function Measured({ note, measured, rows, measurementOf }: Props) {
  const known = rows.flatMap((row) => {
    const measurement = measurementOf(row.EvalMeasurementId);
    return measured.has(row.CaseEvalMeasurementId) && measurement ? [{ row, measurement }] : [];
  });
  const unknown = measured.size - known.length;
  return (
    <section>
      <h3 className={noteClasses.sectionName}>Measures</h3>
      <dl className={classes.read}>
        {known.map(({ row, measurement }) => {
          const said = responseOf(note, row.CaseEvalMeasurementId);
          const words = [
            said.Value === null ? null : showValue(measurement, said.Value),
            said.NotTested?.trim() ? `Not tested: ${said.NotTested}` : null,
            said.Pain === null ? null : `pain ${said.Pain}/10`,
            said.EndFeel === null ? null : `end feel ${endFeels[said.EndFeel].toLowerCase()}`,
            said.Comment?.trim() ? said.Comment : null,
            said.From === null ? null : 'copied from an earlier note',
          ].filter((part) => part !== null);
          return (
            <div key={row.CaseEvalMeasurementId}>
              <dt>{placeName(measurement, row)}</dt>
              <dd>{words.join(', ')}</dd>
            </div>
          );
        })}
      </dl>
      {unknown > 0 && (
        <p className={classes.about}>
          {unknown === 1 ? 'One more measure is' : `${unknown} more measures are`} not on this device yet.
        </p>
      )}
    </section>
  );
}
