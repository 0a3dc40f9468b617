import { Fragment, type ReactNode } from 'react';
import { capitalized } from '#contract/base/nouns.ts';
import type { AnyRecord, RowOfRecord } from '#contract/record/record.ts';
import type { EntityName } from '#contract/entities.ts';
import { formCallName } from '#contract/records.ts';
import { callNameOf } from '#contract/kept-rows.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import { recordKey } from '#local/drafts/unsaved-drafts.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { aboutOf, DraftDrawer, typedIn, type About, type Draft } from './draft-drawer.tsx';
import { formIdOf, RecordEditor, type RecordForm } from './record-form.tsx';

type Props<R extends AnyRecord, Known> = {
  form: RecordForm<R, Known>;
  /** The chart in which it is open, or the screen of a record of the site: a draft is found there again. */
  at: string;
  about: About<RowOfRecord<R>> | null;
  onReopen: (about: About<RowOfRecord<R>>) => void;
  onClose: () => void;
  /** What one that is there is called, where that is more than its noun. */
  title?: string | undefined;
  /** False for who may look only. */
  mayChange?: boolean;
  /** Goes to another entry, once nothing typed is lost by it. */
  onOpen?: (id: string) => void;
  /** A new one was saved. */
  onMade?: (id: string) => void;
  /** What else belongs to one that is there. */
  below?: (form: { isDirty: boolean; leaveFor: (go: () => void) => void }) => ReactNode;
};

/** A new record, or one that is changed or removed; saved on this device at once, with or without the network. */
export function RecordDrawer<R extends AnyRecord, Known>(props: Props<R, Known>) {
  const { form, at, about, onReopen, onClose, title, mayChange = true, onOpen, onMade, below } = props;
  const { of } = form;
  const parent = about && (about.parent ?? '');
  const live = useLiveWithRetry(async () => (parent === null ? undefined : form.known(parent)), [form, parent]);
  const known = live.state === 'ready' ? live.value : undefined;
  const row = about?.of;
  return (
    <DraftDrawer<RowOfRecord<R>>
      draftKey={recordKey(of, at)}
      formId={formIdOf(of)}
      title={row ? (title ?? `Edit ${of.noun}`) : `New ${of.noun}`}
      saveLabel={row ? 'Save' : (form.words?.add ?? `Add ${of.noun}`)}
      about={about}
      onReopen={(left) => void reopened(of, left, at).then((found) => onReopen(found as About<RowOfRecord<R>>))}
      onClose={onClose}
      mayChange={mayChange}
      {...(row &&
        formCallName(of, 'remove') && { onRemove: (draft: Settles | undefined) => remove(of, row as Row, draft) })}
    >
      {(draft) =>
        live.state === 'failed' ? (
          <ErrorState title={`The form of the ${of.noun} could not be loaded`} onRetry={live.retry}>
            Your earlier changes are kept on this device.
          </ErrorState>
        ) : known === undefined ? (
          <LoadingSkeleton label={`Loading the ${of.noun}`} rows={6} />
        ) : (
          <Fragment key={String((row as Row | null)?.[of.key])}>
            <RecordEditor
              {...draft}
              form={form}
              known={known}
              isReadOnly={!mayChange}
              onMade={onMade}
              {...(onOpen && { onOpen: (id: string) => draft.leaveFor(() => onOpen(id)) })}
            />
            {row && below?.(draft)}
          </Fragment>
        )
      }
    </DraftDrawer>
  );
}

type Row = Record<string, unknown>;

/**
 * The row under what was left half-filled: what was typed in, as it was then; the rest as it is now. A draft of an older
 * app tells only `over` what it was typed, in the chart of its patient.
 */
async function reopened(of: AnyRecord, left: Draft<unknown>, at: string): Promise<About<Row>> {
  const about = aboutOf(left) as About<Row>;
  if (about.of === null) return about;
  const then = about.of ?? { [of.key]: at, ...(left as { over?: Row }).over };
  const now = await readRow(of.entity as EntityName, String(then[of.key])).catch(() => undefined);
  if (!now) return { ...about, of: then };
  const typed = Object.keys(typedIn(left));
  const groups = of.together.filter((group) => group.some((field) => typed.includes(field)));
  const kept = new Set([...typed, ...groups.flat()]);
  return { ...about, of: { ...now, ...Object.fromEntries(Object.entries(then).filter(([field]) => kept.has(field))) } };
}

/** At once, and taken back by the toast. */
async function remove(of: AnyRecord, row: Row, draft: Settles | undefined): Promise<boolean> {
  const id = String(row[of.key]);
  try {
    // As it is shown now: it may have been changed in another tab since the form was opened.
    const shown = await readRow(of.entity as EntityName, id);
    await queueWrite(callNameOf(of, 'remove'), { id } as never, row, draft);
    toastUndo(`${capitalized(of.noun)} removed.`, () => putBack(of, shown ?? row));
    return true;
  } catch (error) {
    toastFailure(error, `The ${of.noun} could not be removed on this device.`);
    return false;
  }
}

async function putBack(of: AnyRecord, row: object): Promise<boolean> {
  try {
    const input = { ...of.New.strip().parse(row), restores: true };
    await queueWrite(callNameOf(of, 'create'), input as never);
    return true;
  } catch (error) {
    toastFailure(error, `Undo failed. The ${of.noun} is still removed.`);
    return false;
  }
}
