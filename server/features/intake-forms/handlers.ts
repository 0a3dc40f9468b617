import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { isSameValue } from '#contract/base/same-value.ts';
import { builtInForms } from '#contract/intake/built-in/forms.ts';
import type { intakeFormEndpoints } from '#contract/intake-forms/endpoints.ts';
import { formProblems } from '#contract/intake-forms/form-problems.ts';
import { OwnForm, OwnFormId, type DraftFields } from '#contract/intake-forms/own-form.ts';
import { previewOf } from '#contract/intake-forms/published-form.ts';
import { staleSpanish, staleWords, type InLanguages } from '#contract/intake-forms/stale-spanish.ts';
import { formIn } from '#contract/intake/built-in/in-both.ts';
import { facilitiesOf } from '#server/features/facilities/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { assertAsSeen, mergedWrite, refuseOvertaken } from '#server/kit/merged-write.ts';
import {
  arePayersKnown,
  copiedWords,
  deleteOwnForm,
  holdForms,
  holdOwnForm,
  insertOwnForm,
  isReplaced,
  ownForm,
  ownForms,
  publishedWords,
  publishOwnForm,
  updateOwnForm,
  type OwnFormRow,
} from './rows.ts';

const gone = 'This form was not found. It may have been removed.';

/** What /company does about the forms that patients fill in. */
export const intakeFormHandlers: Handlers<typeof intakeFormEndpoints> = {
  list: async (_input, { tx }) => ({ forms: await ownForms(tx) }),

  get: async ({ id }, { tx }) => (await ownForm(tx, id)) ?? fail('not-found', gone),

  async create({ copiedFrom, ...draft }, ctx) {
    const { tx } = ctx;
    const id = ctx.newId();
    await holdForms(tx);
    await assertFits(tx, id, draft);
    await insertOwnForm(tx, id, draft, copiedFrom === undefined ? null : await wordsOf(tx, copiedFrom));
    await note(ctx, 'create', id);
    return kept(tx, id);
  },

  async update({ id, base, ...mine }, ctx) {
    const { tx } = ctx;
    await holdForms(tx);
    const before = await held(tx, id);
    const { title, askedOf, pages, isOn, replaces } = before;
    const there = { title, askedOf, pages, isOn, replaces };
    const changes = mergedWrite(there, definedFields(mine), base, { noun: 'form', current: before });
    const next: DraftFields = { ...there, ...changes };
    if (isSameValue(next, there)) return before;
    await assertFits(tx, id, next, there);
    const isOther = !isSameValue([next.title, next.askedOf, next.pages], [title, askedOf, pages]);
    await updateOwnForm(tx, id, next, isOther);
    await note(ctx, 'update', id);
    return kept(tx, id);
  },

  async publish({ id, rev, isSpanishRight = false }, ctx) {
    const { tx, now } = ctx;
    const draft = await held(tx, id);
    if (draft.rev !== rev) refuseOvertaken(draft, 'form');
    if (!draft.isChanged) return draft;
    const [problem] = formProblems(draft);
    if (problem) fail('user-visible', `${problem.sentence} Nothing was published.`);
    if (!isSpanishRight) await assertSpanish(tx, draft);
    await publishOwnForm(tx, draft, now);
    await note(ctx, 'update', id, { published: String(draft.version + 1) });
    return kept(tx, id);
  },

  async remove({ id, base }, ctx) {
    const { tx } = ctx;
    assertAsSeen(await held(tx, id), base, 'form');
    await deleteOwnForm(tx, id);
    await note(ctx, 'delete', id);
    return { removed: true };
  },
};

async function held(tx: Tx, id: string): Promise<OwnForm> {
  return OwnForm.parse((await holdOwnForm(tx, id)) ?? fail('not-found', gone));
}

async function kept(tx: Tx, id: string): Promise<OwnFormRow> {
  const form = await ownForm(tx, id);
  if (!form) throw new Error('A form was not written');
  return form;
}

/** What of it has to be there. What stood so before is not asked about anew. */
async function assertFits(tx: Tx, id: string, draft: DraftFields, before?: DraftFields): Promise<void> {
  const { replaces, askedOf } = draft;
  if (replaces !== null && replaces !== before?.replaces) {
    if (!builtInForms.some(({ IntakeFormId }) => IntakeFormId === replaces))
      refuse('replaces', 'This built-in form was not found.');
    if (await isReplaced(tx, replaces, id)) refuse('replaces', 'Another form already takes the place of this one.');
  }
  const added = askedOf.PayerIds?.filter((one) => !before?.askedOf.PayerIds?.includes(one)) ?? [];
  if (!(await arePayersKnown(tx, added))) refuse('askedOf', 'One of these payers was not found.');
  const types = askedOf.VisitTypeIds?.filter((one) => !before?.askedOf.VisitTypeIds?.includes(one)) ?? [];
  const known = types.length === 0 ? [] : (await facilitiesOf(tx)).flatMap(({ visit_types }) => visit_types);
  if (!types.every((id) => known.some(({ VisitTypeId }) => VisitTypeId === id)))
    refuse('askedOf', 'One of these visit types was not found.');
}

/** Where the English changed and the Spanish did not, whoever publishes says that it is right. */
async function assertSpanish(tx: Tx, draft: OwnForm): Promise<void> {
  const before = (await wordsBefore(tx, draft)) ?? builtInWords(draft.replaces);
  const stale = before ? staleSpanish(before, draftWords(draft)) : [];
  if (stale.length === 0) return;
  const sentence = staleWords(stale);
  fail('invalid', `${sentence} Nothing was published.`, { fields: { isSpanishRight: sentence } });
}

/** The words that were last known to say the same in both languages; null for a form that began empty. */
async function wordsBefore(tx: Tx, form: OwnForm): Promise<InLanguages | null> {
  const published = form.version > 0 ? await publishedWords(tx, form) : undefined;
  return published ?? copiedWords(tx, form);
}

/** What a form says that is copied, own or built-in: as published, else as it is written now. */
async function wordsOf(tx: Tx, id: string): Promise<InLanguages | null> {
  const own = OwnFormId.safeParse(id);
  const row = own.success ? await ownForm(tx, own.data) : undefined;
  if (!row) return builtInWords(id);
  const form = OwnForm.parse(row);
  return (await wordsBefore(tx, form)) ?? draftWords(form);
}

function builtInWords(id: string | null): InLanguages | null {
  const builtIn = builtInForms.find(({ IntakeFormId }) => IntakeFormId === id);
  return builtIn ? { en: formIn(builtIn, 'en'), es: formIn(builtIn, 'es') } : null;
}

const draftWords = (form: OwnForm): InLanguages => ({ en: previewOf(form, 'en'), es: previewOf(form, 'es') });

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} Nothing was saved.`, { fields: { [field]: sentence } });
}

async function note(
  { tx, caller: { site, UserId } }: Ctx,
  action: 'create' | 'update' | 'delete',
  pk: string,
  detail: Record<string, string> = {},
): Promise<void> {
  await audit(tx, site, { UserId, action, entity: 'intakeForms', pk, detail });
}
