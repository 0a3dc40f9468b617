import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { isSameInAnyOrder } from '#contract/base/same-value.ts';
import { PermissionGroup } from '#contract/users/user.ts';
import { call } from '#shared/api.ts';
import { DraftFields } from '#shared/autosave/draft-scope.tsx';
import { changedFields } from '#shared/form-changes.ts';
import { useBusy } from '#shared/hooks/use-busy.ts';
import { isOvertaken, nowBy, rebaseBy, useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
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

type Values = { name: string; permissions: string[] };
/** `over`: what it was typed over; an older version of the app wrote only its permissions, or nothing. */
type Draft = Values & { over?: Values | string[] };

const ofGroup = {
  nowOf: nowBy<Values>(PermissionGroup.pick({ name: true, permissions: true })),
  rebase: rebaseBy<Values>({ permissions: 'set' }),
};

/** A group's name and permissions; the change is told in words before it reaches its members. */
export function GroupDrawer({ group, opened, isOnline, onClose, onSaved }: Props) {
  const first: Values = { name: group?.name ?? '', permissions: group?.permissions ?? [] };
  const [before, setBefore] = useState(first);
  const [values, setValues] = useState(first);
  const { name, permissions } = values;
  const [nameError, setNameError] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const names = useNames();
  const overtaken = useOvertaken({ before, values }, begin, ofGroup);
  const { kept } = overtaken;
  const isDirty = opened && !isSameInAnyOrder(values, before);
  const isLost = isDirty || overtaken.isHeld;
  const { leave, question } = useDiscard(isLost, close);

  function begin(next: TypedOver<Values>): void {
    setBefore(next.before);
    setValues(next.values);
  }

  function close(): void {
    begin({ before: first, values: first });
    overtaken.forget();
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
      const { changes, base } = changedFields(before, values);
      await (group ? call('users.updateGroup', { id: group.id, ...changes, base }) : call('users.createGroup', values));
      toastDone(group ? 'Saved. It applies to its members from now on.' : `The group ${name.trim()} is created.`);
      await onSaved();
      close();
    } catch (cause) {
      // Behind the drawer stands then what it has become.
      if (overtaken.meet(cause)) await onSaved();
      else if (cause instanceof AppError && cause.fields?.['name']) setNameError(cause.fields['name']);
      else setRefusal(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {opened && (
        <DraftFields<Draft>
          form="group"
          values={{ ...kept.values, over: kept.before }}
          isDirty={isLost}
          fill={({ over, ...left }) => {
            setBefore({ ...first, ...(Array.isArray(over) ? { permissions: over } : over) });
            setValues(left);
          }}
        />
      )}
      <SideDrawer
        opened={opened}
        onClose={leave}
        isDirty={isLost}
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
          {overtaken.refusal}
          <TextInput
            label="Name"
            maxLength={60}
            value={name}
            error={nameError}
            autoComplete="off"
            onChange={(event) => setValues({ name: event.currentTarget.value, permissions })}
          />
          <RightsNote
            who={membersWords(group?.members ?? 0)}
            before={{ can: before.permissions }}
            after={{ can: permissions }}
            names={names}
          />
          {refusal !== null && (
            <p className={classes.error} role="alert">
              {refusal}
            </p>
          )}
          <PermissionChecks
            value={permissions}
            names={names}
            onChange={(chosen) => setValues({ name, permissions: chosen })}
          />
        </Stack>
      </SideDrawer>
      {question}
    </>
  );
}

type RemoveProps = { group: PermissionGroup; isOnline: boolean; onDone: () => Promise<void>; onClose: () => void };

function RemoveButton({ group, isOnline, onDone, onClose }: RemoveProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useBusy();
  async function leave(): Promise<void> {
    onClose();
    await onDone();
  }
  async function remove(): Promise<void> {
    try {
      const { name, permissions } = group;
      await call('users.removeGroup', { id: group.id, base: { name, permissions } });
      toastDone(`The group ${group.name} is deleted.`);
      await leave();
    } catch (cause) {
      toastNegative(sentenceOf(cause), requestIdOf(cause));
      // What it has become is in the list.
      if (isOvertaken(cause)) await leave();
    } finally {
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
        busy={isBusy}
        onConfirm={() => void run(remove)}
        onCancel={() => setAsking(false)}
      >
        It has no members, so no one loses any rights.
      </ConfirmDialog>
    </>
  );
}

function membersWords(members: number): string {
  if (members === 0) return 'New members';
  return members === 1 ? 'Its one member' : `Its ${members} members`;
}
