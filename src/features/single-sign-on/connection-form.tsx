import { Button, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { call } from '#shared/api.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import classes from './single-sign-on.module.css';

export type SsoState = ReplyOf<'singleSignOn.get'>;
type Props = { state: SsoState; onChanged: (state: SsoState) => void };

const needed = (what: string) => (typed: string) => (typed.trim() === '' ? `Enter ${what}.` : null);

/** Writes, tries and removes the provider of the site. */
export function ConnectionForm({ state: { connection, redirectUri }, onChanged }: Props) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: {
      Name: connection?.Name ?? '',
      issuer: connection?.issuer ?? '',
      clientId: connection?.clientId ?? '',
      clientSecret: '',
      domains: connection?.domains.join(', ') ?? '',
      passwordAllowed: connection?.passwordAllowed ?? true,
      Enabled: connection?.Enabled ?? true,
    },
    validate: {
      Name: needed('the name people know'),
      issuer: needed('the issuer'),
      clientId: needed('the client id'),
      clientSecret: (typed) => (typed === '' && !connection?.isSecretReadable ? 'Enter the client secret.' : null),
      domains: needed('at least one domain'),
    },
  });

  const waiting = connection?.domains.filter((domain) => !connection.confirmedDomains.includes(domain)) ?? [];

  async function run(what: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await what();
    } catch (error) {
      if (error instanceof AppError && error.fields) {
        form.setErrors(error.fields);
        focusFirstError();
      }
      toastFailure(error, 'That did not work. Nothing was changed; try again.');
    } finally {
      setBusy(false);
      setRemoving(false);
    }
  }

  const save = ({ domains, clientSecret, ...rest }: typeof form.values) =>
    run(async () => {
      onChanged(
        await call('singleSignOn.save', {
          ...rest,
          domains: domains.split(/[\s,;]+/).filter((one) => one !== ''),
          ...(clientSecret !== '' && { clientSecret }),
        }),
      );
      toastDone('Saved.');
    });
  const remove = () =>
    run(async () => {
      await call('singleSignOn.remove', {});
      onChanged({ redirectUri, connection: null });
      toastDone('Single sign-on is removed.');
    });

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      {connection && !connection.isSecretReadable && (
        <p className={part.help} role="status">
          <MeaningBadge meaning="danger">Client secret lost</MeaningBadge> The key of this server is another than the
          one it was sealed with, so nobody comes in this way. Write the client secret again and save.
        </p>
      )}
      <p className={part.help}>Tell your provider to send people back to this address:</p>
      <code className={part.code}>{redirectUri}</code>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="People read “Sign in with” and this name."
          maxLength={60}
          {...form.getInputProps('Name')}
        />
        <TextInput
          label="Issuer"
          description="Exactly as the provider shows it."
          placeholder="https://login.example.com"
          inputMode="url"
          spellCheck={false}
          maxLength={300}
          {...form.getInputProps('issuer')}
        />
        <TryConnection issuer={form.values.issuer} isOnline={isOnline} />
        <TextInput label="Client id" spellCheck={false} maxLength={300} {...form.getInputProps('clientId')} />
        <PasswordInput
          label="Client secret"
          description={
            connection?.isSecretReadable
              ? 'It is kept and never shown. Write one only to replace it.'
              : 'It is kept sealed.'
          }
          autoComplete="off"
          maxLength={500}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the client secret', tabIndex: 0 }}
          {...form.getInputProps('clientSecret')}
        />
        <TextInput
          label="E-mail domains"
          description="Such as clinic.example, separated by commas. Each counts once a superuser has confirmed it."
          spellCheck={false}
          {...form.getInputProps('domains')}
        />
        {waiting.length > 0 && (
          <p className={classes.notice} role="status">
            <MeaningBadge meaning="needs">Not confirmed</MeaningBadge> {waiting.join(', ')}. A superuser confirms
            domains by opening this page and saving it; until then people of these sign in as before.
          </p>
        )}
        <Switch
          label="People of these domains may also sign in with a password or a passkey"
          description="Who may change company settings always can, so that a wrong setting locks nobody out."
          {...form.getInputProps('passwordAllowed', { type: 'checkbox' })}
        />
        <Switch label="In use" {...form.getInputProps('Enabled', { type: 'checkbox' })} />
      </Stack>
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={!isOnline}>
          Save
        </Button>
        {connection && (
          <Button variant="default" disabled={!isOnline || isBusy} onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isRemoving}
        title="Remove single sign-on?"
        confirmLabel="Remove"
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(false)}
      >
        Everybody signs in with a password or a passkey again. Who never chose a password can ask for one with “Forgot
        your password?”.
      </ConfirmDialog>
    </form>
  );
}

/** Whether an OpenID provider answers at an address; asked by the server, and nothing is stored. */
function TryConnection({ issuer, isOnline }: { issuer: string; isOnline: boolean }) {
  const [found, setFound] = useState<{ of: string; answers: boolean; sentence: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      setFound({ of: issuer, ...(await call('singleSignOn.test', { issuer })) });
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'That did not work. Try again.';
      setFound({ of: issuer, answers: false, sentence });
    } finally {
      setBusy(false);
    }
  }

  const shown = found?.of === issuer ? found : null;
  return (
    <div>
      <Button
        variant="default"
        loading={isBusy}
        disabled={!isOnline || issuer.trim() === ''}
        onClick={() => void ask()}
      >
        Test the connection
      </Button>
      <p className={classes.found} role="status">
        {shown && (
          <>
            <MeaningBadge meaning={shown.answers ? 'done' : 'danger'}>
              {shown.answers ? 'Answers' : 'No answer'}
            </MeaningBadge>{' '}
            {shown.sentence}
          </>
        )}
      </p>
    </div>
  );
}
