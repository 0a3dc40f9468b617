import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftAlone } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';

type Props = { groups: readonly { id: string; name: string }[]; isOnline: boolean; onMade: () => void };

/** Makes a token and shows it this once. */
export function NewToken({ groups, isOnline, onMade }: Props) {
  const [token, setToken] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { Name: '', roles: [] as string[] },
    validate: { Name: (name) => (name.trim() === '' ? 'Enter a name for the directory.' : null) },
  });

  // What it is asked for, never the token itself.
  const drop = useDraftAlone(unsavedKey.at('directory', '/company/signIn'), {
    values: form.values,
    isDirty: form.values.Name !== '' || form.values.roles.length > 0,
    fill: form.setValues,
  });

  async function make({ Name, roles }: typeof form.values): Promise<void> {
    setBusy(true);
    try {
      const { token: made } = await call('scim.makeToken', { Name, roles: roles as never[] });
      drop();
      setToken(made);
      form.reset();
      onMade();
    } catch (error) {
      toastFailure(error, 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  if (token !== null) return <ShownOnce token={token} onKept={() => setToken(null)} />;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void make(values), focusFirstError)}>
      <Stack gap="sm">
        <TextInput label="Name of the directory" maxLength={60} {...form.getInputProps('Name')} />
        <MultiSelect
          label="Permission groups for new users"
          description="None. Set their permissions yourself."
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          {...form.getInputProps('roles')}
        />
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={!isOnline}>
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function ShownOnce({ token, onKept }: { token: string; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(token);
      toastDone('The token is copied.');
    } catch {
      toastNegative('This browser doesn’t let Mainstay copy. Select the token and copy it yourself.');
    }
  }

  return (
    <>
      <h3 className={part.heading} tabIndex={-1} ref={heading}>
        The new token
      </h3>
      <p className={part.help}>
        It is shown only now. Enter it in your directory. Anyone with the token can change accounts.
      </p>
      <code className={part.code} translate="no">
        {token}
      </code>
      <Group gap={8}>
        <Button onClick={onKept}>I saved the token</Button>
        <Button variant="default" onClick={() => void copy()}>
          Copy
        </Button>
      </Group>
    </>
  );
}
