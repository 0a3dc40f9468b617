import { Button, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useOnline } from '#shared/sync-state.ts';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import part from '#shared/ui/part/part.module.css';
import { TryConnection } from './try-connection.tsx';
import { useConnection, type SsoState } from './use-connection.ts';
import classes from './single-sign-on.module.css';

type Props = { state: SsoState; onChanged: (state: SsoState) => void };

/** Writes, tries and removes the provider of the site. */
export function ConnectionForm({ state, onChanged }: Props) {
  const { redirectUri } = state;
  const isOnline = useOnline();
  const sso = useConnection(state, onChanged);
  const { form, connection, refusal, isBusy, isRemoving, setRemoving, save, remove } = sso;

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      {refusal}
      {connection && !connection.isSecretReadable && (
        <p className={part.help} role="status">
          <MeaningBadge meaning="danger">Client secret lost</MeaningBadge> The server’s key has changed, so no one can
          sign in this way. Enter the client secret again and save.
        </p>
      )}
      <p className={part.help}>Set this redirect address at your provider:</p>
      <code className={part.code}>{redirectUri}</code>
      <ConnectionFields {...{ form, connection, isOnline }} />
      <div className={classes.buttons}>
        <Button type="submit" loading={isBusy} disabled={!isOnline}>
          Save
        </Button>
        {sso.isDirty && (
          <Button variant="default" disabled={isBusy} onClick={sso.undo}>
            Undo changes
          </Button>
        )}
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
        Everyone signs in with a password or passkey again. People without a password can use “Forgot your password?”.
      </ConfirmDialog>
    </form>
  );
}

type FieldsProps = {
  form: ReturnType<typeof useConnection>['form'];
  connection: SsoState['connection'];
  isOnline: boolean;
};

function ConnectionFields({ form, connection, isOnline }: FieldsProps) {
  const waiting = connection?.domains.filter((domain) => !connection.confirmedDomains.includes(domain)) ?? [];
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        description="People see “Sign in with” and this name."
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
      <TextInput label="Client ID" spellCheck={false} maxLength={300} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description={
          connection?.isSecretReadable
            ? 'It is saved and never shown. Enter one only to replace it.'
            : 'It is stored encrypted.'
        }
        autoComplete="off"
        maxLength={500}
        visibilityToggleButtonProps={{ 'aria-label': 'Show client secret', tabIndex: 0 }}
        {...form.getInputProps('clientSecret')}
      />
      <TextInput
        label="Email domains"
        description="Such as clinic.example, separated by commas. A superuser must confirm each domain."
        spellCheck={false}
        {...form.getInputProps('domains')}
      />
      {waiting.length > 0 && (
        <p className={classes.notice} role="status">
          <MeaningBadge meaning="needs">Not confirmed</MeaningBadge> {waiting.join(', ')}. A superuser confirms domains
          by saving this page. Until then, people with these emails sign in as before.
        </p>
      )}
      <Switch
        label="People in these domains can also use a password or passkey"
        description="People with company settings permission always can, so a wrong setting locks no one out."
        {...form.getInputProps('passwordAllowed', { type: 'checkbox' })}
      />
      <Switch label="Enabled" {...form.getInputProps('Enabled', { type: 'checkbox' })} />
    </Stack>
  );
}
