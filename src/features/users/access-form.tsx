import { Button } from '@mantine/core';
import { useState } from 'react';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { ManagedUser, type PermissionGroup } from '#contract/users/user.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { useDraftOver } from '#shared/autosave/use-draft-over.ts';
import { changedFields } from '#shared/form-changes.ts';
import { nowBy, rebaseBy } from '#shared/forms/use-overtaken.tsx';
import { useCurrentUser } from '#shared/session.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { canOf, type Access } from './access.ts';
import { AccessFields } from './access-fields.tsx';
import { RightsNote } from './rights-note.tsx';
import { useNames } from './use-names.ts';
import { sentenceOf } from './use-people.ts';
import classes from './users.module.css';

type Props = {
  user: ManagedUser;
  groups: readonly PermissionGroup[];
  isOnline: boolean;
  onSaved: () => Promise<void>;
};

const overtaken = {
  nowOf: nowBy<Access>(
    ManagedUser.pick({ roles: true, individualPermissions: true, facilityIds: true, providerIds: true }),
  ),
  rebase: rebaseBy<Access>({ roles: 'set', individualPermissions: 'set', facilityIds: 'set', providerIds: 'set' }),
};

/** What a user may do; the change is told in words before it is saved. */
export function AccessForm({ user, groups, isOnline, onSaved }: Props) {
  const me = useCurrentUser();
  const { roles, individualPermissions, facilityIds, providerIds } = user;
  const kept = useDraftOver<Access>(
    unsavedKey.at('access', `/company/users/${user.UserId}`),
    { roles, individualPermissions, facilityIds, providerIds },
    overtaken,
  );
  const { before, values: access, isDirty } = kept;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const names = useNames();
  const isAsOpened = isSameInAnyOrder(before, { roles, individualPermissions, facilityIds, providerIds });
  const canSeen = isAsOpened ? user.can : canOf(before, groups);
  const mayNot = user.SuperUser && !me.SuperUser;

  async function save(): Promise<void> {
    setBusy(true);
    setRefusal(null);
    try {
      const { changes, base } = changedFields(before, access);
      await call('users.update', { id: user.UserId, ...changes, base });
      kept.drop();
      toastDone(`Saved. It applies to ${user.FirstName} from now on.`);
      await onSaved();
    } catch (cause) {
      if (!kept.meet(cause)) setRefusal(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={classes.sections}>
      {user.SuperUser && (
        <p className={classes.hint}>
          A superuser has all rights in every site, regardless of the settings below. Only superusers can change
          superusers.
        </p>
      )}
      {kept.refusal}
      <AccessFields value={access} groups={groups} names={names} disabled={mayNot} onChange={kept.setValues} />
      <RightsNote
        who={user.FirstName}
        before={{ ...before, can: canSeen }}
        after={{ ...access, can: isDirty ? canOf(access, groups) : canSeen }}
        names={names}
      />
      {refusal !== null && (
        <p className={classes.error} role="alert">
          {refusal}
        </p>
      )}
      {isDirty && (
        <div className={classes.buttons}>
          <Button disabled={!isOnline} loading={isBusy} onClick={() => void save()}>
            Save permissions
          </Button>
          <Button variant="default" onClick={kept.undo}>
            Undo changes
          </Button>
        </div>
      )}
    </div>
  );
}
