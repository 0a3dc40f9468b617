import type { Case } from '#contract/cases/case.ts';
import { signWarnings, type SignWarning } from '#contract/compliance/sign-warnings.ts';
import { careToSign, type CareToSign } from '#contract/documentation/care-to-sign.ts';
import { cloneWarnings, signedBefore } from '#contract/documentation/clone-warnings.ts';
import { goalReportsOf } from '#contract/documentation/goal-cells.ts';
import { goalsToSign } from '#contract/documentation/goals-to-sign.ts';
import { insertedTexts } from '#contract/documentation/used-templates.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { isAssistant, type Provider } from '#contract/providers/provider.ts';
import { complianceFacts, dayMade } from '#server/features/compliance/store.ts';
import { payersOfCase } from '#server/features/visits/store.ts';
import type { Ctx, Tx } from '#server/kit/context.ts';
import { lockRow, rowsNaming } from '#server/kit/db/rows.ts';
import { notesOfCase } from './store.ts';

/** What a note lacks of goals and plans of care, as its writer's screen judges it too. */
export async function goalsBeside(tx: Tx, note: VisitNote, of: Case): Promise<string[]> {
  const payers = await payersOfCase(tx, of.CaseId);
  const notes = await notesOfCase(tx, of.CaseId);
  return goalsToSign(note, {
    goals: await rowsNaming(tx, 'goals', { column: 'CaseId', id: of.CaseId }),
    reports: notes.flatMap(goalReportsOf),
    notes,
    plans: await rowsNaming(tx, 'plansOfCare', { column: 'CaseId', id: of.CaseId }),
    isMedicare: of.Discipline !== 'DC' && payers.some(({ Kind }) => Kind === 'medicare'),
  });
}

/** The goals and plans of care that a signature freezes, held as they are until the transaction ends. */
export async function holdCare(tx: Tx, note: Pick<VisitNote, 'NoteId' | 'CaseId' | 'Cells'>): Promise<CareToSign> {
  const inCase = { column: 'CaseId', id: note.CaseId };
  const there = async () =>
    careToSign(note, {
      goals: await rowsNaming(tx, 'goals', inCase),
      plans: await rowsNaming(tx, 'plansOfCare', inCase),
      outcomes: await rowsNaming(tx, 'outcomeResponses', inCase),
    });
  const { goals, plans } = await there();
  for (const id of Object.keys(goals)) await lockRow(tx, 'goals', id);
  for (const id of Object.keys(plans)) await lockRow(tx, 'plansOfCare', id);
  return there();
}

/**
 * What the clocks say on the day the signature was given, which may have waited on its device, and what the note repeats
 * of those signed before it.
 */
export async function warningsOf(
  { tx, caller, now }: Pick<Ctx, 'tx' | 'caller' | 'now'>,
  { note, of, provider }: { note: VisitNote; of: Case; provider: Provider },
): Promise<SignWarning[]> {
  const facts = await complianceFacts(tx, of, { ...caller, today: await dayMade(tx, now) });
  const signer = { ProviderId: provider.ProviderId, isAssistant: isAssistant(provider.Type) };
  const before = signedBefore(await notesOfCase(tx, of.CaseId), note);
  return [...signWarnings(facts, note, signer), ...cloneWarnings(note, before, await templateTextIn(tx, note))];
}

/** The texts that were inserted in the note: what stands in them is not copied from another note. */
async function templateTextIn(tx: Tx, { Cells }: VisitNote): Promise<string> {
  const ids = insertedTexts(Cells);
  if (ids.length === 0) return '';
  const texts = await tx.rows<{ Body: string }>(
    `select "Body" from text_templates where site = app_site() and "TextTemplateId" = any($1::uuid[])`,
    [ids],
  );
  return texts.map(({ Body }) => Body).join('\n\n');
}
