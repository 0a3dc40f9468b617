import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import { capitalized, withArticle } from '#contract/base/nouns.ts';
import { entities, type EntityName } from '#contract/entities.ts';
import type { RecordEndpoints } from '#contract/record/record-endpoints.ts';
import type { AnyRecord, FieldsOf, Refusals, RowOfRecord } from '#contract/record/record.ts';
import type { Ctx, Handlers, Tx } from './context.ts';
import { deleteRow, findRow, insertRow, lockRow, unknownIds, updateRow } from './db/rows.ts';

type Row = Record<string, unknown>;

/** What only one record demands. */
export type RecordHooks<R extends AnyRecord> = {
  /** Sentences by field for what is written, over the row as it was before; null for a new one. */
  refuses?(fields: Partial<FieldsOf<R>>, ctx: Ctx, before: RowOfRecord<R> | null): Promise<Refusals>;
};

/** The commands that create, change and remove a record. */
export function recordHandlers<R extends AnyRecord>(of: R, hooks: RecordHooks<R> = {}): Handlers<RecordEndpoints<R>> {
  const { name, noun, key, parent, check } = of;
  // A record's entity is one of the mirror's (records.test.ts).
  const entity = of.entity as EntityName;

  async function demand(fields: Row, whole: Row, { ctx, before }: { ctx: Ctx; before: Row | null }): Promise<void> {
    refuse(check(whole as never));
    refuse(await unknownRefs(ctx.tx, of, fields, String(whole['PatientId'])));
    refuse((await hooks.refuses?.(fields as never, ctx, before as never)) ?? {});
  }

  async function locked(tx: Tx, id: string): Promise<Row> {
    const found = await lockRow(tx, entity, id);
    return found ?? fail('not-found', `There is no such ${noun}, or you may not see it.`);
  }

  /** Whose chart a new one belongs to; nothing for a record of the site. */
  async function ownerOf(tx: Tx, input: Row): Promise<Row> {
    if (!parent) return {};
    const owner = await findRow(tx, parent.entity, String(input[parent.key]));
    if (!owner) return fail('not-found', `There is no such ${parent.name}, or you may not see it.`);
    return { PatientId: owner.PatientId };
  }

  async function create({ restores, ...input }: Row, ctx: Ctx): Promise<Row> {
    const row = { ...input, ...(await ownerOf(ctx.tx, input)) };
    // What was there before its removal may be there again, whatever became of what it names.
    await demand(input, row, { ctx, before: restores ? row : null });
    const made = await insertRow(ctx.tx, entity, row);
    if (made) return { [name]: made };
    const current = (await findRow(ctx.tx, entity, String(input[key]))) ?? null;
    if (restores && current) return { [name]: current };
    return fail('conflict', `${capitalized(withArticle(noun))} with this id already exists. Nothing was changed.`, {
      current,
    });
  }

  async function update({ id, changes }: { id: string; changes: Row }, ctx: Ctx): Promise<Row> {
    const before = await locked(ctx.tx, id);
    const { merged, clashes } = mergedFields<Row>(before, definedFields(changes), ctx.base, of.together);
    if (clashes.length > 0) fail('changed-elsewhere', changedSentence(noun), { current: before });
    await demand(merged, { ...before, ...merged }, { ctx, before });
    const after = await updateRow(ctx.tx, entity, id, merged);
    return { [name]: after ?? fail('not-found', `There is no such ${noun}, or you may not see it.`) };
  }

  async function remove({ id }: { id: string }, ctx: Ctx): Promise<Row> {
    const before = await locked(ctx.tx, id);
    // A removal is of what was seen: what somebody else has written since stays.
    if (isChangedSince(ctx.base, before, Object.keys(of.fields)))
      fail('changed-elsewhere', removedSentence(noun), { current: before });
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
    const ids = [fields[field] ?? []].flat() as string[];
    const to = kind.to as EntityName;
    const isOfChart = 'PatientId' in entities[to].schema.shape;
    const unknown = await unknownIds(tx, to, ids, isOfChart ? PatientId : null);
    if (unknown.length === 0) continue;
    refusals[field] = `This ${kind.noun} is not ${isOfChart ? "this patient's" : 'known'}.`;
  }
  return refusals;
}

export function changedSentence(noun: string): string {
  return `The ${noun} is not as it was when you changed it: somebody else has changed it, or an earlier change of yours was not taken. Nothing was changed. Look at it, then send yours again if it still holds.`;
}

function removedSentence(noun: string): string {
  return `Somebody else has changed this ${noun} meanwhile, or an earlier change of yours was not taken. Nothing was removed. Look at it, then send yours again to remove it.`;
}
