import { Button } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { mayTakeInHand } from '#contract/users/rights.ts';
import { ManagedUser } from '#contract/users/user.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { changedFields } from '#shared/form-changes.ts';
import { nowBy } from '#shared/forms/use-overtaken.tsx';
import { useCurrentUser } from '#shared/session.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { personErrors, PersonFields, type Person, type PersonErrors } from './person-fields.tsx';
import { sentenceOf } from './use-people.ts';
import classes from './users.module.css';

type Props = { user: ManagedUser; isOnline: boolean; onSaved: () => Promise<void> };

const nowOf = nowBy<Person>(ManagedUser.pick({ FirstName: true, LastName: true, Email: true }));

/** Name and e-mail of a user. */
export function PersonForm({ user, isOnline, onSaved }: Props) {
  const me = useCurrentUser();
  const { FirstName, LastName, Email } = user;
  const kept = useDraftOver<Person>(
    unsavedKey.at('person', `/company/users/${user.UserId}`),
    { FirstName, LastName, Email },
    { nowOf },
  );
  const { before, values: person, isDirty } = kept;
  const [errors, setErrors] = useState<PersonErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mayNot = user.SuperUser && !mayTakeInHand(me, user);

  async function save(): Promise<void> {
    const wrong = personErrors(person);
    setErrors(wrong);
    setRefusal(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const { changes, base } = changedFields(before, { ...person, Email: person.Email.trim() });
      await call('users.update', { id: user.UserId, ...changes, base });
      kept.drop();
      toastDone('Saved.');
      await onSaved();
    } catch (cause) {
      if (kept.meet(cause)) return;
      if (cause instanceof AppError && cause.fields?.['Email']) setErrors({ Email: cause.fields['Email'] });
      else setRefusal(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {kept.refusal}
      <PersonFields value={person} errors={errors} disabled={mayNot} onChange={kept.setValues} />
      {refusal !== null && (
        <p className={classes.error} role="alert">
          {refusal}
        </p>
      )}
      {isDirty && (
        <div className={classes.buttons}>
          <Button disabled={!isOnline} loading={isBusy} onClick={() => void save()}>
            Save person
          </Button>
          <Button variant="default" onClick={kept.undo}>
            Undo changes
          </Button>
        </div>
      )}
    </>
  );
}
