import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '#shared/api.ts';
import classes from './account.module.css';

export function ForgotForm({ onAsked }: { onAsked: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(await refusalFor(email.trim()));
    setBusy(false);
    field.current?.focus();
  }

  async function refusalFor(typed: string): Promise<string | null> {
    if (!/^\S+@\S+\.\S+$/.test(typed)) return 'Enter your email, such as name@clinic.com.';
    try {
      await call('account.forgot', { email: typed }, { byCaller: true });
      onAsked(typed);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : 'That did not work. Try again.';
    }
  }

  return (
    <form className={classes.fields} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        ref={field}
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={problem}
        autoFocus
      />
      <Button type="submit" size="md" loading={isBusy} fullWidth>
        Send link
      </Button>
    </form>
  );
}
