import { definedFields } from '#contract/base/defined-fields.ts';
import { fail } from '#contract/base/errors.ts';
import { caseRefusals, dischargeRefusal } from '#contract/cases/case-refusal.ts';
import type { caseEndpoints } from '#contract/cases/endpoints.ts';
import { keptSentence } from '#contract/cases/kept-fields.ts';
import { mergedCase } from '#contract/cases/merged-case.ts';
import { addedSentence, addedToCase } from '#contract/cases/seen-on-case.ts';
import { siteToday } from '#server/features/importer/store.ts';
import { readCase, readPatient } from '#server/features/patients/store.ts';
import type { Handlers, Tx } from '#server/kit/context.ts';
import { authorizationHandlers } from './authorizations.ts';
import { demandKnown, demandNone, mergedChanges } from './demands.ts';
import { scriptHandlers } from './scripts.ts';
import { insertRow, lockRow, removeCase, rowsOfCase, updateRow, usesOfCase, visitsOfCase } from './store.ts';

export const caseHandlers: Handlers<typeof caseEndpoints> = {
  async get({ id }, { tx }) {
    const found = await readCase(tx, id);
    if (!found) fail('not-found', notFound);
    return {
      case: found,
      ...(await hangingOn(tx, id)),
      visits: await visitsOfCase(tx, id),
    };
  },

  async create(input, { tx, caller }) {
    if (!(await readPatient(tx, input.PatientId)))
      fail('not-found', 'There is no such patient, or you may not see them.');
    demandNone(caseRefusals(input));
    await demandKnown(tx, caller, input.PatientId, input);
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
    demandNone(caseRefusals({ ...before, ...merged }));
    await demandKnown(tx, caller, before.PatientId, merged);
    const after = await updateRow(tx, 'cases', id, merged);
    if (!after) fail('not-found', notFound);
    return { case: after, kept };
  },

  async discharge({ id, ...discharge }, { tx, base }) {
    const before = await lockRow(tx, 'cases', id);
    if (!before) fail('not-found', notFound);
    const { DischargedAt } = mergedChanges('discharge', before, discharge, base);
    const today = await siteToday(tx);
    const refusal = DischargedAt !== null && today ? dischargeRefusal(before, DischargedAt, today) : null;
    if (refusal) demandNone({ DischargedAt: refusal });
    const after = await updateRow(tx, 'cases', id, { DischargedAt });
    if (!after) fail('not-found', notFound);
    return { case: after };
  },

  async remove({ id }, { tx, base }) {
    const before = await lockRow(tx, 'cases', id);
    if (!before) fail('not-found', notFound);
    const uses = await usesOfCase(tx, id);
    if (uses) fail('conflict', inUse[uses], { current: before });
    const there = await hangingOn(tx, id);
    const added = addedSentence(addedToCase(base, there));
    if (added !== null) fail('changed-elsewhere', added, { current: { ...before, ...there } });
    await removeCase(tx, id);
    return { removed: true };
  },

  ...scriptHandlers,
  ...authorizationHandlers,
};

async function hangingOn(tx: Tx, id: string) {
  return {
    scripts: await rowsOfCase(tx, 'scripts', id),
    authorizations: await rowsOfCase(tx, 'authorizations', id),
  };
}

const notFound = 'There is no such case, or you may not see it.';

const inUse = {
  claims: 'This case has claims or payments, so it cannot be deleted. Discharge it instead.',
  notes: 'This case has notes or charges, so it cannot be deleted. Discharge it instead.',
  visits: 'Visits of this case took place, so it cannot be deleted. Discharge it instead.',
  booked: 'Visits of this case are booked. Cancel or remove them first, then delete the case.',
};
