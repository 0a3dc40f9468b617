import { z } from 'zod';
import { DateString } from '../base/dates.ts';
import { Npi, PhoneDigits, ZipDigits } from '../base/contact-fields.ts';
import { uncapitalized } from '../base/nouns.ts';
import { Line, OptionalLine, Text } from '../base/text.ts';
import { stateCodes } from '../base/us-states.ts';
import { Ages } from '../measures/ages.ts';

/**
 * How a field of a record is typed in and how its value reads. `to` is the entity whose row an id names, `noun` what one
 * is called, `none` how no id reads, `orPatient` that it may be
 * the id of the patient instead, `list` a list of the setup, `key` the id of a part among the others, a UUID unless `keySchema` says otherwise. Rows that are
 * `ordered` are an empty list where none is chosen, not null.
 */
export type FieldKind =
  | { is: 'line' | 'text' | 'code'; most: number }
  | { is: 'choice' | 'choices'; names: Readonly<Record<string, string>> }
  | { is: 'ref'; to: string; noun: string; orPatient?: true }
  | { is: 'refs'; to: string; noun: string; none: string; ordered?: true }
  | { is: 'day' | 'flag' | 'phone' | 'zip' | 'email' | 'npi' }
  | { is: 'count' | 'decimal'; least: number; most: number }
  | { is: 'ages' }
  | { is: 'either'; yes: string; no: string }
  | { is: 'listed'; list: ListName }
  | { is: 'tags'; most: number }
  | { is: 'flags'; names: Readonly<Record<string, string>> }
  | PartsKind;

/** A list of the setup. */
export type ListName = 'payerReportingTypes' | 'customCaseInputs' | 'users';

/** Rows that belong to one record alone, each with fields of its own. Without a key they are known by their order. */
export type PartsKind = {
  is: 'parts';
  key: string | null;
  keySchema?: z.ZodType<string>;
  noun: string;
  most: number;
  fields: Fields;
};

/**
 * A field of a record: its shape, what it is called, what is asked for where a form leaves it empty, and what is said of
 * a value that cannot be, where its kind does not say that.
 */
export type Field<S extends z.ZodType = z.ZodType> = {
  label: string;
  schema: S;
  kind: FieldKind;
  asks: string | null;
  wrong?: string;
};

export type Fields = Readonly<Record<string, Field>>;
export type ShapeOf<F extends Fields> = { [K in keyof F]: F[K]['schema'] };

/** One line of text. */
export function line(label: string, most: number): Field<ReturnType<typeof Line>> {
  return { label, schema: Line(most), kind: { is: 'line', most }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** Text of any number of lines. */
export function text(label: string, most: number): Field<ReturnType<typeof Text>> {
  return { label, schema: Text(most), kind: { is: 'text', most }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** Letters, digits and dashes, as others number what they name. */
export function code(label: string, most: number): Field<z.ZodString> {
  const schema = z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9-]+$/, { error: 'must be letters and digits' });
  return { label, schema, kind: { is: 'code', most }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** One of a few words, each with its name. */
export function choice<const K extends string>(
  label: string,
  names: Readonly<Record<K, string>>,
): Field<z.ZodEnum<{ [Each in K]: Each }>> {
  const schema = z.enum(Object.keys(names) as K[]) as z.ZodEnum<{ [Each in K]: Each }>;
  return { label, schema, kind: { is: 'choice', names }, asks: chosen(label) };
}

/** Any of a few words, each once; empty where none is chosen. */
export function choices<const K extends string>(
  label: string,
  names: Readonly<Record<K, string>>,
): Field<z.ZodArray<z.ZodEnum<{ [Each in K]: Each }>>> {
  const schema = z
    .array(choice(label, names).schema)
    .refine((all) => new Set(all).size === all.length, { error: 'must not have the same twice' });
  return { label, schema, kind: { is: 'choices', names }, asks: null };
}

/** The row of another entity, by its id. */
export function ref<S extends z.ZodType<string>>(
  label: string,
  schema: S,
  { to, noun = uncapitalized(label), ...more }: { to: string; noun?: string; orPatient?: true },
): Field<S> {
  return { label, schema, kind: { is: 'ref', to, noun, ...more }, asks: `Choose the ${noun}.` };
}

/** Rows of another entity, by their ids; null where none is chosen, which reads as `none`. */
export function refs<S extends z.ZodType<string>>(
  label: string,
  schema: S,
  { most, ...kind }: { to: string; noun: string; none: string; most: number },
): Field<z.ZodNullable<z.ZodArray<S>>> {
  return { label, schema: z.array(schema).min(1).max(most).nullable(), kind: { is: 'refs', ...kind }, asks: null };
}

/** An entry of one of the clinic's own lists, by its id. */
export function listed(label: string, list: ListName): Field<z.ZodUUID> {
  return { label, schema: z.uuid(), kind: { is: 'listed', list }, asks: chosen(label) };
}

type Part<K extends string, F extends Fields> = z.ZodObject<ShapeOf<F> & { [Key in K]: z.ZodUUID }, z.core.$strict>;

/** A list of parts, such as the people to ask at a company; empty where there is none. */
export function parts<const K extends string, const F extends Fields>(
  label: string,
  kind: { key: K; noun: string; most: number; fields: F },
): Field<z.ZodArray<Part<K, F>>> {
  const part = z.strictObject({ ...shapeOf(kind.fields), [kind.key]: z.uuid() }) as unknown as Part<K, F>;
  const schema = z
    .array(part)
    .max(kind.most)
    .refine((all) => new Set(all.map((one) => (one as Record<string, unknown>)[kind.key])).size === all.length, {
      error: 'must not have the same id twice',
    });
  return { label, schema, kind: { is: 'parts', ...kind }, asks: null };
}

/** Parts that are known by their order, each of whose fields is of a record. */
export function ordered<const F extends Fields>(
  label: string,
  noun: string,
  most: number,
  fields: F,
): Field<z.ZodArray<z.ZodObject<ShapeOf<F>, z.core.$strict>>> {
  const schema = z.array(z.strictObject(shapeOf(fields))).max(most);
  return { label, schema, kind: { is: 'parts', key: null, noun, most, fields }, asks: null };
}

/** A calendar date. */
export function day(label: string): Field<typeof DateString> {
  return { label, schema: DateString, kind: { is: 'day' }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** A whole number within bounds. */
export function count(label: string, least: number, most: number): Field<z.ZodInt> {
  const schema = z.int().min(least).max(most);
  return { label, schema, kind: { is: 'count', least, most }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** A number within bounds, with at most four decimals. */
export function decimal(label: string, least: number, most: number): Field<z.ZodNumber> {
  const schema = z.number().min(least).max(most).refine(hasFewDecimals, { error: 'must have at most four decimals' });
  return { label, schema, kind: { is: 'decimal', least, most }, asks: `Enter the ${uncapitalized(label)}.` };
}

function hasFewDecimals(value: number): boolean {
  return Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-4;
}

/** Whole years from an age on, or between two; empty for all ages. */
export function ages(label: string): Field<z.ZodNullable<typeof Ages>> {
  return { label, schema: Ages.nullable(), kind: { is: 'ages' }, asks: null };
}

/** Yes or no in words of its own, or neither. */
export function either(label: string, words: { yes: string; no: string }): Field<z.ZodNullable<z.ZodBoolean>> {
  return { label, schema: z.boolean().nullable(), kind: { is: 'either', ...words }, asks: null };
}

/** Ten digits of a US phone number. */
export function phone(label: string): Field<typeof PhoneDigits> {
  return { label, schema: PhoneDigits, kind: { is: 'phone' }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** Five or nine digits of a ZIP code. */
export function zip(label: string): Field<typeof ZipDigits> {
  return { label, schema: ZipDigits, kind: { is: 'zip' }, asks: `Enter the ${label}.` };
}

/** An email address. */
export function email(label: string): Field<z.ZodEmail> {
  return { label, schema: z.email().max(120), kind: { is: 'email' }, asks: `Enter the ${uncapitalized(label)}.` };
}

/** A National Provider Identifier, whose last digit checks the others. */
export function npi(label: string): Field<typeof Npi> {
  return { label, schema: Npi, kind: { is: 'npi' }, asks: `Enter the ${label}.` };
}

/** Yes or no. */
export function flag(label: string): Field<z.ZodBoolean> {
  return { label, schema: z.boolean(), kind: { is: 'flag' }, asks: null };
}

/** Street, city, state and ZIP code; any of them may be empty. */
export const addressParts = {
  Address1: maybe(line('Street', 55)),
  City: maybe(line('City', 30)),
  StateOrProvince: maybe(choice('State', stateCodes)),
  PostalCode: maybe(zip('ZIP code')),
};

/** A field that may be empty: null, and of a line also no text. */
export function maybe<S extends z.ZodType>(field: Field<S>): Field<z.ZodNullable<S>> {
  const { kind } = field;
  const schema = kind.is === 'line' ? OptionalLine(kind.most) : field.schema.nullable();
  return { ...field, schema: schema as z.ZodNullable<S>, asks: null };
}

/** A field that a form asks for in a sentence of its own, whether or not the row may do without. */
export function asked<S extends z.ZodType>(field: Field<S>, asks: string): Field<S> {
  return { ...field, asks };
}

export function shapeOf<F extends Fields>(fields: F): ShapeOf<F> {
  return shapeWith(fields, ({ schema }) => schema);
}

/** As rows are stored: an import or an older app may have written text that no form takes. */
export function storedShapeOf<F extends Fields>(fields: F): ShapeOf<F> {
  return shapeWith(fields, storedSchema);
}

function shapeWith<F extends Fields>(fields: F, schemaOf: (field: Field) => z.ZodType): ShapeOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])) as ShapeOf<F>;
}

const textKinds: ReadonlySet<string> = new Set(['line', 'text', 'code', 'phone', 'zip', 'email', 'npi']);

function storedSchema({ schema, kind }: Field): z.ZodType {
  if (kind.is === 'parts') {
    const key = kind.key === null ? {} : { [kind.key]: kind.keySchema ?? z.uuid() };
    return z.array(z.object({ ...storedShapeOf(kind.fields), ...key }));
  }
  if (!textKinds.has(kind.is)) return schema;
  return schema.safeParse(null).success ? z.string().nullable() : z.string();
}

function chosen(label: string): string {
  return `Choose the ${uncapitalized(label)}.`;
}
