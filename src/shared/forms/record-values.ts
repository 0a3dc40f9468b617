import type { z } from 'zod';
import type { Field } from '#contract/record/fields.ts';
import type { AnyRecord, FieldsOf } from '#contract/record/record.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';

type Value<F extends Field> = z.output<F['schema']> extends readonly unknown[] | null ? string[] : string | null;
/** What is typed in the form of a record: text for what is typed, null where nothing is chosen, ids of several. */
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
    typedValue(field, (values as RecordValues<AnyRecord>)[name] ?? null),
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
  if (kind === 'refs') return Array.isArray(value) ? value.map(String) : [];
  const isTyped = kind === 'line' || kind === 'text' || kind === 'count';
  return isTyped ? String(value ?? '') : value;
}

/** Empty text is a missing value; of a number that is none, its text. */
function typedValue({ kind }: Field, value: string | readonly string[] | null): unknown {
  if (typeof value === 'object') return value === null || value.length === 0 ? null : value;
  const text = value.trim();
  if (text === '') return null;
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
    default:
      return asks ?? 'Choose one from the list.';
  }
}
