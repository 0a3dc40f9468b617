import type { z } from 'zod';
import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import { capitalized, withArticle } from '#contract/base/nouns.ts';
import { entities, type EntityName } from '#contract/entities.ts';
import type { RecordEndpoints } from '#contract/record/record-endpoints.ts';
import { columnsOf, type AnyRecord, type Refusals, type RowOfRecord } from '#contract/record/record.ts';
import type { Ctx, Handlers, Tx } from './context.ts';
import { deleteRow, findRow, insertRow, lockRow, unknownIds, updateRow } from './db/rows.ts';

type Row = Record<string, unknown>;
type Written = { ctx: Ctx; before: Row | null; sent: Row };

/** What only one record demands. */
export type RecordHooks<R extends AnyRecord> = {
  /** Waits for others who write the same, before anything is read. */
  hold?(tx: Tx): Promise<void>;
  /** Sentences by field for a row as it is to be. */
  refuses?(row: RowToBe<R>, write: Write<R>): Promise<Refusals>;
  /** Why one cannot be removed, or null. */
  keeps?(row: RowOfRecord<R>, ctx: Ctx): Promise<string | null>;
  /** What follows from a row that was written; `before` is null for a new one. */
  after?(row: RowOfRecord<R>, write: Pick<Write<R>, 'ctx' | 'before'>): Promise<void>;
};
type RowToBe<R extends AnyRecord> = Omit<RowOfRecord<R>, 'updated_at'>;
/** `before` is null for a new one, `sent` what its call said. */
type Write<R extends AnyRecord> = { ctx: Ctx; before: RowOfRecord<R> | null; sent: Partial<z.output<R['New']>> };

/** The commands that create, change and remove a record. */
export function recordHandlers<R extends AnyRecord>(of: R, hooks: RecordHooks<R> = {}): Handlers<RecordEndpoints<R>> {
  const { name, noun, key, parent, check } = of;
  // A record's entity is one of the mirror's (records.test.ts).
  const entity = of.entity as EntityName;

  async function demand(fields: Row, row: Row, write: Written): Promise<void> {
    refuse(check(row as never));
    refuse(await unknownRefs(write.ctx.tx, of, fields, String(row['PatientId'])));
    refuse((await hooks.refuses?.(row as never, write as never)) ?? {});
  }

  /** A row that was written, with what followed from it. */
  async function written(row: Row, write: Omit<Written, 'sent'>): Promise<Row> {
    if (!hooks.after) return { [name]: row };
    await hooks.after(row as never, write as never);
    return { [name]: await locked(write.ctx.tx, String(row[key])) };
  }

  async function locked(tx: Tx, id: string): Promise<Row> {
    const found = await lockRow(tx, entity, id);
    return found ?? fail('not-found', `This ${noun} was not found, or you can’t see it.`);
  }

  /** Whose chart a new one belongs to; nothing for a record of the site. */
  async function ownerOf(tx: Tx, input: Row): Promise<Row> {
    if (!parent) return {};
    const owner = await findRow(tx, parent.entity, String(input[parent.key]));
    if (!owner) return fail('not-found', `This ${parent.name} was not found, or you can’t see it.`);
    return { PatientId: owner.PatientId };
  }

  async function create(sent: Row, ctx: Ctx): Promise<Row> {
    await hooks.hold?.(ctx.tx);
    const columns = columnsOf(of, sent);
    const row = { ...columns, ...(await ownerOf(ctx.tx, sent)) };
    // What was there before its removal may be there again, whatever became of what it names.
    await demand(columns, row, { ctx, before: sent['restores'] ? row : null, sent });
    const made = await insertRow(ctx.tx, entity, row);
    if (made) return written(made, { ctx, before: null });
    const current = (await findRow(ctx.tx, entity, String(sent[key]))) ?? null;
    if (sent['restores'] && current) return { [name]: current };
    return fail('conflict', `${capitalized(withArticle(noun))} with this id already exists. Nothing was changed.`, {
      current,
    });
  }

  async function update({ id, changes }: { id: string; changes: Row }, ctx: Ctx): Promise<Row> {
    await hooks.hold?.(ctx.tx);
    const before: Row = await locked(ctx.tx, id);
    const { merged, clashes } = mergedFields<Row>(before, definedFields(changes), ctx.base, of.together);
    if (clashes.length > 0) fail('changed-elsewhere', changedSentence(noun), { current: before });
    await demand(merged, { ...before, ...merged }, { ctx, before, sent: {} });
    const after = await updateRow(ctx.tx, entity, id, merged);
    return written(after ?? fail('not-found', `This ${noun} was not found, or you can’t see it.`), { ctx, before });
  }

  async function remove({ id }: { id: string }, ctx: Ctx): Promise<Row> {
    await hooks.hold?.(ctx.tx);
    const before = await locked(ctx.tx, id);
    // A removal is of what was seen: what somebody else has written since stays.
    if (isChangedSince(ctx.base, before, Object.keys(of.fields)))
      fail('changed-elsewhere', removedSentence(noun), { current: before });
    const reason = await hooks.keeps?.(before as never, ctx);
    if (reason) fail('conflict', `${reason} Nothing was removed.`);
    await deleteRow(ctx.tx, entity, id);
    return { removed: true };
  }

  const verbs = { create, update, remove };
  const named = Object.entries(verbs).map(([verb, handler]) => [verb + capitalized(name), handler]);
  return Object.fromEntries(named) as Handlers<RecordEndpoints<R>>;
}

/** A refusal by field, if there is any. */
export function refuse(refusals: Refusals): void {
  const fields = definedFields(refusals) as Record<string, string>;
  const [first] = Object.values(fields);
  if (first !== undefined) fail('invalid', `${first} Nothing was changed.`, { fields });
}

/** Every id that a record names is of this site, and what belongs to a chart is its own patient's. */
async function unknownRefs(tx: Tx, of: AnyRecord, fields: Row, PatientId: string): Promise<Refusals> {
  const refusals: Record<string, string> = {};
  for (const [field, { kind }] of Object.entries(of.fields)) {
    if (kind.is !== 'ref' && kind.is !== 'refs') continue;
    const named = [fields[field] ?? []].flat() as string[];
    const ids = 'orPatient' in kind ? named.filter((id) => id !== PatientId) : named;
    const to = kind.to as EntityName;
    const isOfChart = 'PatientId' in entities[to].schema.shape;
    const unknown = await unknownIds(tx, to, ids, isOfChart ? PatientId : null);
    if (unknown.length === 0) continue;
    refusals[field] = `This ${kind.noun} ${isOfChart ? "is not this patient's" : 'was not found'}.`;
  }
  return refusals;
}

export function changedSentence(noun: string): string {
  return `The ${noun} changed since you edited it: someone else changed it, or your earlier change was not accepted. Nothing was changed. Review it, then send yours again if it still applies.`;
}

function removedSentence(noun: string): string {
  return `Someone else changed this ${noun}, or your earlier change was not accepted. Nothing was removed. Review it, then send yours again to remove it.`;
}
