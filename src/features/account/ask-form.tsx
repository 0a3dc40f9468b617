import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { AppError } from '#contract/base/errors.ts';
import classes from './account.module.css';

type AskFormProps = {
  label: string;
  /** The name under which the server says what is wrong with it. */
  field: string;
  isSecret?: boolean;
  /** Plain words instead of a code. */
  isText?: boolean;
  initial?: string;
  submitLabel: string;
  /** Another way to go on, beside the buttons. */
  children?: ReactNode;
  onSubmit: (typed: string) => Promise<void>;
  onCancel: () => void;
};

/** One thing to type before something goes on; what the server says of it stands at the field. */
export function AskForm(props: AskFormProps) {
  const { label, field, isSecret = false, isText = false, initial = '', submitLabel, children } = props;
  const { onSubmit, onCancel } = props;
  const [typed, setTyped] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      if (typed.trim() === '') throw new Error(`${label} is needed.`);
      await onSubmit(typed);
    } catch (error) {
      const said = error instanceof AppError ? error.fields?.[field] : undefined;
      setProblem(said ?? (error instanceof Error ? error.message : 'That did not work. Nothing was changed.'));
      setBusy(false);
      input.current?.focus();
    }
  }

  const common = {
    ref: input,
    label,
    size: 'md',
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    error: problem,
  } as const;
  return (
    <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
      {isSecret ? (
        <PasswordInput
          {...common}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        />
      ) : (
        <TextInput
          {...common}
          {...(isText ? { autoComplete: 'off' } : { autoComplete: 'one-time-code', inputMode: 'numeric' })}
        />
      )}
      <Group gap={8}>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {children}
      </Group>
    </form>
  );
}
