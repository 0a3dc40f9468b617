import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { providerTypes, type Provider } from '#contract/providers/provider.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { DraftFields, DraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { useOnline } from '#shared/sync-state.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './providers.module.css';

type Typed = Pick<Provider, 'FirstName' | 'LastName' | 'Type'>;
type Props = { opened: boolean; onClose: () => void; onMade: (made: Provider) => void };

const nobody: Typed = { FirstName: '', LastName: '', Type: 'PT' };

/** Name and type; licence and schedule follow in the record that is opened afterwards. */
export function NewProviderDrawer({ opened, onClose, onMade }: Props) {
  const isOnline = useOnline();
  const [typed, setTyped] = useState(nobody);
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDirty = opened && (typed.FirstName !== '' || typed.LastName !== '');
  const { leave, question } = useDiscard(isDirty, close);

  function close(): void {
    setTyped(nobody);
    setTried(false);
    setRefusal(null);
    onClose();
  }

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const [FirstName, LastName] = [typed.FirstName.trim(), typed.LastName.trim()];
    setTried(true);
    setRefusal(null);
    if (FirstName === '' || LastName === '') return focusFirstError();
    setBusy(true);
    try {
      const made = await call('providers.create', { FirstName, LastName, Type: typed.Type });
      toastDone(`${FirstName} ${LastName} is added. Enter the license and schedule.`);
      close();
      onMade(made);
    } catch (cause) {
      setRefusal(cause instanceof Error ? cause.message : 'That did not work. Nothing was changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  const name = (key: 'FirstName' | 'LastName', label: string, missing: string) => (
    <TextInput
      label={label}
      maxLength={60}
      autoComplete="off"
      value={typed[key]}
      error={isTried && typed[key].trim() === '' ? missing : undefined}
      onChange={(event) => setTyped({ ...typed, [key]: event.currentTarget.value })}
    />
  );
  return (
    <DraftScope draftKey={unsavedKey.at('newProvider', '/company/users?show=providers')} about={opened ? 'new' : null}>
      {opened && <DraftFields form="provider" values={typed} isDirty={isDirty} fill={setTyped} />}
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title="Provider without account"
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="new-provider" disabled={!isOnline} loading={isBusy}>
              Add
            </Button>
          </>
        }
      >
        <form id="new-provider" noValidate onSubmit={(event) => void make(event)}>
          <Stack gap="sm">
            {name('FirstName', 'First name', 'Enter the first name.')}
            {name('LastName', 'Last name', 'Enter the last name.')}
            <Select
              label="Type"
              data={[...providerTypes]}
              value={typed.Type}
              allowDeselect={false}
              onChange={(next) => setTyped({ ...typed, Type: providerTypes.find((each) => each === next) ?? 'PT' })}
            />
            {refusal !== null && (
              <p className={classes.error} role="alert">
                {refusal}
              </p>
            )}
          </Stack>
        </form>
      </SideDrawer>
      {question}
    </DraftScope>
  );
}
