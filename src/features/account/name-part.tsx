import { Button, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { useCurrentUser } from '#shared/session.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import classes from './account.module.css';

type Names = { FirstName: string; LastName: string };
type Field = keyof Names;
const labels: Record<Field, string> = { FirstName: 'First name', LastName: 'Last name' };
/** A person’s own name: no one else’s change is in its way. */
const noOther = { nowOf: () => null };
const fields = Object.keys(labels) as Field[];

/** A person's own name (spec 7: PUT /currentUser): on notes, in lists and on the calendar. */
export function NamePart({ isOnline, onChanged }: { isOnline: boolean; onChanged: () => void }) {
  const { FirstName, LastName } = useCurrentUser();
  const typed = useDraftOver<Names>(unsavedKey.at('ownName', '/account'), { FirstName, LastName }, noOther);
  const { values: names, setValues: setNames } = typed;
  const [wrong, setWrong] = useState<Field | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const given = { FirstName: names.FirstName.trim(), LastName: names.LastName.trim() };
  const isChanged = given.FirstName !== FirstName || given.LastName !== LastName;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = fields.find((field) => given[field] === '') ?? null;
    setWrong(missing);
    if (missing !== null) return form.current?.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
    setBusy(true);
    try {
      const saved = await call('users.updateSelf', given);
      typed.drop();
      setNames(pick(saved));
      toastDone('Your name is changed.');
      onChanged();
    } catch (error) {
      toastFailure(error, 'Your name was not changed. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.part} aria-labelledby="account-name">
      <h2 className={classes.heading} id="account-name">
        Name
      </h2>
      <p className={classes.text}>
        Your coworkers see this name. If you treat patients, your provider record changes too.
      </p>
      <form ref={form} className={classes.fields} onSubmit={(event) => void save(event)} noValidate>
        {fields.map((field) => (
          <TextInput
            key={field}
            name={field}
            label={labels[field]}
            size="md"
            maxLength={60}
            autoComplete={field === 'FirstName' ? 'given-name' : 'family-name'}
            value={names[field]}
            error={wrong === field ? `Enter your ${labels[field].toLowerCase()}.` : null}
            onChange={(event) => {
              setNames({ ...names, [field]: event.currentTarget.value });
              setWrong(null);
            }}
          />
        ))}
        <div>
          <Button type="submit" variant="default" loading={isBusy} disabled={!isOnline || !isChanged}>
            Save name
          </Button>
        </div>
      </form>
    </section>
  );
}

function pick({ FirstName, LastName }: Names): Names {
  return { FirstName, LastName };
}
