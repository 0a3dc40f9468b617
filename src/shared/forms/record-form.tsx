import { useForm } from '@mantine/form';
import type { ComponentType } from 'react';
import { definedFields } from '#contract/base/defined-fields.ts';
import { AppError } from '#contract/base/errors.ts';
import { capitalized } from '#contract/base/nouns.ts';
import type { AnyRecord, FieldsOf, RowOfRecord } from '#contract/record/record.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { formCallName } from '#contract/records.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { usePreferences } from '#shared/preferences.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { toastDone, toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { doneWords, type DraftFormProps } from './draft-drawer.tsx';
import { ofForm } from './form-errors.ts';
import { ObjectionAlert, type Objection } from './objection.tsx';
import { RecordField, type FieldOf } from './record-field.tsx';
import { RecordFormContext } from './record-form-context.ts';
import { readValues, valuesOf, type RecordValues } from './record-values.ts';
import { useDraft } from './use-draft.ts';
import classes from './record-form.module.css';

/** The form of a record: what it chooses from, what a new one begins with, and how its fields are laid out. */
type Spec<R extends AnyRecord, Known> = {
  /** What its fields choose from; undefined where what it belongs to is not on this device. `parent` is '' of the site. */
  known: (parent: string) => Promise<Known | undefined>;
  start: (known: Known, here: Here) => Partial<RecordValues<R>>;
  /** What is there already and would be entered again; `id` is its own, null for a new one. */
  objection?: (fields: FieldsOf<R>, of: Around<R, Known>) => Objection | null;
  /** How its button and its toast call what is done with a new one, where that is not adding. */
  words?: { add: string; added: string };
  Layout: ComponentType<{ Field: FieldOf<R>; values: RecordValues<R>; known: Known }>;
};

/** Where and when a form is filled in: the clinic's day, and the facility where its writer works. */
type Here = { today: string; facilityId: string | null };

type Around<R extends AnyRecord, Known> = { known: Known; before: RowOfRecord<R> | null; id: string | null };

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
  isReadOnly?: boolean;
  /** Goes to another entry. */
  onOpen?: (id: string) => void;
};

/** The form itself: saved on this device at once, kept as a draft until then. */
export function RecordEditor<R extends AnyRecord, Known>(props: Props<R, Known>) {
  const { form: layout, known, about, refused, kept, onDone, isReadOnly = false, onOpen } = props;
  const { of } = layout;
  const today = useClinicToday();
  const [{ facilityId = null }] = usePreferences();
  const form = useForm<RecordValues<R>>({
    initialValues: valuesOf(of, firstOf(props, { today, facilityId })),
    validate: (values) => problemsOf(props, values).errors as never,
    enhanceGetInputProps: checkOnLeaving as never,
  });
  useDraft<RowOfRecord<R>, RecordValues<R>>(form, props, (row) => String((row as Row)[of.key]));

  const send = (verb: 'create' | 'update', input: object, base: Row, draft: string | undefined) =>
    queueWrite(formCallName(of, verb) as QueueableName, input as never, base, draft);

  async function write(typed: FieldsOf<R>, sent: object, draft: string | undefined): Promise<void> {
    const fields = { ...(typed as Row), ...(about.of ? {} : sent) };
    const { of: before, parent } = about;
    if (before) {
      const { changes, base } = changedFields(before as Row, fields, of.together);
      const input = { id: (before as Row)[of.key], changes };
      if (refused) await resendCalls([{ mid: refused.mid, input, base }], draft);
      else if (Object.keys(changes).length > 0) await send('update', input, base, draft);
    } else if (refused) {
      await resendCalls([{ mid: refused.mid, input: { ...refused.input, ...fields } }], draft);
    } else {
      const within = of.parent && { [of.parent.key]: parent };
      const input = { ...fields, [of.key]: newId(), ...within };
      await send('create', input, {}, draft);
    }
  }

  async function save(values: RecordValues<R>, sent: object = {}): Promise<void> {
    const read = readValues(of, values);
    if ('errors' in read) return form.setErrors(read.errors);
    try {
      if (!(await kept.submit((draft) => write(read.fields, sent, draft)))) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, `The ${of.noun} could not be saved on this device.`);
      return;
    }
    toastDone(doneWords(props, layout.words?.added ?? `${capitalized(of.noun)} added.`));
    onDone();
  }

  const { objection } = Object.keys(form.errors).length > 0 ? problemsOf(props, form.values) : { objection: null };
  return (
    <form id={formIdOf(of)} noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      {objection && <ObjectionAlert of={objection} onOpen={onOpen} onInsist={(sent) => void save(form.values, sent)} />}
      <fieldset className={classes.bare} disabled={isReadOnly}>
        <legend className="visually-hidden">{capitalized(of.noun)}</legend>
        <RecordFormContext value={{ fields: of.fields, form: form as never, at: '' }}>
          <layout.Layout Field={RecordField} values={form.values} known={known} />
        </RecordFormContext>
      </fieldset>
    </form>
  );
}

type Row = Record<string, unknown>;
type Problems = { errors: Record<string, string>; objection: Objection | null };

/** What is wrong with a form, by field, and the entry that is there already. */
function problemsOf<R extends AnyRecord, Known>(
  { form: { of, objection }, known, about, refused }: Props<R, Known>,
  values: RecordValues<R>,
): Problems {
  const read = readValues(of, values);
  if ('errors' in read) return { errors: read.errors, objection: null };
  const id = ((about.of ?? refused?.input) as Row | undefined)?.[of.key];
  const found = objection?.(read.fields, { known, before: about.of, id: id === undefined ? null : String(id) }) ?? null;
  return { errors: definedFields(found?.refusals ?? {}) as Record<string, string>, objection: found };
}

/** What a form begins with: the row, a refused call as it was typed, or what a new one begins with. */
function firstOf<R extends AnyRecord, Known>({ form, known, about, refused }: Props<R, Known>, here: Here): object {
  if (!about.of) return refused?.input ?? form.start(known, here);
  const changes = definedFields((refused?.input['changes'] ?? {}) as Row);
  // What others added to the same list meanwhile stands beside mine.
  return { ...about.of, ...changes, ...form.of.merge(about.of as Row, changes, refused?.base ?? {}) };
}
