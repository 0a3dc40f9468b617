import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import { caseRefusals, dischargeRefusal } from '#contract/cases/case-refusal.ts';
import { keptReason, reasonInNotes, reasonOnceSigned } from '#contract/cases/discharge-reason.ts';
import type { caseEndpoints } from '#contract/cases/endpoints.ts';
import { keptSentence } from '#contract/cases/kept-fields.ts';
import { mergedCase } from '#contract/cases/merged-case.ts';
import { addedSentence, addedToCase, onCase, type OnCase } from '#contract/cases/seen-on-case.ts';
import type { EntityName, RowOf } from '#contract/entities.ts';
import { notesOfCase } from '#server/features/documentation/store.ts';
import { siteToday } from '#server/features/importer/store.ts';
import { readCase, readPatient } from '#server/features/patients/store.ts';
import { measuresOfCase } from '#server/features/measures/store.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { changedSentence, refuse } from '#server/kit/record-handlers.ts';
import { insertRow, lockRow, rowsNaming, updateRow } from '#server/kit/db/rows.ts';
import { assertKnown } from './demands.ts';
import { stampPlan } from './plans.ts';
import { removeCase, usesOfCase } from './store.ts';

export const caseHandlers: Handlers<typeof caseEndpoints> = {
  async get({ id }, { tx }) {
    const found = await readCase(tx, id);
    if (!found) fail('not-found', notFound);
    return {
      case: found,
      scripts: await ofCase(tx, 'scripts', id),
      authorizations: await ofCase(tx, 'authorizations', id),
      visits: await ofCase(tx, 'visits', id),
      case_eval_measurements: await measuresOfCase(tx, id),
    };
  },

  async create(input, { tx, caller }) {
    if (!(await readPatient(tx, input.PatientId)))
      fail('not-found', 'This patient was not found, or you can’t see them.');
    refuse(caseRefusals(input));
    await assertKnown(tx, caller, input.PatientId, input);
    const made = await insertRow(tx, 'cases', input);
    if (!made) {
      const current = await readCase(tx, input.CaseId);
      fail('conflict', 'A case with this id already exists. Nothing was changed.', { current: current ?? null });
    }
    return { case: made };
  },

  async update({ id, changes }, { tx, caller, base }) {
    const before = await lockRow(tx, 'cases', id);
    if (!before) fail('not-found', notFound);
    const { merged, kept } = mergedCase(before, definedFields(changes), base);
    if (kept.length > 0 && Object.keys(merged).length === 0) fail('conflict', keptSentence, { current: before });
    refuse(caseRefusals({ ...before, ...merged }));
    await assertKnown(tx, caller, before.PatientId, merged);
    const after = await updateRow(tx, 'cases', id, merged);
    if (!after) fail('not-found', notFound);
    return { case: after, kept };
  },

  async discharge({ id, NotedReason: seen, ...discharge }, { tx, base }) {
    const before = await lockRow(tx, 'cases', id);
    if (!before) fail('not-found', notFound);
    const { merged, clashes } = mergedFields<typeof discharge>(before, discharge, base);
    if (clashes.length > 0) fail('changed-elsewhere', changedSentence('discharge'), { current: before });
    const { DischargedAt, DischargeReason: given } = merged;
    const today = await siteToday(tx);
    const refusal = DischargedAt !== null && today ? dischargeRefusal(before, DischargedAt, today) : null;
    if (refusal) refuse({ DischargedAt: refusal });
    const notes = await notesOfCase(tx, id);
    const noted = reasonInNotes(notes.filter(({ signedAt }) => signedAt !== null));
    // An app of before does not say what was proposed.
    const said = reasonInNotes(notes);
    const proposed = seen === undefined ? said : seen;
    // Signed while the discharge was on its way; a later note that nobody signed yet puts its reason when it is signed.
    const isSigned = given !== undefined && noted !== null && noted === said;
    const chosen = isSigned ? reasonOnceSigned({ had: given, proposed, noted }) : given;
    const DischargeReason = keptReason({ DischargedAt, given: chosen, had: before.DischargeReason, noted });
    const NotedReason = given === undefined || isSigned ? noted : proposed;
    const isAsBefore = given === undefined && before.DischargeReason !== null;
    const after = await updateRow(tx, 'cases', id, {
      DischargedAt,
      DischargeReason,
      ...(DischargedAt === null ? { NotedReason: null } : !isAsBefore && { NotedReason }),
    });
    if (!after) fail('not-found', notFound);
    return { case: after };
  },

  async remove({ id }, { tx, base }) {
    const before = await lockRow(tx, 'cases', id);
    if (!before) fail('not-found', notFound);
    const uses = await usesOfCase(tx, id);
    if (uses) fail('conflict', inUse[uses], { current: before });
    const there = await belongingTo(tx, id);
    const added = addedSentence(addedToCase(base, there));
    if (added !== null) fail('changed-elsewhere', added, { current: { ...before, ...there } });
    await removeCase(tx, id);
    return { removed: true };
  },

  stampPlan,
};

async function belongingTo(tx: Tx, id: string): Promise<OnCase> {
  const found: Record<string, object[]> = {};
  for (const { entity } of onCase) found[entity] = await rowsNaming(tx, entity, { column: 'CaseId', id });
  return found as OnCase;
}

/** Rows of a case, in the order they begin. */
function ofCase<E extends EntityName>(tx: Tx, entity: E, id: string): Promise<RowOf<E>[]> {
  return rowsNaming(tx, entity, { column: 'CaseId', id, order: 'Start' });
}

const notFound = 'This case was not found, or you can’t see it.';

const inUse = {
  claims: 'This case has claims or payments, so it can’t be deleted. Discharge it instead.',
  notes: 'This case has notes or charges, so it can’t be deleted. Discharge it instead.',
  visits: 'This case has past visits, so it can’t be deleted. Discharge it instead.',
  booked: 'This case has booked visits. Cancel or remove them first, then delete the case.',
};
