import { ActionIcon, Select } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useMemo, useState } from 'react';
import type { EvalMeasurement } from '#contract/measures/eval-measurement.ts';
import { mostTemplateMeasures } from '#contract/templates/eval-template.ts';
import { loadMeasurements } from '#local/reads/measures.ts';
import { useFormAround } from '#shared/forms/record-form-context.ts';
import type { PartValues } from '#shared/forms/record-values.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { LivePart } from '#shared/ui/live-part/live-part.tsx';
import classes from './templates.module.css';

/** Each measure in each of its modes, by the name it is looked up by. */
function choicesOf(measurements: readonly EvalMeasurement[]): { value: string; label: string }[] {
  return measurements
    .filter(({ Inactive }) => !Inactive)
    .flatMap(({ EvalMeasurementId, Name, Modes }) =>
      (Modes.length > 0 ? Modes : [null]).map((mode) => ({
        value: `${EvalMeasurementId}/${mode ?? ''}`,
        label: [Name, mode].filter((part) => part !== null).join(', '),
      })),
    );
}

const sides = [
  { value: 'L', label: 'Left' },
  { value: 'R', label: 'Right' },
];

/** What a template measures: each measure in one of its modes, on both sides unless one is chosen. */
export function MeasureFields() {
  const live = useLiveWithRetry(() => loadMeasurements(), []);
  return (
    <LivePart of={live} what="measures" rows={2} kept="Your text is kept.">
      {(measurements) => <Fields measurements={measurements} />}
    </LivePart>
  );
}

function Fields({ measurements }: { measurements: Awaited<ReturnType<typeof loadMeasurements>> }) {
  const { form } = useFormAround();
  const list = form.values['Measurements'] as PartValues[];
  const valueOf = ({ EvalMeasurementId, Mode }: PartValues) => `${String(EvalMeasurementId)}/${String(Mode ?? '')}`;
  const chosen = new Set(list.map(valueOf));
  const choices = useMemo(() => choicesOf(measurements.all), [measurements]);
  // Emptied once something was chosen: the next one is looked up at once.
  const [text, setText] = useState('');

  function add(value: string | null): void {
    const [EvalMeasurementId = '', Mode = ''] = value?.split('/') ?? [];
    if (EvalMeasurementId) form.insertListItem('Measurements', { EvalMeasurementId, Mode: Mode || null, Side: null });
    setText('');
  }

  function nameOf(one: PartValues): string {
    const known = measurements.of(String(one['EvalMeasurementId']));
    const name = choices.find(({ value }) => value === valueOf(one))?.label ?? known?.Name ?? 'Removed measure';
    return known?.Inactive ? `${name}, inactive` : name;
  }

  return (
    <fieldset className={classes.list}>
      <legend>Measures</legend>
      <ul className={classes.lines}>
        {list.map((one, at) => (
          <li key={valueOf(one)} className={classes.line}>
            <span className={classes.lineName}>{nameOf(one)}</span>
            {measurements.of(String(one['EvalMeasurementId']))?.Sides === 'LR' && (
              <Select
                aria-label={`Side of ${nameOf(one)}`}
                placeholder="Both sides"
                data={sides}
                w={130}
                clearable
                {...(form.getInputProps(`Measurements.${at}.Side`) as object)}
              />
            )}
            <ActionIcon aria-label={`Remove ${nameOf(one)}`} onClick={() => form.removeListItem('Measurements', at)}>
              <IconTrash size={16} stroke={1.5} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {list.length < mostTemplateMeasures && (
        <Select
          aria-label="Add a measure"
          placeholder="Add a measure"
          searchable
          value={null}
          searchValue={text}
          onSearchChange={setText}
          data={choices.filter(({ value }) => !chosen.has(value))}
          limit={40}
          nothingFoundMessage="No measure of that name"
          onChange={add}
        />
      )}
    </fieldset>
  );
}
