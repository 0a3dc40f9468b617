import { Button, TextInput } from '@mantine/core';
import { useId, useState, type FormEvent } from 'react';
import { isListed } from '#contract/clinic-lists/clinic-lists.ts';
import { unsavedKey } from '#local/drafts/unsaved-drafts.ts';
import { DraftScope, useDraftScope } from '#shared/autosave/draft-scope.tsx';
import { useOvertaken, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { useUnsaved } from '#shared/unsaved.ts';
import { useOnline } from '#shared/sync-state.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { requestIdOf, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import part from '#shared/ui/part/part.module.css';
import classes from './settings.module.css';

export type Named = { id: string; name: string; isInactive?: boolean };

type Props = {
  title: string;
  help: string;
  /** One of them, as in `New tag`. */
  one: string;
  rows: readonly Named[];
  onAdd: (name: string) => Promise<void>;
  /** `seen` is the name it had when somebody began to rename it. */
  onRename: (row: Named, name: string, seen: string) => Promise<void>;
  /** The name out of a row that a refusal tells of. */
  nameOf: (current: unknown) => string | null;
  /** Puts one out of use or back; missing where a list has no such state. */
  onRetire?: (row: Named, isInactive: boolean) => Promise<void>;
};

/** A short list of names of the clinic's own, each of them once whatever its case. */
export function NamedList({ title, help, one, rows, onAdd, onRename, nameOf, onRetire }: Props) {
  const id = useId();
  const isOnline = useOnline();
  const [renamed, setRenamed] = useState<string | null>(null);
  const place = one.replaceAll(' ', '-');
  const names = rows.map(({ name }) => name);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={part.heading}>
        {title}
      </h2>
      <p className={classes.help}>{help}</p>
      {rows.length === 0 && <EmptyState title={`No ${one} yet`} compact />}
      <DraftScope
        draftKey={unsavedKey.at('listName', `/company/settings#rename-${place}`)}
        about={renamed}
        onReopen={setRenamed}
      >
        <ul className={part.list} aria-labelledby={id}>
          {rows.map((row) => (
            <li key={row.id} className={part.line}>
              {renamed === row.id ? (
                <NameForm
                  label={`New name of ${row.name}`}
                  start={row.name}
                  submitLabel="Save"
                  others={names.filter((name) => name !== row.name)}
                  onCancel={() => setRenamed(null)}
                  nameOf={nameOf}
                  onSubmit={async (name, seen) => {
                    await onRename(row, name, seen);
                    setRenamed(null);
                  }}
                />
              ) : (
                <>
                  <span className={`${classes.words} ${row.isInactive ? classes.past : ''}`}>
                    {row.name}
                    {row.isInactive && ', inactive'}
                  </span>
                  <span className={classes.actions}>
                    <Button
                      variant="default"
                      size="xs"
                      disabled={!isOnline}
                      aria-label={`Rename ${row.name}`}
                      onClick={() => setRenamed(row.id)}
                    >
                      Rename
                    </Button>
                    {onRetire && (
                      <Button
                        variant="default"
                        size="xs"
                        disabled={!isOnline}
                        aria-label={`${row.isInactive ? 'Restore' : 'Deactivate'} ${row.name}`}
                        onClick={() => void quietly(onRetire(row, !row.isInactive))}
                      >
                        {row.isInactive ? 'Restore' : 'Deactivate'}
                      </Button>
                    )}
                  </span>
                </>
              )}
            </li>
          ))}
        </ul>
      </DraftScope>
      <DraftScope draftKey={unsavedKey.at('listName', `/company/settings#new-${place}`)} about="new">
        <NameForm label={`New ${one}`} start="" submitLabel="Add" others={names} nameOf={nameOf} onSubmit={onAdd} />
      </DraftScope>
    </section>
  );
}

async function quietly(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => toastNegative(sentenceOf(error), requestIdOf(error)));
}

type FormProps = {
  label: string;
  start: string;
  submitLabel: string;
  others: readonly string[];
  nameOf: (current: unknown) => string | null;
  onSubmit: (name: string, seen: string) => Promise<void>;
  onCancel?: () => void;
};

function NameForm({ label, start, submitLabel, others, nameOf, onSubmit, onCancel }: FormProps) {
  const isOnline = useOnline();
  const [typed, begin] = useState<TypedOver<{ name: string }>>({ before: { name: start }, values: { name: start } });
  const { before, values } = typed;
  const overtaken = useOvertaken(typed, begin, {
    nowOf(current) {
      const name = nameOf(current);
      return name === null ? null : { name };
    },
  });
  const { kept, isHeld } = overtaken;
  const isDirty = isHeld || values.name !== before.name;
  useUnsaved(isDirty);
  const { drop } = useDraftScope('name', { values: kept, isDirty, fill: begin });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const name = values.name.trim();
    if (name === '') return setError('Enter a name.');
    if (isListed(others, name)) return setError(`“${name}” is already in this list.`);
    setBusy(true);
    try {
      await onSubmit(name, before.name);
      drop();
      begin({ before, values: { name: '' } });
    } catch (cause) {
      if (!overtaken.meet(cause)) setError(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className={classes.controls} noValidate onSubmit={(event) => void submit(event)}>
      {overtaken.refusal}
      <TextInput
        aria-label={label}
        placeholder={label}
        value={values.name}
        maxLength={60}
        error={error}
        disabled={!isOnline}
        autoFocus={onCancel !== undefined}
        onChange={(event) => {
          begin({ before, values: { name: event.currentTarget.value } });
          setError(null);
        }}
      />
      <Button type="submit" variant="default" disabled={!isOnline || isBusy} aria-label={`${submitLabel}: ${label}`}>
        {submitLabel}
      </Button>
      {onCancel && (
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </form>
  );
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : 'That did not work. Nothing was changed. Try again.';
}
