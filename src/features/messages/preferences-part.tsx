import { Button, Checkbox } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { LinkPage } from '#contract/messages/endpoints.ts';
import type { ConsentChange } from '#contract/patients/consent.ts';
import { call } from '#shared/api.ts';
import classes from './messages.module.css';

type Props = { page: LinkPage; token: string; onPage: (page: LinkPage) => void };

/** Which messages a patient gets, chosen by themselves. */
export function PreferencesPart({ page, token, onPage }: Props) {
  const [changed, setChanged] = useState<ConsentChange>({});
  const chosen = { email: changed.email ?? page.email, text: changed.text ?? page.text };
  const [state, setState] = useState<'idle' | 'busy' | 'saved'>('idle');
  const [failure, setFailure] = useState<string | null>(null);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setState('busy');
    setFailure(null);
    try {
      onPage(await call('messages.savePreferences', { token, ...changed }, { byCaller: true }));
      setChanged({});
      setState('saved');
    } catch (error) {
      setState('idle');
      setFailure(error instanceof Error ? error.message : 'That did not work. Nothing was changed. Try again.');
    }
  }
  function choose(changes: ConsentChange): void {
    setState('idle');
    setChanged((before) => ({ ...before, ...changes }));
  }

  return (
    <form className={classes.actions} onSubmit={(event) => void save(event)}>
      <Checkbox
        size="md"
        label="Emails about my visits"
        description={page.hasEmail ? undefined : 'The clinic doesn’t have your email yet.'}
        checked={chosen.email}
        onChange={(event) => choose({ email: event.currentTarget.checked })}
      />
      <Checkbox
        size="md"
        label="Text messages about my visits"
        description={
          page.hasPhone
            ? 'Message and data rates may apply. Reply STOP to stop texts.'
            : 'The clinic doesn’t have your phone number yet.'
        }
        checked={chosen.text}
        onChange={(event) => choose({ text: event.currentTarget.checked })}
      />
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
      <Button type="submit" size="md" loading={state === 'busy'}>
        Save
      </Button>
      {state === 'saved' && (
        <p className={classes.said} data-meaning="done" role="status">
          Saved. It applies from now on.
        </p>
      )}
    </form>
  );
}
