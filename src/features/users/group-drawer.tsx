import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import type { PermissionGroup } from '#contract/users/user.ts';
import { call } from '#shared/api.ts';
import { DraftFields } from '#shared/autosave/draft-scope.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog/confirm-dialog.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import { useDiscard } from '#shared/ui/side-drawer/use-discard.tsx';
import { requestIdOf, toastDone, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { PermissionChecks } from './permission-checks.tsx';
import { RightsNote } from './rights-note.tsx';
import { useNames } from './use-names.ts';
import { sentenceOf } from './use-people.ts';
import classes from './users.module.css';

type Props = {
  /** null makes a new one. */
  group: PermissionGroup | null;
  opened: boolean;
  isOnline: boolean;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

/** `over`: the permissions these were chosen over; not there where an older version of the app wrote it. */
type Draft = { name: string; permissions: string[]; over?: string[] };

/** A group's name and permissions; the change is told in words before it reaches its members. */
export function GroupDrawer({ group, opened, isOnline, onClose, onSaved }: Props) {
  const [name, setName] = useState(group?.name ?? '');
  const [permissions, setPermissions] = useState<string[]>(group?.permissions ?? []);
  const [nameError, setNameError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const names = useNames();
  // What was left half-changed began with these: another admin may have changed them since.
  const [over, setOver] = useState<string[] | null>(null);
  const now = group?.permissions ?? [];
  const was = over ?? now;
  const isDirty = opened && (name !== (group?.name ?? '') || !isSame(permissions, was));
  const { leave, question } = useDiscard(isDirty, close);

  function close(): void {
    setName(group?.name ?? '');
    setOver(null);
    setPermissions([...now]);
    setNameError(null);
    setRefusal(null);
    onClose();
  }

  async function save(): Promise<void> {
    setRefusal(null);
    setNameError(name.trim() === '' ? 'Enter a name.' : null);
    if (name.trim() === '') return;
    setBusy(true);
    try {
      const fields = { name, permissions };
      await (group
        ? call('users.updateGroup', { id: group.id, before: was, ...fields })
        : call('users.createGroup', fields));
      toastDone(group ? 'Saved. It holds for its members from now on.' : `The group ${name.trim()} is there.`);
      await onSaved();
      onClose();
    } catch (cause) {
      if (cause instanceof AppError && cause.fields?.['name']) setNameError(cause.fields['name']);
      else setRefusal(sentenceOf(cause));
      // Behind the drawer stands then what it has become.
      if (cause instanceof AppError && cause.kind === 'conflict') await onSaved();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {opened && (
        <DraftFields<Draft>
          form="group"
          values={{ name, permissions, over: was }}
          isDirty={isDirty}
          fill={(left) => {
            setOver(left.over ?? null);
            setName(left.name);
            setPermissions(left.permissions);
          }}
        />
      )}
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isDirty}
        title={group ? group.name : 'New permission group'}
        size={560}
        footer={
          <>
            {group && group.members === 0 && (
              <RemoveButton group={group} isOnline={isOnline} onDone={onSaved} onClose={onClose} />
            )}
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button disabled={!isOnline || !isDirty} loading={isBusy} onClick={() => void save()}>
              Save
            </Button>
          </>
        }
      >
        <Stack gap="lg">
          <TextInput
            label="Name"
            maxLength={60}
            value={name}
            error={nameError}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <RightsNote
            who={membersWords(group?.members ?? 0)}
            before={{ can: was }}
            after={{ can: permissions }}
            names={names}
          />
          {refusal !== null && (
            <p className={classes.error} role="alert">
              {refusal}
            </p>
          )}
          <PermissionChecks value={permissions} names={names} onChange={setPermissions} />
        </Stack>
      </SideDrawer>
      {question}
    </>
  );
}

type RemoveProps = { group: PermissionGroup; isOnline: boolean; onDone: () => Promise<void>; onClose: () => void };

function RemoveButton({ group, isOnline, onDone, onClose }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    try {
      await call('users.removeGroup', { id: group.id });
      toastDone(`The group ${group.name} is gone.`);
      setAsking(false);
      onClose();
      await onDone();
    } catch (cause) {
      toastNegative(sentenceOf(cause), requestIdOf(cause));
      setAsking(false);
    }
  }
  return (
    <>
      <Button variant="default" disabled={!isOnline} onClick={() => setAsking(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete the group ${group.name}?`}
        confirmLabel="Delete"
        danger
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      >
        Nobody belongs to it, so nobody loses anything.
      </ConfirmDialog>
    </>
  );
}

function membersWords(members: number): string {
  if (members === 0) return 'Who joins it';
  return members === 1 ? 'Its one member' : `Its ${members} members`;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
}
