import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import type { Access } from '../base/endpoint.ts';
import { CaseId, PatientId } from '../base/ids.ts';
import type { RecordVerb } from '../kept-rows.ts';
import { shapeOf, storedShapeOf, type Fields, type ShapeOf } from './fields.ts';

const Restores = z.literal(true).optional();

/** What a record of a chart belongs to. The record's row also names the patient, by whom the chart is found. */
export const parents = {
  patient: { name: 'patient', entity: 'patients', key: 'PatientId', shape: { PatientId } },
  case: { name: 'case', entity: 'cases', key: 'CaseId', shape: { CaseId } },
} as const;
export type ParentName = keyof typeof parents;
/** Of a record of the site, none. */
type Within = ParentName | null;
type ParentShape<P extends Within> = P extends ParentName ? (typeof parents)[P]['shape'] : object;
type ChartShape<P extends Within> = P extends ParentName ? { PatientId: typeof PatientId } : object;

/** One sentence by field; empty where all is well. */
export type Refusals = Readonly<Record<string, string | undefined>>;

type Said = Readonly<Record<string, unknown>>;

/** Of a record that has none, nothing. */
type More<S extends z.ZodRawShape> = [S] extends [never] ? object : S;

type Spec<
  N extends string,
  E extends string,
  G extends string,
  I extends z.ZodRawShape,
  P extends Within,
  F extends Fields,
  S extends z.ZodRawShape,
  A extends z.ZodRawShape,
> = {
  name: N;
  /** In `entities.ts`, in the singular as people say it unless the name is that already. */
  entity: E;
  noun?: string;
  /** The feature whose table has its calls, and their path. */
  feature: G;
  path: `/${string}`;
  /** The name of its id, with the id's shape. */
  id: I;
  /** Null for a record of the site. */
  parent: P;
  may: Access;
  fields: F;
  /** Columns of its rows that no form writes, and what they hold in a new one. */
  stored?: S;
  begins?: (of: z.output<z.ZodObject<ShapeOf<F>>>) => z.output<z.ZodObject<S>>;
  /** What the call that adds one may say besides; it is not stored. */
  added?: A;
  /** Fields that say nothing alone: changed by two people, they are one field. */
  together?: readonly (readonly (keyof F & string)[])[];
  /** What cannot be of it as a whole. */
  check?: (of: z.output<z.ZodObject<ShapeOf<F>>>) => Refusals;
  /** In one line, where several stand in a row. */
  brief?: (of: z.output<z.ZodObject<ShapeOf<F>>>) => string;
  /** What a form sends of what is typed: a field that does not apply is emptied. */
  tidy?: (of: z.output<z.ZodObject<ShapeOf<F>>>) => z.output<z.ZodObject<ShapeOf<F>>>;
  /** What its parent shows of one that was added or changed; `before` is null for a new one. */
  parentGets?: (parent: Said, of: Said, before: Said | null) => object;
  /** Where they are commands of their own, the calls that its form sends; nothing else is derived then. */
  calls?: { [V in RecordVerb]?: string } | null;
  /** What a new one says, in the input of such a command. */
  typedIn?: (input: Said) => Said;
  /** What becomes of a refused change over what is there now: others may have added to the same list. */
  merge?: (now: Said, changes: Said, base: Said) => object;
};

export type RecordType<
  N extends string,
  E extends string,
  G extends string,
  I extends z.ZodRawShape,
  P extends Within,
  F extends Fields,
  S extends z.ZodRawShape = never,
  A extends z.ZodRawShape = never,
> = Required<Omit<Spec<N, E, G, I, P, F, S, A>, 'id' | 'parent' | 'stored' | 'added'>> & {
  key: keyof I & string;
  parent: P extends ParentName ? (typeof parents)[P] : null;
  /** What people write of it. */
  Fields: z.ZodObject<ShapeOf<F>>;
  /** A new one as it is sent; `restores` takes a removal back, which may not have taken place. */
  New: z.ZodObject<ShapeOf<F> & I & ParentShape<P> & More<A> & { restores: typeof Restores }, z.core.$strict>;
  /** A change of some fields. */
  Change: z.ZodObject<
    { id: I[keyof I]; changes: z.ZodObject<{ [K in keyof F]: z.ZodOptional<F[K]['schema']> }, z.core.$strict> },
    z.core.$strict
  >;
  /** Its id alone. */
  Id: z.ZodObject<{ id: I[keyof I] }, z.core.$strict>;
  /** As it is stored. */
  Row: z.ZodObject<ShapeOf<F> & I & ParentShape<P> & ChartShape<P> & More<S> & { updated_at: typeof Instant }>;
};

/** Any record, for what goes through all of them. */
export type AnyRecord = Omit<
  RecordType<string, string, string, z.ZodRawShape, Within, Fields>,
  'parent' | 'begins' | 'check' | 'brief' | 'tidy' | 'Fields' | 'New' | 'Change' | 'Id' | 'Row'
> & {
  parent: (typeof parents)[ParentName] | null;
  begins: (of: never) => object;
  check: (of: never) => Refusals;
  brief: (of: never) => string;
  tidy: (of: never) => object;
  Fields: z.ZodObject;
  New: z.ZodObject;
  Change: z.ZodObject;
  Id: z.ZodObject;
  Row: z.ZodObject;
};

export type RowOfRecord<R extends AnyRecord> = z.output<R['Row']>;
export type FieldsOf<R extends AnyRecord> = z.output<R['Fields']>;

/**
 * Something people create, change and remove through a form, described once. Its calls, their handlers, predictions,
 * conflicts and forms come from this.
 */
export function record<
  const N extends string,
  const E extends string,
  const G extends string,
  const I extends z.ZodRawShape,
  const P extends Within,
  const F extends Fields,
  S extends z.ZodRawShape = never,
  A extends z.ZodRawShape = never,
>(spec: Spec<N, E, G, I, P, F, S, A>): RecordType<N, E, G, I, P, F, S, A> {
  const {
    id,
    fields,
    noun = spacedOut(spec.name),
    begins = () => ({}),
    together = [],
    check = () => ({}),
    brief = () => noun,
    tidy = (of) => of,
    calls = null,
    typedIn = (input) => input,
    merge = (_now, changes) => changes,
    parentGets = () => ({}),
  } = spec;
  const parent = spec.parent === null ? null : parents[spec.parent];
  const ofChart = parent && { ...parent.shape, PatientId };
  const [[key, Id]] = Object.entries(id) as [[keyof I & string, I[keyof I]]];
  const shape = shapeOf(fields);
  const made = {
    ...spec,
    noun,
    key,
    parent,
    begins,
    together,
    check,
    brief,
    tidy,
    calls,
    typedIn,
    merge,
    parentGets,
    Fields: z.object(shape),
    New: z.strictObject({ ...shape, ...id, ...parent?.shape, ...spec.added, restores: Restores }),
    Change: z.strictObject({ id: Id, changes: z.strictObject(z.object(shape).partial().shape) }),
    Id: z.strictObject({ id: Id }),
    Row: z.object({ ...storedShapeOf(fields), ...id, ...ofChart, ...spec.stored, updated_at: Instant }),
  };
  return made as unknown as RecordType<N, E, G, I, P, F, S, A>;
}

/** The columns of a new one as it is sent, with what it begins with. */
export function columnsOf(of: AnyRecord, sent: object): Record<string, unknown> {
  const columns = Object.fromEntries(Object.entries(sent).filter(([name]) => name in of.Row.shape));
  return { ...of.begins(columns as never), ...columns };
}

/** `nonPatientVisit` as `non patient visit`. */
function spacedOut(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}
