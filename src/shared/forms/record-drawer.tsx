import { Button } from '@mantine/core';
import { capitalized } from '#contract/base/nouns.ts';
import type { AnyRecord, RowOfRecord } from '#contract/record/record.ts';
import { callNameOf } from '#contract/records.ts';
import { queueWrite } from '#local/outbox.ts';
import { recordKey } from '#local/typed.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { toastFailure, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { DraftDrawer, type About } from './draft-drawer.tsx';
import { formIdOf, RecordEditor, type RecordForm } from './record-form.tsx';

type Props<R extends AnyRecord, Known> = {
  form: RecordForm<R, Known>;
  /** The chart in which it is open, or the screen of a record of the site: a draft is found there again. */
  at: string;
  about: About<RowOfRecord<R>> | null;
  onReopen: (about: About<RowOfRecord<R>>) => void;
  onClose: () => void;
};

/** A new record, or one that is changed or removed; saved on this device at once, with or without the network. */
export function RecordDrawer<R extends AnyRecord, Known>({ form, at, about, onReopen, onClose }: Props<R, Known>) {
  const { of } = form;
  const parent = about && (about.parent ?? '');
  const known = useLiveValue(async () => (parent === null ? undefined : form.known(parent)), [form, parent]);
  const row = about?.of;
  return (
    <DraftDrawer<RowOfRecord<R>>
      draftKey={recordKey(of, at)}
      formId={formIdOf(of)}
      title={row ? `Edit ${of.noun}` : `New ${of.noun}`}
      saveLabel={row ? 'Save' : `Add ${of.noun}`}
      about={about}
      onReopen={onReopen}
      onClose={onClose}
      {...(row && {
        action: (onDone: () => void) => (
          <Button variant="subtle" color="red" mr="auto" onClick={() => void remove(of, row as Row, onDone)}>
            Remove
          </Button>
        ),
      })}
    >
      {(draft) =>
        known === undefined ? (
          <LoadingSkeleton label={`Loading the ${of.noun}`} rows={6} />
        ) : (
          <RecordEditor {...draft} form={form} known={known} />
        )
      }
    </DraftDrawer>
  );
}

type Row = Record<string, unknown>;

/** At once, and taken back by the toast. */
async function remove(of: AnyRecord, row: Row, onDone: () => void): Promise<void> {
  try {
    await queueWrite(callNameOf(of, 'remove'), { id: row[of.key] } as never, row);
  } catch (error) {
    toastFailure(error, `The ${of.noun} could not be removed on this device.`);
    return;
  }
  toastUndo(`${capitalized(of.noun)} removed.`, () => void putBack(of, row));
  onDone();
}

async function putBack(of: AnyRecord, row: Row): Promise<void> {
  try {
    await queueWrite(callNameOf(of, 'create'), of.New.strip().parse(row) as never);
  } catch (error) {
    toastFailure(error, `The ${of.noun} could not be put back on this device.`);
  }
}
