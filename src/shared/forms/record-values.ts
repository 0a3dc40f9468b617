import type { z } from 'zod';
import { showPhone } from '#contract/base/text.ts';
import type { Field } from '#contract/record/fields.ts';
import type { AnyRecord, FieldsOf } from '#contract/record/record.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';

type Value<F extends Field> =
  z.output<F['schema']> extends boolean
    ? boolean
    : z.output<F['schema']> extends readonly unknown[] | null
      ? string[]
      : string | null;
type AnyValue = string | readonly string[] | boolean | null;
/** What is typed in the form of a record: text, null where nothing is chosen, ids of several, yes or no. */
export type RecordValues<R extends AnyRecord> = { [K in keyof R['fields'] & string]: Value<R['fields'][K]> };

/** A row, or what a new one begins with, as its form shows it. */
export function valuesOf<R extends AnyRecord>(of: R, row: object): RecordValues<R> {
  const known = new Map<string, unknown>(Object.entries(row));
  const values = Object.entries(of.fields).map(([name, { kind }]) => {
    const value = known.get(name) ?? null;
    return [name, shownValue(kind.is, value)];
  });
  return Object.fromEntries(values) as RecordValues<R>;
}

type Read<R extends AnyRecord> = { fields: FieldsOf<R> } | { errors: Record<string, string> };

/** The fields of a form, or one sentence for each that cannot be. */
export function readValues<R extends AnyRecord>(of: R, values: RecordValues<R>): Read<R> {
  const typed = Object.entries(of.fields).map(([name, field]) => [
    name,
    typedValue(field, (values as Record<string, AnyValue>)[name] ?? null),
  ]);
  const fields = of.tidy(Object.fromEntries(typed) as never) as Record<string, unknown>;
  const errors = Object.entries(of.fields).flatMap(([name, field]) => {
    const sentence = sentenceOn(field, fields[name]);
    return sentence === null ? [] : [[name, sentence]];
  });
  if (errors.length > 0) return { errors: Object.fromEntries(errors) as Record<string, string> };
  const refused = Object.entries(of.check(fields as never)).filter(([, sentence]) => sentence !== undefined);
  if (refused.length > 0) return { errors: Object.fromEntries(refused) as Record<string, string> };
  return { fields: of.Fields.parse(fields) as FieldsOf<R> };
}

function shownValue(kind: Field['kind']['is'], value: unknown): unknown {
  switch (kind) {
    case 'refs':
      return Array.isArray(value) ? value.map(String) : [];
    case 'flag':
      return value === true;
    case 'phone':
      return value === null ? '' : showPhone(String(value));
    case 'choice':
    case 'ref':
    case 'day':
      return value;
    default:
      return String(value ?? '');
  }
}

const digitsAlone: ReadonlySet<string> = new Set(['phone', 'zip', 'npi']);

/** Empty text is a missing value; of a number that is none, its text. */
function typedValue({ kind }: Field, value: AnyValue): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object') return value === null || value.length === 0 ? null : value;
  const text = value.trim();
  if (text === '') return null;
  if (digitsAlone.has(kind.is)) return text.replace(/[\s().+-]/g, '');
  return kind.is === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

/** Why a field cannot be saved, or null. */
function sentenceOn({ schema, kind, asks }: Field, value: unknown): string | null {
  if (value === null) return asks;
  if (schema.safeParse(value).success) return null;
  switch (kind.is) {
    case 'line':
    case 'text':
      return `At most ${kind.most} characters.`;
    case 'count':
      return `A number from ${kind.least} to ${kind.most}.`;
    case 'day':
      return notADateSentence;
    case 'phone':
      return 'A phone number has ten digits.';
    case 'zip':
      return 'A ZIP code has five or nine digits.';
    case 'email':
      return 'This is not an email address.';
    case 'npi':
      return 'This is not an NPI: it has ten digits, and the last one checks the others.';
    default:
      return asks ?? 'Choose one from the list.';
  }
}
