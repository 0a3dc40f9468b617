import { useForm } from '@mantine/form';
import type { ComponentType } from 'react';
import { definedFields } from '#contract/base/defined-fields.ts';
import { AppError } from '#contract/base/errors.ts';
import { capitalized } from '#contract/base/nouns.ts';
import type { AnyRecord, FieldsOf, Refusals, RowOfRecord } from '#contract/record/record.ts';
import type { QueueableName } from '#contract/queued-endpoints.ts';
import { formCallName } from '#contract/records.ts';
import { newId } from '#local/store/new-id.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { resendCalls } from '#local/outbox/refused-calls.ts';
import type { Settles } from '#local/drafts/drafts.ts';
import { checkOnLeaving } from '#shared/after-press.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { usePreferences } from '#shared/preferences.ts';
import { focusFirstError } from '#shared/focus-first-error.ts';
import { changedFields } from '#shared/form-changes.ts';
import { toastDone, toastFailure, toastNegative } from '#shared/ui/toasts/toasts.tsx';
import { useAlike, type AlikeSearch } from './alike.tsx';
import { doneWords, type DraftFormProps } from './draft-drawer.tsx';
import { ofForm } from './form-errors.ts';
import { ObjectionAlert, type Objection } from './objection.tsx';
import { RecordField, type FieldOf } from './record-field.tsx';
import { RecordFormContext } from './record-form-context.ts';
import { emptyFields, readValues, valuesOf, type RecordValues } from './record-values.ts';
import { useDraft } from './use-draft.ts';
import classes from './record-form.module.css';

/** The form of a record: what it chooses from, what a new one begins with, and how its fields are laid out. */
type Spec<R extends AnyRecord, Known> = {
  /** What its fields choose from; undefined where what it belongs to is not on this device. `parent` is '' of the site. */
  known: (parent: string) => Promise<Known | undefined>;
  start: (known: Known, here: Here) => Partial<RecordValues<R>>;
  /** What is there already and would be entered again; `id` is its own, null for a new one. */
  objection?: (fields: FieldsOf<R>, of: Around<R, Known>) => Objection | null;
  /** Others that a new one may be, which are looked up when it is saved: who saves it says that it is none of them. */
  alike?: AlikeSearch<FieldsOf<R>>;
  /** What cannot be of it on this day; `before` is null for a new one. */
  refuses?: (fields: FieldsOf<R>, here: Here, known: Known, before: RowOfRecord<R> | null) => Refusals;
  /** The input of a command that adds one, where it is not its fields; `before` is that of a refused one. */
  input?: (fields: FieldsOf<R>, id: string, before: Row | undefined) => object;
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
  onMade?: ((id: string) => void) | undefined;
};

/** The form itself: saved on this device at once, kept as a draft until then. */
export function RecordEditor<R extends AnyRecord, Known>(props: Props<R, Known>) {
  const { form: layout, known, about, refused, kept, onDone, isReadOnly = false, onOpen, onMade } = props;
  const { of } = layout;
  const today = useClinicToday();
  const [{ facilityId = null }] = usePreferences();
  const here = { today, facilityId };
  const form = useForm<RecordValues<R>>({
    initialValues: valuesOf(of, firstOf(props, here)),
    validate: (values) => problemsOf(props, values, here).errors as never,
    enhanceGetInputProps: checkOnLeaving as never,
  });
  useDraft<RowOfRecord<R>, RecordValues<R>>(form, props, (row) => String((row as Row)[of.key]));

  const send = (verb: 'create' | 'update', input: object, base: Row, draft: Settles | undefined) =>
    queueWrite(formCallName(of, verb) as QueueableName, input as never, base, draft);

  /** False where a refused change would change nothing any more. */
  async function change(before: Row, fields: Row, draft: Settles | undefined): Promise<boolean> {
    // A row of an older app may be without a field that came since.
    const { changes, base } = changedFields({ ...emptyFields(of), ...before }, fields, of.together);
    const isSame = Object.keys(changes).length === 0;
    const input = { id: before[of.key], changes };
    if (!isSame && refused) await resendCalls([{ mid: refused.mid, input, base }], draft);
    else if (!isSame) await send('update', input, base, draft);
    else if (refused) toastNegative(`The ${of.noun} already has all of this. Change something, or discard the change.`);
    return !isSame || !refused;
  }

  async function add(id: string, fields: FieldsOf<R>, sent: object, draft: Settles | undefined): Promise<void> {
    const before = refused?.input;
    const within = of.parent && { [of.parent.key]: about.parent };
    const input = layout.input?.(fields, id, before) ?? {
      ...within,
      [of.key]: id,
      ...before,
      ...(fields as Row),
      ...sent,
    };
    if (refused) await resendCalls([{ mid: refused.mid, input: input as Row }], draft);
    else await send('create', input, {}, draft);
  }

  const alike = useAlike<FieldsOf<R>>(about.of ? undefined : layout.alike, form.values as object);

  async function save(values: RecordValues<R>, sent: object = {}): Promise<void> {
    const read = readValues(of, values);
    if ('errors' in read) return form.setErrors(read.errors);
    const id = refused ? String(of.typedIn(refused.input)[of.key]) : newId();
    if (await alike.stops(read.fields, id)) return;
    try {
      let isSaved = false;
      await kept.submit(async (draft) => {
        if (about.of) return (isSaved = await change(about.of as Row, read.fields as Row, draft));
        await add(id, read.fields, sent, draft);
        return (isSaved = true);
      });
      if (!isSaved) return;
    } catch (error) {
      if (error instanceof AppError && error.fields) form.setErrors(ofForm(error.fields));
      toastFailure(error, `The ${of.noun} could not be saved on this device.`);
      return;
    }
    toastDone(doneWords(props, layout.words?.added ?? `${capitalized(of.noun)} added.`));
    onDone();
    if (!about.of) onMade?.(id);
  }

  const { objection } =
    Object.keys(form.errors).length > 0 ? problemsOf(props, form.values, here) : { objection: null };
  return (
    <form id={formIdOf(of)} noValidate onSubmit={form.onSubmit((values) => void save(values), focusFirstError)}>
      {objection && <ObjectionAlert of={objection} onOpen={onOpen} onInsist={(sent) => void save(form.values, sent)} />}
      {alike.shown(onOpen, () => void save(form.values))}
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
  { form: { of, objection, refuses }, known, about, refused }: Props<R, Known>,
  values: RecordValues<R>,
  here: Here,
): Problems {
  const read = readValues(of, values);
  if ('errors' in read) return { errors: read.errors, objection: null };
  const errors = definedFields(refuses?.(read.fields, here, known, about.of) ?? {}) as Record<string, string>;
  if (Object.keys(errors).length > 0) return { errors, objection: null };
  const id = ((about.of ?? refused?.input) as Row | undefined)?.[of.key];
  const found = objection?.(read.fields, { known, before: about.of, id: id === undefined ? null : String(id) }) ?? null;
  return { errors: definedFields(found?.refusals ?? {}) as Record<string, string>, objection: found };
}

/** What a form begins with: the row, a refused call as it was typed, or what a new one begins with. */
function firstOf<R extends AnyRecord, Known>({ form, known, about, refused }: Props<R, Known>, here: Here): object {
  if (!about.of) return refused ? form.of.typedIn(refused.input) : form.start(known, here);
  const changes = definedFields((refused?.input['changes'] ?? {}) as Row);
  // What others added to the same list meanwhile stands beside mine.
  return { ...about.of, ...changes, ...form.of.merge(about.of as Row, changes, refused?.base ?? {}) };
}
