import { Checkbox, Select } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { CaseId } from '#contract/base/ids.ts';
import type { AddedMeasure } from '#contract/measures/case-measures.ts';
import type { CaseEvalMeasurement } from '#contract/measures/case-eval-measurement.ts';
import { regionWords, type EvalMeasurement, type MeasureRegion } from '#contract/measures/eval-measurement.ts';
import { caseEvalMeasurementId } from '#contract/measures/measure-ids.ts';
import type { MeasureMode } from '#contract/measures/place.ts';
import { placesOf } from '#contract/measures/places.ts';
import { addMeasures } from '#local/reads/measures.ts';
import { useStars } from '#shared/use-stars.ts';
import { SettledCount } from '#shared/ui/live-region/settled-count.tsx';
import { SearchBox } from '#shared/ui/search-box/search-box.tsx';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './measures.module.css';

/** As many as are read at once. */
const mostShown = 60;

type Choice = { measurement: EvalMeasurement; mode: MeasureMode | null; key: string; name: string };

/** Each in each of its modes; one that is not in use any more only where the case has it, starred ones first. */
function choicesOf(
  measurements: readonly EvalMeasurement[],
  onCase: ReadonlySet<string>,
  stars: ReadonlySet<string>,
): Choice[] {
  return measurements
    .filter(({ EvalMeasurementId, Inactive }) => !Inactive || onCase.has(EvalMeasurementId))
    .toSorted((a, b) => Number(stars.has(b.EvalMeasurementId)) - Number(stars.has(a.EvalMeasurementId)))
    .flatMap((measurement) =>
      (measurement.Modes.length > 0 ? measurement.Modes : [null]).map((mode) => ({
        measurement,
        mode,
        key: `${measurement.EvalMeasurementId}/${mode ?? ''}`,
        name: [measurement.Name, mode].filter((part) => part !== null).join(', '),
      })),
    );
}

function found(choices: readonly Choice[], text: string, region: string | null): Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ measurement, name }) => {
    const all = [name, measurement.GoalType, measurement.Category, regionWords[measurement.Region]].join(' ');
    return (
      (region === null || measurement.Region === region) && words.every((word) => all.toLowerCase().includes(word))
    );
  });
}

type Props = {
  CaseId: CaseId;
  rows: readonly CaseEvalMeasurement[];
  /** Those of the catalog, and the clinic's own. */
  measurements: readonly EvalMeasurement[];
  onRemove: (choice: { EvalMeasurementId: string; mode: MeasureMode | null }) => void;
  onClose: () => void;
};

/** The catalog by region and words; what is ticked is on the case, on both sides where it has sides. */
export function MeasurePicker({ CaseId, rows, measurements, onRemove, onClose }: Props) {
  const [text, setText] = useState('');
  const [region, setRegion] = useState<MeasureRegion | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const stars = useStars();
  const choices = useMemo(
    () => choicesOf(measurements, new Set(rows.map(({ EvalMeasurementId }) => EvalMeasurementId)), stars.ids),
    [measurements, rows, stars.ids],
  );
  const all = found(choices, text, region);
  const shown = all.slice(0, mostShown);
  const groups = Map.groupBy(shown, ({ measurement }) => measurement.GoalType);
  // A tick is there at once; what the device then shows of the case decides.
  const [pressed, setPressed] = useState<{ over: typeof rows; key: string; isOn: boolean }>();
  const isOnCase = ({ measurement, mode }: Choice) =>
    rows.some(
      (row) => row.deleted_at === null && row.EvalMeasurementId === measurement.EvalMeasurementId && row.Mode === mode,
    );
  const isOn = (choice: Choice) =>
    pressed?.over === rows && pressed.key === choice.key ? pressed.isOn : isOnCase(choice);

  function toggle(choice: Choice): void {
    const { measurement, mode } = choice;
    const { EvalMeasurementId } = measurement;
    setPressed({ over: rows, key: choice.key, isOn: !isOn(choice) });
    if (isOn(choice)) return onRemove({ EvalMeasurementId, mode });
    const add = placesOf(measurement)
      .filter(({ Mode }) => Mode === mode)
      .map((place): AddedMeasure => {
        const of = { EvalMeasurementId, ...place };
        return { ...of, CaseEvalMeasurementId: caseEvalMeasurementId({ CaseId, ...of }) };
      });
    void addMeasures(CaseId, add).catch((error: unknown) => {
      setPressed(undefined);
      toastFailure(error, `${choice.name} could not be added on this device.`);
    });
  }

  return (
    <div
      className={classes.picker}
      role="group"
      aria-label="Catalog of measures"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes.pickerHead}>
        <SearchBox label="Search measures" value={text} onChange={setText} inputRef={input} />
        <Select
          aria-label="Region"
          placeholder="All regions"
          clearable
          data={Object.entries(regionWords).map(([value, label]) => ({ value, label }))}
          value={region}
          onChange={(next) => setRegion(next as MeasureRegion | null)}
        />
      </div>
      <div className={classes.found} tabIndex={-1}>
        {[...groups].map(([goalType, these]) => (
          <fieldset key={goalType} className={classes.foundGroup}>
            <legend>{goalType}</legend>
            {these.map((choice) => (
              <Checkbox
                key={choice.key}
                size="sm"
                label={choice.name}
                checked={isOn(choice)}
                onChange={() => toggle(choice)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p className={classes.count}>
        <SettledCount>{foundWords(all.length)}</SettledCount>
      </p>
    </div>
  );
}

function foundWords(count: number): string {
  if (count === 0) return 'Nothing in the catalog matches.';
  return count > mostShown
    ? `${mostShown} of ${count} are shown. Type more words, or choose a region.`
    : `${count} in the catalog`;
}
