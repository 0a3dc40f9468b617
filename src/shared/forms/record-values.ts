import type { z } from 'zod';
import { nationalDigits, phoneSentence } from '#contract/base/phone.ts';
import { showPhone } from '#contract/base/text.ts';
import { readAges, showAges, type Ages } from '#contract/measures/ages.ts';
import type { Field, Fields, PartsKind } from '#contract/record/fields.ts';
import type { AnyRecord, FieldsOf } from '#contract/record/record.ts';
import { newId } from '#local/store/new-id.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';

type Value<F extends Field> =
  z.output<F['schema']> extends boolean
    ? boolean
    : z.output<F['schema']> extends readonly (infer Each)[] | null
      ? Each extends string
        ? string[]
        : PartValues[]
      : z.output<F['schema']> extends string | number | null
        ? string | null
        : z.output<F['schema']> extends object | undefined
          ? Flags
          : string | null;
type Flags = Record<string, boolean>;
type AnyValue = string | readonly (string | PartValues)[] | Flags | boolean | null;
/** What is typed of one of several parts, with its id; of one without, with what it is known by while it is typed. */
export type PartValues = { [name: string]: string | boolean | null };
/** What is typed in the form of a record: text, null where nothing is chosen, ids or parts of several, yes or no. */
export type RecordValues<R extends AnyRecord> = { [K in keyof R['fields'] & string]: Value<R['fields'][K]> };

/** A row, or what a new one begins with, as its form shows it. */
export function valuesOf<R extends AnyRecord>(of: R, row: object): RecordValues<R> {
  return shownFields(of.fields, row) as RecordValues<R>;
}

export function shownFields(fields: Fields, row: object): Record<string, unknown> {
  const known = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [name, shownValue(kind, known.get(name) ?? null)]),
  );
}

/** What the fields of a form hold where nothing is typed in. */
export function emptyFields({ fields }: AnyRecord): Record<string, unknown> {
  return typedFields(fields, shownFields(fields, {}));
}

type Read<R extends AnyRecord> = { fields: FieldsOf<R> } | { errors: Record<string, string> };

/** The fields of a form, or one sentence for each that cannot be. */
export function readValues<R extends AnyRecord>(of: R, values: RecordValues<R>): Read<R> {
  const fields = of.tidy(typedFields(of.fields, values) as never) as Typed;
  const errors = errorsIn(of.fields, fields);
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  const refused = Object.entries(of.check(fields as never)).filter(([, sentence]) => sentence !== undefined);
  if (refused.length > 0) return { errors: Object.fromEntries(refused) as Record<string, string> };
  return { fields: of.Fields.parse(fields) as FieldsOf<R> };
}

type Typed = Record<string, unknown>;

/** By what a part is told from the others in a form. */
export const keyOfPart = ({ key }: PartsKind) => key ?? 'key';

function typedFields(fields: Fields, values: object): Typed {
  const known = new Map<string, AnyValue>(Object.entries(values));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typedValue(field, known.get(name) ?? null)]),
  );
}

/** One sentence for each field that cannot be saved; `at` is the place of a part. */
function errorsIn(fields: Fields, typed: Typed, at = ''): [path: string, sentence: string][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const path = `${at}${name}`;
    const { kind } = field;
    if (kind.is === 'parts')
      return (typed[name] as Typed[]).flatMap((part, place) => errorsIn(kind.fields, part, `${path}.${place}.`));
    const sentence = sentenceOn(field, typed[name]);
    return sentence === null ? [] : [[path, sentence]];
  });
}

function shownValue(kind: Field['kind'], value: unknown): unknown {
  switch (kind.is) {
    case 'parts':
      return (Array.isArray(value) ? (value as Typed[]) : []).map((part) => ({
        ...shownFields(kind.fields, part),
        [keyOfPart(kind)]: kind.key === null ? newId() : part[kind.key],
      }));
    case 'refs':
    case 'choices':
    case 'tags':
      return Array.isArray(value) ? value.map(String) : [];
    case 'flag':
      return value === true;
    case 'flags':
      return Object.fromEntries(
        Object.keys(kind.names).map((name) => [name, (value as Flags | null)?.[name] === true]),
      );
    case 'phone':
      return value === null ? '' : showPhone(String(value));
    case 'ages':
      return value === null ? '' : showAges(value as Ages);
    case 'either':
      return value === null ? null : value === true ? 'yes' : 'no';
    case 'choice':
    case 'ref':
    case 'listed':
    case 'day':
      return value;
    default:
      return String(value ?? '');
  }
}

/** Of these, nothing is an empty list. */
const alwaysThere: ReadonlySet<string> = new Set(['choices', 'tags', 'flags']);
const digitsAlone: ReadonlySet<string> = new Set(['zip', 'npi']);

/** Empty text is a missing value; of a number that is none, its text. */
export function typedValue({ kind }: Field, value: AnyValue): unknown {
  if (kind.is === 'parts') {
    // A draft of an older app may have them in another shape.
    const parts = Array.isArray(value) ? (value as PartValues[]) : [];
    return parts.map((part) => ({
      ...typedFields(kind.fields, part),
      ...(kind.key !== null && { [kind.key]: part[kind.key] }),
    }));
  }
  if (alwaysThere.has(kind.is) || (kind.is === 'refs' && kind.ordered)) return value ?? [];
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object') return value === null || Object.keys(value).length === 0 ? null : value;
  const text = value.trim();
  if (text === '') return null;
  if (kind.is === 'phone') return nationalDigits(text) ?? text;
  if (digitsAlone.has(kind.is)) return text.replace(/[\s().+-]/g, '');
  if (kind.is === 'either') return text === 'yes' ? true : text === 'no' ? false : text;
  if (kind.is === 'ages') return readAges(text) ?? text;
  if (kind.is === 'decimal') return decimalIn(text) ?? text;
  return kind.is === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function decimalIn(text: string): number | undefined {
  const plain = text.replace('−', '-');
  return /^[-+]?(\d{1,9}(\.\d{1,6})?|\.\d{1,6})$/.test(plain) ? Number(plain) : undefined;
}

/** Why a field cannot be saved, or null. */
function sentenceOn({ schema, kind, asks, wrong }: Field, value: unknown): string | null {
  if (value === null) return asks;
  if (schema.safeParse(value).success) return null;
  if (wrong !== undefined) return wrong;
  switch (kind.is) {
    case 'line':
    case 'text':
      return atMost(kind.most);
    case 'code':
      return String(value).length > kind.most ? atMost(kind.most) : 'Only letters, digits and dashes.';
    case 'count':
      return `Enter a number from ${kind.least} to ${kind.most}.`;
    case 'decimal':
      return `Enter a number from ${kind.least.toLocaleString('en-US')} to ${kind.most.toLocaleString('en-US')}.`;
    case 'ages':
      return 'Enter ages such as 65-74, 65+ or 40.';
    case 'day':
      return notADateSentence;
    case 'phone':
      return phoneSentence;
    case 'zip':
      return 'Enter a ZIP code with five or nine digits.';
    case 'email':
      return 'This is not a valid email.';
    case 'npi':
      return 'This is not a valid NPI. Enter ten digits with a correct check digit.';
    default:
      return asks ?? 'Choose one from the list.';
  }
}

function atMost(most: number): string {
  return `At most ${most} characters.`;
}
