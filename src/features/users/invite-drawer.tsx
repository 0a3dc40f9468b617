import { Button, Select, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { providerTypes, type ProviderType } from '#contract/providers/provider.ts';
import type { ManagedUser, PermissionGroup } from '#contract/users/user.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { call } from '#shared/api.ts';
import { DraftFields, DraftScope } from '#shared/autosave/draft-scope.tsx';
import { useCurrentUser } from '#shared/session.ts';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { canOf, type Access } from './access.ts';
import { AccessFields } from './access-fields.tsx';
import { personErrors, PersonFields, type Person, type PersonErrors } from './person-fields.tsx';
import { RightsNote } from './rights-note.tsx';
import { useNames } from './use-names.ts';
import { sentenceOf } from './use-people.ts';
import classes from './users.module.css';

type Props = {
  opened: boolean;
  groups: readonly PermissionGroup[];
  onClose: () => void;
  onInvited: (user: ManagedUser) => void;
};

const nobody: Person = { FirstName: '', LastName: '', Email: '' };

/** A new user: who they are, what they may do, and whether they treat patients. They get a mail with a link. */
export function InviteDrawer({ opened, groups, onClose, onInvited }: Props) {
  const { facilityIds, providerIds = null } = useCurrentUser();
  const none: Access = { roles: [], individualPermissions: [], facilityIds, providerIds };
  const [person, setPerson] = useState(nobody);
  const [access, setAccess] = useState(none);
  const [type, setType] = useState<ProviderType | null>(null);
  const [errors, setErrors] = useState<PersonErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const names = useNames();
  const isDirty = opened && (Object.values(person).some((text) => text !== '') || access.roles.length > 0);

  function close(): void {
    setPerson(nobody);
    setAccess(none);
    setType(null);
    setErrors({});
    setRefusal(null);
    onClose();
  }
  const { leave, question } = useDiscard(isDirty, close);

  async function invite(): Promise<void> {
    const wrong = personErrors(person);
    setErrors(wrong);
    setRefusal(null);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      const made = await call('users.create', {
        ...person,
        Email: person.Email.trim(),
        ...access,
        provider: type && { Type: type },
      });
      toastDone(`${person.FirstName} is invited. We emailed a link to ${made.Email}.`);
      close();
      onInvited(made);
    } catch (cause) {
      if (cause instanceof AppError && cause.fields?.['Email']) setErrors({ Email: cause.fields['Email'] });
      else setRefusal(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <DraftScope draftKey={unsavedKey.at('invitation', '/company/users')} about={opened ? 'new' : null}>
      {opened && (
        <DraftFields
          form="invitation"
          values={{ person, access, type }}
          isDirty={isDirty}
          fill={(left) => {
            setPerson(left.person);
            setAccess(left.access);
            setType(left.type);
          }}
        />
      )}
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title="Invite a user"
        size={560}
        footer={
          <>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button loading={isBusy} onClick={() => void invite()}>
              Send invitation
            </Button>
          </>
        }
      >
        <Stack gap="lg">
          <PersonFields value={person} errors={errors} onChange={setPerson} />
          <div>
            <Switch
              label="Treats patients"
              description="Creates a provider record. Enter its license and schedule later."
              checked={type !== null}
              onChange={(event) => setType(event.currentTarget.checked ? 'PT' : null)}
            />
            {type !== null && (
              <Select
                mt="sm"
                label="Type of provider"
                data={[...providerTypes]}
                value={type}
                allowDeselect={false}
                onChange={(next) => setType(providerTypes.find((each) => each === next) ?? 'PT')}
              />
            )}
          </div>
          <AccessFields value={access} groups={groups} names={names} onChange={setAccess} />
          <RightsNote
            who={person.FirstName.trim() || 'They'}
            before={{ ...access, can: [] }}
            after={{ ...access, can: canOf(access, groups) }}
            names={names}
          />
          {refusal !== null && (
            <p className={classes.error} role="alert">
              {refusal}
            </p>
          )}
        </Stack>
      </SideDrawer>
      {question}
    </DraftScope>
  );
}
