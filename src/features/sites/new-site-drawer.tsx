import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { NewSite } from '#contract/sites/endpoints.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call, unreachableSentence } from '#shared/api.ts';
import { DraftFields, DraftScope } from '#shared/autosave/draft-scope.tsx';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { timeZoneOptions } from '#shared/time-zones.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import classes from './sites.module.css';

type Typed = Record<keyof NewSite, string>;
type Errors = Partial<Record<string, string>>;

const nothing: Typed = { site: '', Name: '', TimeZone: '', FirstName: '', LastName: '', Email: '' };

const sentences: Record<keyof NewSite, string> = {
  site: 'Start with a letter. Use only lowercase letters, digits and -, up to 31.',
  Name: 'Enter the name of the company.',
  TimeZone: 'Choose the time zone.',
  FirstName: 'Enter the first name.',
  LastName: 'Enter the last name.',
  Email: 'This is not a valid email.',
};

type Props = { opened: boolean; onClose: () => void; onMade: () => void };

/** A new site and its first administrator, who gets a mail with a link; for superusers. */
export function NewSiteDrawer({ opened, onClose, onMade }: Props) {
  const [typed, setTyped] = useState(nothing);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isDirty = opened && Object.values(typed).some((text) => text !== '');

  function close(): void {
    setTyped(nothing);
    setErrors({});
    setRefusal(null);
    onClose();
  }
  const { leave, question } = useDiscard(isDirty, close);

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault();
    const parsed = NewSite.safeParse({ ...typed, Email: typed.Email.trim() });
    setRefusal(null);
    setErrors(parsed.success ? {} : errorsIn(parsed.error.issues));
    if (!parsed.success) return focusFirstError();
    setBusy(true);
    try {
      const made = await call('sites.create', parsed.data);
      toastDone(`${made.name} is created. We emailed a link to ${made.Email}.`);
      close();
      onMade();
    } catch (cause) {
      if (cause instanceof AppError && cause.fields) setErrors(cause.fields);
      else setRefusal(cause instanceof AppError ? cause.message : unreachableSentence);
    } finally {
      setBusy(false);
    }
  }

  const field = (name: keyof NewSite) => ({
    value: typed[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => write(name, event.currentTarget.value),
  });
  function write(name: keyof NewSite, text: string): void {
    setTyped((before) => ({ ...before, [name]: text }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  }

  return (
    <DraftScope draftKey={unsavedKey.at('site', '/superuser')} about={opened ? 'new' : null}>
      {opened && <DraftFields form="site" values={typed} isDirty={isDirty} fill={setTyped} />}
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title="New site"
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" form="new-site" loading={isBusy}>
              Create site
            </Button>
          </>
        }
      >
        <form id="new-site" noValidate onSubmit={(event) => void make(event)}>
          <Stack gap="md">
            <TextInput label="Company" maxLength={80} autoComplete="off" {...field('Name')} />
            <TextInput
              label="Short name"
              description="Used in links and exports. You can’t change it later."
              maxLength={31}
              autoComplete="off"
              {...field('site')}
            />
            <Select
              label="Time zone"
              data={timeZoneOptions('')}
              value={typed.TimeZone === '' ? null : typed.TimeZone}
              error={errors['TimeZone']}
              searchable
              onChange={(zone) => write('TimeZone', zone ?? '')}
            />
            <h3 className={classes.heading}>First administrator</h3>
            <TextInput label="First name" maxLength={60} autoComplete="off" {...field('FirstName')} />
            <TextInput label="Last name" maxLength={60} autoComplete="off" {...field('LastName')} />
            <TextInput label="Email" type="email" maxLength={120} autoComplete="off" {...field('Email')} />
            {refusal !== null && (
              <p role="alert" className={classes.error}>
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

function errorsIn(issues: readonly { path: readonly PropertyKey[] }[]): Errors {
  return Object.fromEntries(
    issues.map(({ path: [name] }) => [String(name), sentences[name as keyof NewSite] ?? 'This cannot be used.']),
  );
}
