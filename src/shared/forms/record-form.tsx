import { useForm } from '@mantine/form';
import type { ComponentType } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { capitalized } from '#contract/base/nouns.ts';
import type { AnyRecord, FieldsOf, RowOfRecord } from '#contract/record/record.ts';
import { callNameOf } from '#contract/records.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { doneWords, type DraftFormProps } from './draft-drawer.tsx';
import { ofForm } from './form-errors.ts';
import { RecordField, RecordFormContext, type FieldOf } from './record-field.tsx';
import { readValues, valuesOf, type RecordValues } from './record-values.ts';
import { useDraft } from './use-draft.ts';

/** The form of a record: what it chooses from, what a new one begins with, and how its fields are laid out. */
type Spec<R extends AnyRecord, Known> = {
  /** What its fields choose from; undefined where what it belongs to is not on this device. `parent` is '' of the site. */
  known: (parent: string) => Promise<Known | undefined>;
  start: (known: Known) => Partial<RecordValues<R>>;
  Layout: ComponentType<{ Field: FieldOf<R>; values: RecordValues<R>; known: Known }>;
};

export type RecordForm<R extends AnyRecord, Known> = Spec<R, Known> & { of: R };
/** Any of them, for what goes through all. */
export type AnyRecordForm = RecordForm<AnyRecord, unknown>;

export function recordForm<R extends AnyRecord, Known>(of: R, spec: Spec<R, Known>): RecordForm<R, Known> {
  return { of, ...spec };
}

export const formIdOf = ({ name }: Pick<AnyRecord, 'name'>) => `${name}-form`;

type Props<R extends AnyRecord, Known> = DraftFormProps<RowOfRecord<R>> & {
  form: RecordForm<R, Known>;
  known: Known;
};

/** The form itself: saved on this device at once, kept as a draft until then. */
export function RecordEditor<R extends AnyRecord, Known>(props: Props<R, Known>) {
  const { form: layout, known, about, refused, kept, onDone } = props;
  const { of } = layout;
  const form = useForm<RecordValues<R>>({
    initialValues: valuesOf(of, firstOf(props)),
    validate: (values) => {
      const read = readValues(of, values);
      return 'errors' in read ? (read.errors as never) : {};
    },
    enhanceGetInputProps: checkOnLeaving as never,
  });
  useDraft<RowOfRecord<R>, RecordValues<R>>(form, props, (row) => String((row as Row)[of.key]));

  async function write(fields: FieldsOf<R>, draft: string | undefined): Promise<void> {
    const { of: before, parent } = about;
    if (before) {
      const { changes, base } = changedFields(before as Row, fields as Row, of.together);
      const input = { id: (before as Row)[of.key], changes };
      if (refused) await resendCalls([{ mid: refused.mid, input, base }], draft);
      else if (Object.keys(changes).length > 0) await queueWrite(callNameOf(of, 'update'), input as never, base, draft);
    } else if (refused) {
      await resendCalls([{ mid: refused.mid, input: { ...refused.input, ...(fields as Row) } }], draft);
    } else {
      const within = of.parent && { [of.parent.key]: parent };
      const input = { ...(fields as Row), [of.key]: newId(), ...within };
      await queueWrite(callNameOf(of, 'create'), input as never, {}, draft);
    }
  }

  async function save(values: RecordValues<R>): Promise<void> {
    const read = readValues(of, values);
    if ('errors' in read) return form.setErrors(read.errors);
    try {
      if (!(await kept.submit((draft) => write(read.fields, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, `The ${of.noun} could not be saved on this device.`);
      return;
    }
    toastDone(doneWords(props, `${capitalized(of.noun)} added.`));
    onDone();
  }

  return (
    <form id={formIdOf(of)} noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      <RecordFormContext value={{ of, form: form as never }}>
        <layout.Layout Field={RecordField} values={form.values} known={known} />
      </RecordFormContext>
    </form>
  );
}

type Row = Record<string, unknown>;

/** What a form begins with: the row, a refused call as it was typed, or what a new one begins with. */
function firstOf<R extends AnyRecord, Known>({ form, known, about, refused }: Props<R, Known>): object {
  const changes = refused?.input['changes'] as object | undefined;
  if (about.of) return { ...about.of, ...changes };
  return refused?.input ?? form.start(known);
}
