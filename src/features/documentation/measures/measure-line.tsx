import { Button } from '@mantine/core';
import { useState } from 'react';
import { cellFields, cellKey } from '#contract/documentation/field-keys.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { sideDifference } from '#contract/measures/norms.ts';
import { sideWords } from '#contract/measures/places.ts';
import { responseOf } from '#contract/measures/responses.ts';
import { showAmount } from '#contract/measures/show-value.ts';
import { addMeasures, removeMeasures } from '#local/reads/measures.ts';
import { toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { MeasureMore } from './measure-more.tsx';
import type { MeasureLine as Line } from './measure-rows.ts';
import { MeasureSide, type Measuring } from './measure-side.tsx';
import classes from './measures.module.css';

/** One measurement of the case in this note, both sides at once. */
export function MeasureLine({ line, of }: { line: Line; of: Measuring }) {
  const { measurement, mode, rows, isRemoved } = line;
  const { editing, NoteId } = of;
  const said = rows.map((row) => responseOf({ NoteId, Cells: editing.note.Cells }, row.CaseEvalMeasurementId));
  const isMoreSaid = said.some(({ Pain, EndFeel, NotTested, Comment }) => Pain ?? EndFeel ?? NotTested ?? Comment);
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(line);
  const [left, right] = rows.length === 2 ? said : [];
  const apart = left && right ? sideDifference(measurement, left.Value, right.Value) : null;
  const isMore = isOpen || isMoreSaid;
  return (
    <div className={classes.line} role="group" aria-label={name}>
      <div className={classes.name}>
        <span>{measurement.Name}</span>
        {mode && <span className={classes.mode}>{mode}</span>}
        {isRemoved && <span className={classes.mode}>Removed from the case</span>}
      </div>
      <div className={classes.sides}>
        {rows.map((row) => (
          <MeasureSide key={row.CaseEvalMeasurementId} of={of} measurement={measurement} row={row} />
        ))}
        {apart && apart.smaller && (
          <p className={classes.apart}>
            {sideWords[apart.smaller] === 'left' ? 'Left' : 'Right'} less by{' '}
            {measurement.Kind === 'grade' ? gradesOf(apart.difference) : showAmount(apart.difference, measurement.Unit)}
            {apart.percent !== null && `, ${apart.percent}% of the other side`}
          </p>
        )}
        {isMore &&
          rows.map((row) => (
            <MeasureMore key={row.CaseEvalMeasurementId} of={of} measurement={measurement} row={row} />
          ))}
      </div>
      {!of.isReadOnly && (
        <div className={classes.actions}>
          {!isMoreSaid && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-expanded={isOpen}
              aria-label={`More about ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Less' : 'More'}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={isRemoved ? `Add ${name} again` : `Remove ${name}`}
            onClick={() => void (isRemoved ? restore(of, rows, {}, name) : removeLine(of, line))}
          >
            {isRemoved ? 'Add again' : 'Remove'}
          </Button>
        </div>
      )}
    </div>
  );
}

function nameOf({ measurement, mode }: Line): string {
  return [measurement.Name, mode].filter((part) => part !== null).join(', ');
}

function gradesOf(count: number): string {
  return `${count} ${count === 1 ? 'grade' : 'grades'}`;
}

type Kept = Record<string, Parameters<Measuring['editing']['change']>[1]>;

/** Takes a measurement off the case and its values out of this note; both come back together. */
export async function removeLine(of: Measuring, line: Line): Promise<void> {
  const { editing, CaseId } = of;
  const { rows } = line;
  const name = nameOf(line);
  const { Cells } = editing.note;
  const keys = rows.flatMap(({ CaseEvalMeasurementId }) =>
    cellFields.measure.map((field) => cellKey('measure', CaseEvalMeasurementId, field)),
  );
  const kept: Kept = Object.fromEntries(
    keys.flatMap((key) => (Cells[key] === undefined || Cells[key] === null ? [] : [[key, Cells[key]]])),
  );
  try {
    for (const key of Object.keys(kept)) editing.change(key, null);
    await editing.flush();
    await removeMeasures(
      CaseId,
      rows.map(({ CaseEvalMeasurementId }) => CaseEvalMeasurementId),
    );
    toastUndo(`${name} removed from the case.`, () => restore(of, rows, kept, name));
  } catch (error) {
    toastFailure(error, `${name} could not be removed on this device. It is kept.`);
  }
}

async function restore(
  of: Measuring,
  rows: readonly CaseEvalMeasurement[],
  kept: Kept,
  name: string,
): Promise<boolean> {
  try {
    await addMeasures(
      of.CaseId,
      rows.map(({ CaseEvalMeasurementId, EvalMeasurementId, Side, Mode }) => ({
        CaseEvalMeasurementId,
        EvalMeasurementId,
        Side,
        Mode,
      })),
    );
    for (const [key, value] of Object.entries(kept)) of.now().change(key, value);
    await of.now().flush();
    return true;
  } catch (error) {
    toastFailure(error, `${name} could not be added again on this device.`);
    return false;
  }
}
