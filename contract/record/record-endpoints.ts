import { z } from 'zod';
import type { Access, Method, Showing } from '../base/endpoint.ts';
import { capitalized, withArticle } from '../base/nouns.ts';
import type { AnyRecord } from './record.ts';
import type { RecordVerb } from '../kept-rows.ts';

type Call<Input extends z.ZodObject, Reply extends z.ZodType> = Showing & {
  call: `${Method} /${string}`;
  access: Access;
  queueable: true;
  summary: string;
  input: Input;
  reply: Reply;
};
type ReplyWith<R extends AnyRecord> = z.ZodObject<{ [N in R['name']]: R['Row'] }>;
type Verbs<R extends AnyRecord> = {
  create: Call<R['New'], ReplyWith<R>>;
  update: Call<R['Change'], ReplyWith<R>>;
  remove: Call<R['Id'], typeof Removed>;
};

/** `createScript`, `updateScript` and `removeScript`. */
export type RecordEndpoints<R extends AnyRecord> = {
  [V in RecordVerb as `${V}${Capitalize<R['name']>}`]: Verbs<R>[V];
};

const Removed = z.object({ removed: z.literal(true) });

/** The calls by which a record is created, changed and removed. */
export function recordEndpoints<R extends AnyRecord>(of: R): RecordEndpoints<R> {
  const { name, noun, path, may: access, parent, New, Change, Id, Row } = of;
  const reply = z.object({ [name]: Row });
  const showing: Showing = parent
    ? { chartOf: { reply: (told: Record<string, { PatientId: string }>) => [told[name]?.PatientId ?? ''] } }
    : { noChart: 'This record belongs to the clinic, not to a patient.' };
  const verbs = {
    create: {
      call: `POST ${path}`,
      access,
      queueable: true,
      ...showing,
      summary: `Adds ${withArticle(noun)}${parent ? ` to a ${parent.name}` : ''}. The client sets the ID.`,
      input: New,
      reply,
    },
    update: {
      call: `PUT ${path}/:id`,
      access,
      queueable: true,
      ...showing,
      summary: `Changes some fields of ${withArticle(noun)}.`,
      input: Change,
      reply,
    },
    remove: {
      call: `DELETE ${path}/:id`,
      access,
      queueable: true,
      noChart: 'Confirms the removal only.',
      summary: `Removes ${withArticle(noun)}. The audit log keeps its values.`,
      input: Id,
      reply: Removed,
    },
  };
  const named = Object.entries(verbs).map(([verb, call]) => [verb + capitalized(name), call]);
  return Object.fromEntries(named) as RecordEndpoints<R>;
}
