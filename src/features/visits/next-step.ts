import { holds } from '#contract/base/permissions.ts';
import type { VisitNote } from '#contract/documentation/visit-note.ts';
import { possibleMoves } from '#contract/visits/moves.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { moveWord } from './move-words.ts';

/** The one button of a visit: a move, the note, or the claim. */
export type NextStep =
  | { kind: 'move'; to: VisitStage; word: string }
  | { kind: 'open'; word: string }
  | { kind: 'claim'; word: string };

/** The one thing this user would do next with a visit, or null when it waits for somebody else. */
export function nextStep(
  visit: Visit,
  note: VisitNote | undefined,
  can: readonly string[],
  claimWaiting = false,
): NextStep | null {
  const moves = possibleMoves(visit, can);
  const move = (to: VisitStage): NextStep | null =>
    moves.includes(to) ? { kind: 'move', to, word: moveWord(visit.stage, to) } : null;
  switch (visit.stage) {
    case 'scheduled':
    case 'confirmed':
      return move('checkedIn');
    case 'checkedIn':
      return move('inProgress');
    case 'inProgress':
      return move('review');
    case 'review':
      return openStep(note, can);
    case 'billing':
      return !claimWaiting && holds(can, 'submit claims') ? { kind: 'claim', word: 'Submit claim' } : null;
    case 'submitted':
      return move('closed');
    case 'cancelled':
    case 'noShow':
    case 'lateCancel':
      return move('scheduled');
    case 'closed':
      return null;
  }
}

/** The same for a line of a list; where the chart is not on this device, it is opened first. */
export function nextStepOf(
  { visit, note, isElsewhere = false }: Pick<VisitLine, 'visit' | 'note' | 'isElsewhere'>,
  can: readonly string[],
  claimWaiting = false,
): NextStep | null {
  return isElsewhere ? { kind: 'open', word: 'Open chart' } : nextStep(visit, note, can, claimWaiting);
}

function openStep(note: VisitNote | undefined, can: readonly string[]): NextStep | null {
  if (!note?.signedAt) return holds(can, 'write notes') ? { kind: 'open', word: 'Finish note' } : null;
  if (note.cosignRequired && !note.cosignedAt)
    return holds(can, 'cosign notes') ? { kind: 'open', word: 'Cosign' } : null;
  return holds(can, 'record charges') ? { kind: 'open', word: 'Add charges' } : null;
}

/** The moves behind the card's menu: everything possible but the step on the button. */
export function otherMoves(visit: Visit, step: NextStep | null, can: readonly string[]): VisitStage[] {
  return possibleMoves(visit, can).filter((to) => !(step?.kind === 'move' && step.to === to));
}
