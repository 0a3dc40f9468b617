import type { Asker } from '#contract/documentation/asked-parts.ts';
import { cellKey } from '#contract/documentation/field-keys.ts';
import { partProblem } from '#contract/measures/spine/part.ts';
import { regionsTreated } from '#contract/measures/spine/regions-treated.ts';
import { findingSuggestions, segmentFindings } from '#contract/measures/spine/segment-findings.ts';
import { regionOfSegment, segmentName, spinalSegments } from '#contract/measures/spine/segments.ts';
import { SavedState } from '#shared/ui/saved-state/saved-state.tsx';
import type { NoteEditing } from '../use-note.ts';
import noteClasses from '../note.module.css';
import { SpineCell, type SpineField } from './spine-cell.tsx';
import { useSpineGrid } from './use-spine-grid.ts';
import classes from './spine.module.css';

const columns: readonly { field: SpineField; title: string }[] = [
  { field: 'Pain', title: 'Pain' },
  { field: 'Asymmetry', title: 'Asymmetry' },
  { field: 'Range', title: 'Range' },
  { field: 'Tissue', title: 'Tissue' },
  { field: 'Treated', title: 'Treated' },
  { field: 'Technique', title: 'Technique' },
];

type Props = { id: string; editing: NoteEditing; askers: readonly Asker[]; isReadOnly: boolean };

/** Findings by segment, a table with one tab stop: arrows and Enter go from cell to cell, the space bar marks as treated. */
export function SpinePart({ id, editing, askers, isReadOnly }: Props) {
  const grid = useSpineGrid(spinalSegments.length, columns.length);
  const findings = segmentFindings(editing.note.Cells);
  const treated = regionsTreated(findings.flatMap(({ Segment, Treated }) => (Treated ? [Segment] : [])));
  const lack = askers.includes('medicareChiropractic') ? partProblem(findings) : null;
  const states = spinalSegments.flatMap((segment) =>
    columns.map(({ field }) => editing.state(cellKey('segment', segment, field))),
  );
  const shown = states.find(({ state }) => state === 'unsaved') ?? states.find(({ state }) => state !== 'untouched');
  return (
    <section id={id} className={noteClasses.section} aria-labelledby={`${id}-name`}>
      <div className={noteClasses.sectionHead}>
        <h3 className={noteClasses.sectionName} id={`${id}-name`}>
          Spine
        </h3>
        {shown && <SavedState {...shown} />}
      </div>
      <div className={classes.scroll}>
        <table
          className={classes.grid}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-said`}
          onKeyDown={grid.onKeyDown}
        >
          <thead>
            <tr>
              <th scope="col">Segment</th>
              {columns.map(({ field, title }) => (
                <th key={field} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {spinalSegments.map((segment, row) => (
              <tr key={segment} data-first={isFirst(segment, row) || undefined}>
                <th scope="row">{segmentName(segment)}</th>
                {columns.map(({ field, title }, column) => (
                  <td key={field}>
                    <SpineCell
                      segment={segment}
                      field={field}
                      label={`${title}, ${segmentName(segment)}`}
                      editing={editing}
                      isReadOnly={isReadOnly}
                      cell={grid.cell(row, column)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {Object.entries(findingSuggestions).map(([field, words]) => (
        <datalist key={field} id={`spine-${field}`}>
          {words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      ))}
      <p className={classes.said} id={`${id}-said`}>
        {treated.rule} {lack}
      </p>
    </section>
  );
}

/** Whether a region of the spine begins here. */
function isFirst(segment: string, row: number): boolean {
  return row > 0 && regionOfSegment(segment) !== regionOfSegment(spinalSegments[row - 1] ?? '');
}
