import { takeLeft, type Fits } from '#local/drafts/draft-locks.ts';
import type { DraftedField, FieldDraft } from '#local/drafts/field-drafts.ts';
import { savedSince, wasBefore, type OwnWrites } from '#local/drafts/own-writes.ts';
import type { Device } from '#local/store/device.ts';
import type { EditedFields } from './edited-fields.ts';
import type { heldDrafts } from './held-drafts.ts';

type Place<Fields extends Record<string, unknown>> = {
  draftKey: string;
  /** The draft a person asked for among several. */
  wanted: string | null;
  /** What the person last saved in each field of the record, in whatever tab. */
  own: OwnWrites;
  same(a: Fields[keyof Fields], b: Fields[keyof Fields]): boolean;
  fields: EditedFields<Fields>;
  held: ReturnType<typeof heldDrafts>;
  on: () => Device;
};

/** Brings back what dead tabs left of a form; true when there was something. */
export async function takeLeftDrafts<Fields extends Record<string, unknown>>(to: Place<Fields>): Promise<boolean> {
  const { draftKey, wanted, fields, held, on } = to;
  let isFound = false;
  for (;;) {
    const left = await takeLeft<FieldDraft<Fields>>(draftKey, fitsIn(to), wanted, on());
    if (!left) return isFound;
    held.hold(left);
    for (const field of Object.keys(left.left) as (keyof Fields)[]) {
      const edit = left.left[field] && (await editOf(to, field, left.left[field], left.turn));
      if (!edit) continue;
      isFound = true;
      fields.set(field, { ...edit, state: 'saved', at: null, arrived: false, broughtBack: edit.value });
    }
    held.goOnIn(left);
  }
}

/**
 * A draft fits unless the same field has another text here. A draft that is older than the person's own save fits once
 * they ask for it. What does not fit stays on disk.
 */
function fitsIn<Fields extends Record<string, unknown>>(to: Place<Fields>): Fits<FieldDraft<Fields>> {
  const { wanted, same, fields } = to;
  return (left, { key, turn }) =>
    (Object.keys(left) as (keyof Fields)[]).every((field) => {
      const [here, there] = [fields.snapshot()[field], left[field]];
      if (!there || same(there.value, there.base)) return true;
      if (here && (key !== wanted || fields.isDirty(field)) && !same(here.value, there.value)) return false;
      const save = savedSince(to.own, field, there, turn);
      return key === wanted || !save || same(there.value, save.value as Fields[keyof Fields]);
    });
}

/** A field of a left draft as an edit for this screen; undefined where it was queued before its tab died. */
async function editOf<Fields extends Record<string, unknown>>(
  to: Place<Fields>,
  field: keyof Fields,
  left: DraftedField<Fields[keyof Fields]>,
  turn: number,
): Promise<DraftedField<Fields[keyof Fields]> | undefined> {
  if (to.same(left.value, left.base)) return undefined;
  const save = savedSince(to.own, field, left, turn);
  if (!save) return left;
  const saved = save.value as Fields[keyof Fields];
  if (to.same(left.value, saved)) return undefined;
  // With another base than their writer saw, parts that were left alone would be taken for edits.
  if (Array.isArray(saved)) return left;
  // It becomes an edit of the later save, unless somebody else wrote in between.
  return (await wasBefore(save, left.base)) ? { ...left, base: saved, since: save.turn } : left;
}
