import type { Cents } from '#contract/base/money.ts';
import { holds } from '#contract/base/permissions.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import type { IssueCode } from '#contract/scheduling/issue.ts';
import { closingQuestion } from '#contract/visits/closing-question.ts';
import { findMove, moveOutcome, moveRefusal, possibleMoves } from '#contract/visits/moves.ts';
import { stageNames, type VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { arOfVisit } from '#local/reads/billing.ts';
import { queueWrite } from '#local/outbox/outbox.ts';
import { readMoveFacts } from '#local/reads/move-facts.ts';
import { readVisit } from '#local/reads/visits.ts';
import { whileOpen } from '#local/store/device.ts';
import { call } from '#shared/api.ts';
import type { Website } from '#contract/session/endpoints.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastFailure, toastNegative, toastUndo } from '#shared/ui/toasts/toasts.tsx';
import { movedSentence } from './move-words.ts';
import type { MoveAnswers, MoveQuestion } from './move-question.ts';

/** Who moves, in which clinic, and what asks a question where the spec asks one. */
export type MoveGround = {
  can: readonly string[];
  website: Pick<Website, 'enable_ar_warnings' | 'late_cancel_fee'>;
  online: boolean;
  ask: (question: MoveQuestion) => void;
};

/** Moves a visit as the table allows, asks where the spec asks, and offers undo where there is a way back. */
export async function moveVisit(
  ground: MoveGround,
  visit: Visit,
  name: string,
  destination: VisitStage,
): Promise<void> {
  const { can, online, ask } = ground;
  const { enable_ar_warnings, late_cancel_fee: fee = 0 } = ground.website;
  const refusal = moveRefusal(visit, destination, await readMoveFacts(visit));
  if (refusal) return toastNegative(refusal);
  if (moveOutcome(visit, destination) !== 'moved') return ask({ kind: 'intake', visit, name });
  if (findMove(visit.stage, destination)?.triggers.includes('askAboutPrimaryAr')) {
    const primary = await whileOpen(() => primaryAr(visit, online && holds(can, 'access billing')));
    const asked = closingQuestion(primary, enable_ar_warnings);
    if (asked) return ask({ kind: 'closing', visit, name, question: asked });
  }
  if (destination === 'lateCancel' && fee > 0) return ask({ kind: 'lateFee', visit, name, fee });
  return sendMove(ground, visit, name, destination);
}

/** The move itself, once every question is answered. */
export async function sendMove(
  { can }: Pick<MoveGround, 'can'>,
  visit: Visit,
  name: string,
  destination: VisitStage,
  answers: MoveAnswers = {},
): Promise<void> {
  let stood: IssueCode[];
  try {
    // The screen may be a moment older than the device: the stamp must be the row's present one.
    const now = await readVisit(visit.VisitId);
    if (now && now.stage !== visit.stage) {
      return toastNegative(`${name} was already moved to ${stageNames[now.stage]}. Nothing was changed.`);
    }
    stood = await whileOpen(() => stoodBefore(now ?? visit, destination));
    await queueMove(now ?? visit, destination, answers);
  } catch (error) {
    return toastFailure(error, 'The move could not be saved on this device.');
  }
  const sentence = movedSentence(name, destination);
  const back = wayBack(visit.stage, destination, can);
  if (back) toastUndo(sentence, () => undo(visit, back, stood));
  else announce(sentence);
}

async function queueMove(visit: Visit, destination: VisitStage, answers: MoveAnswers): Promise<void> {
  await queueWrite(
    'visits.move',
    { id: visit.VisitId, destination, lastUpdated: visit.updated_at, ...answers },
    { stage: visit.stage },
  );
}

/** Few moves take or leave a place, so the rules of booking are loaded by those alone. */
async function stoodBefore(visit: Visit, destination: VisitStage): Promise<IssueCode[]> {
  const isBack = takesPlace({ stage: destination });
  if (isBack === takesPlace(visit)) return [];
  const { assertStillFree, stoodAgainst } = await import('#local/reads/clashes.ts');
  if (!isBack) return stoodAgainst(visit);
  await assertStillFree(visit);
  return [];
}

/** With those whom it stood beside before; anybody who took the time since is asked about. */
async function undo(visit: Visit, back: VisitStage, accepted: IssueCode[]): Promise<boolean> {
  const now = await readVisit(visit.VisitId);
  if (now) await queueMove(now, back, accepted.length > 0 && !takesPlace(now) ? { accepted } : {});
  return now !== undefined;
}

/** Where undo leads: the stage it came from, or the one next to it on the same column. */
function wayBack(from: VisitStage, to: VisitStage, can: readonly string[]): VisitStage | null {
  const moves = possibleMoves({ stage: to }, can);
  if (moves.includes(from)) return from;
  return from === 'scheduled' && moves.includes('confirmed') ? 'confirmed' : null;
}

/** Remaining primary AR: the server's word where it can be had, the ledger on this device otherwise. */
async function primaryAr(visit: Visit, askServer: boolean): Promise<Cents> {
  if (askServer) {
    try {
      const { warnings } = await call('billing.visitsArWarnings', { visitIds: [visit.VisitId] });
      return warnings.find((warning) => warning.visitId === visit.VisitId)?.primaryAr ?? 0;
    } catch {
      // Falls through to what this device holds.
    }
  }
  return (await arOfVisit(visit.VisitId)).primary;
}
