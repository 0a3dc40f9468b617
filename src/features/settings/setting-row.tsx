import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useId, useRef, useState, type FormEvent } from 'react';
import { settings, type SettingKey, type Settings } from '#contract/settings/settings.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { describedBy } from '#shared/ui/described-by.ts';
import part from '#shared/ui/part/part.module.css';
import classes from './settings.module.css';

type Props<K extends SettingKey> = {
  name: K;
  value: Settings[K];
  disabled: boolean;
  onSave: (value: Settings[K]) => Promise<void>;
};

/** One setting: what it does, and the control that its kind of value needs. */
export function SettingRow<K extends SettingKey>({ name, value, disabled, onSave }: Props<K>) {
  const id = useId();
  const isBusy = useRef(false);
  const { label, help } = settings[name];
  async function save(next: unknown): Promise<void> {
    // Not disabled meanwhile: that would drop the focus.
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      // Each control below gives the kind of value its setting holds.
      await onSave(next as Settings[K]);
    } finally {
      isBusy.current = false;
    }
  }
  return (
    <li className={part.line}>
      <div className={classes.words}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      </div>
      <Control
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        help={`${id}-help`}
        onSave={(next) => void save(next)}
      />
    </li>
  );
}

type ControlProps = {
  id: string;
  name: SettingKey;
  value: Settings[SettingKey];
  disabled: boolean;
  help: string;
  onSave: (value: unknown) => void;
};

function Control({ id, name, value, disabled, help, onSave }: ControlProps) {
  const named = { ...describedBy({ id }, help), disabled };
  if (typeof value === 'boolean')
    return (
      <Switch
        {...named}
        aria-describedby={help}
        checked={value}
        onChange={(event) => onSave(event.currentTarget.checked)}
      />
    );
  const choices = value === null ? [] : choicesOf(name, value);
  if (typeof value === 'number' || choices.length > 0) {
    const data = choices.map((choice) => ({ value: String(choice.value), label: choice.label }));
    return (
      <Select
        {...named}
        data={data}
        value={String(value)}
        allowDeselect={false}
        w={typeof value === 'number' ? 160 : 260}
        onChange={(next) => next !== null && onSave(typeof value === 'number' ? Number(next) : next)}
      />
    );
  }
  return <TextControl key={value} {...{ id, help, disabled }} name={name} value={value ?? ''} onSave={onSave} />;
}

type Choice = { value: string | number; label: string };

/** A value set by other means than this screen is still shown. */
function choicesOf(name: SettingKey, value: string | number | object): readonly Choice[] {
  if (typeof value === 'object') return [];
  const { choices = [] }: { choices?: readonly Choice[] } = settings[name];
  if (typeof value === 'string' && choices.length === 0) return [];
  return choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: String(value) }];
}

/** `seen` is not there where an older version of the app wrote it. */
type Draft = { typed: string; seen?: string };
type TextProps = Omit<ControlProps, 'value'> & { value: string };

function TextControl({ id, name, value, disabled, help, onSave }: TextProps) {
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string | null>(null);
  /** What was typed over a value that is no longer the one of the server. */
  const [late, setLate] = useState<string | null>(null);
  useDraftAlone<Draft>(unsavedKey.at('setting', `/company/settings#${name}`), {
    values: { typed, seen: value },
    isDirty: typed.trim() !== value,
    fill: (left) => {
      if (left.seen === undefined || left.seen === value) setTyped(left.typed);
      // Saved, it is shown anew with what was typed.
      else if (left.typed.trim() !== value) setLate(left.typed);
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const next = typed.trim() === '' ? null : typed.trim();
    const read = settings[name].schema.safeParse(next);
    if (read.success) onSave(next);
    else setError(`This ${read.error.issues[0]?.message ?? 'cannot be used'}.`);
  }
  return (
    <form className={classes.text} noValidate onSubmit={submit}>
      <TextInput
        {...describedBy({ id, error }, help)}
        disabled={disabled}
        value={typed}
        error={error}
        placeholder="https://"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" variant="default" disabled={disabled || typed.trim() === value}>
        Save
      </Button>
      {late !== null && (
        <p className={classes.late} role="alert">
          This setting changed before your text was saved. You typed: {late}
        </p>
      )}
    </form>
  );
}
