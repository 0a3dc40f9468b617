import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { isNumeric, type EvalMeasurement, type EvalValue } from '#contract/measures/eval-measurement.ts';
import { readValue } from '#contract/measures/read-value.ts';
import { describedBy } from '#shared/ui/described-by.ts';

type Props = {
  label: string;
  measurement: EvalMeasurement;
  value: EvalValue | null;
  error: string | null;
  isReadOnly: boolean;
  describedBy: string;
  onChange: (value: EvalValue | null) => void;
  /** `=` takes the last value. */
  onSame: () => boolean;
  onDone: () => void;
};

/** The field of one value: typed where it is a number or a grade, chosen otherwise. What is no value stays as typed. */
export function MeasureInput(props: Props) {
  const { label, measurement, value, error, isReadOnly, describedBy: about, onChange, onDone } = props;
  const id = useId();
  const field = { 'aria-label': label, ...describedBy({ id, error }, about), error, size: 'xs' } as const;
  if (measurement.Kind !== 'choice') return <TypedInput {...props} />;
  if (measurement.IsMultiselect)
    return (
      <MultiSelect
        {...field}
        searchable
        clearable
        disabled={isReadOnly}
        data={choicesOf(measurement, value)}
        value={Array.isArray(value) ? value : []}
        onChange={(next) => {
          onChange(next.length > 0 ? next : null);
          onDone();
        }}
      />
    );
  return (
    <Select
      {...field}
      searchable
      clearable
      disabled={isReadOnly}
      data={choicesOf(measurement, value)}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => {
        onChange(next);
        onDone();
      }}
    />
  );
}

/** Those of the measurement, and what stands there though it is none of them. */
function choicesOf({ Choices }: EvalMeasurement, value: EvalValue | null): string[] {
  const given = Array.isArray(value) ? value : [value];
  return [...new Set([...Choices, ...given.flatMap((one) => (typeof one === 'string' ? [one] : []))])];
}

function TypedInput(props: Props) {
  const { label, measurement, value, error, isReadOnly, describedBy: about, onChange, onSame, onDone } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  // Half a value is not said to be wrong while it is typed.
  const shown = typed === null ? error : null;
  function type(text: string): void {
    if (text.trim() === '=' && onSame()) {
      setTyped(null);
      return;
    }
    setTyped(text);
    const read = readValue(measurement, text);
    onChange('value' in read ? read.value : text);
  }
  return (
    <TextInput
      data-measure
      size="xs"
      aria-label={label}
      inputMode={isNumeric(measurement) && (measurement.Min ?? -1) >= 0 ? 'decimal' : 'text'}
      autoComplete="off"
      maxLength={60}
      readOnly={isReadOnly}
      rightSection={unitOf(measurement)}
      rightSectionPointerEvents="none"
      error={shown}
      {...describedBy({ id, error: shown }, about)}
      value={typed ?? textOf(value)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        setTyped(null);
        onDone();
      }}
    />
  );
}

function textOf(value: EvalValue | null): string {
  if (value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function unitOf({ Unit, Kind, Max }: EvalMeasurement) {
  const words = Kind === 'score' && Max !== null ? `/${Max}` : Unit === 'points' ? null : Unit;
  return words === null ? null : <span aria-hidden>{words}</span>;
}
