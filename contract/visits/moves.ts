import { holds } from '../base/permissions.ts';
import type { MoveOutcome } from './endpoints.ts';
import type { MoveFacts } from './move-facts.ts';
import { stageNames, type VisitStage } from './stage.ts';
import type { Visit } from './visit.ts';

/** What must be true of the visit besides its stage; each name has one sentence in `guards`. */
export type MoveGuard = 'readyToBill' | 'noInsurance';
/** What follows from a move: the alert to the patient, the 837P, the question of `closingQuestion`. */
export type MoveTrigger = 'visitStartAlert' | 'makeClaim' | 'askAboutPrimaryAr';
/** The call that makes the move; `move` is the plain `visits.move`. */
export type MoveCall = 'move' | 'sign' | 'cosign' | 'submitClaim';
export type VisitMove = {
  from: VisitStage;
  to: VisitStage;
  permission: string;
  by: readonly MoveCall[];
  guard?: MoveGuard;
  triggers: readonly MoveTrigger[];
};

function byHand(
  from: VisitStage,
  to: VisitStage,
  permission: string,
  more: { guard?: MoveGuard; triggers?: MoveTrigger[] } = {},
): VisitMove {
  return { from, to, permission, by: ['move'], triggers: [], ...more };
}

/** The life of a visit (architecture, Visit life; spec 4); of one stage, the usual next step stands first. */
export const visitMoves: readonly VisitMove[] = [
  byHand('scheduled', 'confirmed', 'move visits.confirmed'),
  byHand('scheduled', 'checkedIn', 'move visits.checkedIn'),
  byHand('scheduled', 'cancelled', 'move visits.cancelled'),
  byHand('scheduled', 'noShow', 'move visits.noShow'),
  byHand('scheduled', 'lateCancel', 'move visits.lateCancel'),
  byHand('confirmed', 'checkedIn', 'move visits.checkedIn'),
  byHand('confirmed', 'scheduled', 'move visits.confirmed'),
  byHand('confirmed', 'cancelled', 'move visits.cancelled'),
  byHand('confirmed', 'noShow', 'move visits.noShow'),
  byHand('confirmed', 'lateCancel', 'move visits.lateCancel'),
  byHand('checkedIn', 'inProgress', 'move visits.inProgress', { triggers: ['visitStartAlert'] }),
  // Undoing a click: who may do a thing may undo it.
  byHand('checkedIn', 'confirmed', 'move visits.checkedIn'),
  byHand('cancelled', 'scheduled', 'move visits.cancelled'),
  byHand('noShow', 'scheduled', 'move visits.noShow'),
  byHand('lateCancel', 'scheduled', 'move visits.lateCancel'),
  { from: 'inProgress', to: 'review', permission: 'move visits.review', by: ['move', 'sign'], triggers: [] },
  { from: 'inProgress', to: 'billing', permission: 'sign notes', by: ['sign'], guard: 'readyToBill', triggers: [] },
  {
    from: 'review',
    to: 'billing',
    permission: 'move visits.billing',
    by: ['move', 'sign', 'cosign'],
    guard: 'readyToBill',
    triggers: [],
  },
  // The patient is not treated again, so no second alert goes out.
  byHand('review', 'inProgress', 'return visits'),
  {
    from: 'billing',
    to: 'submitted',
    permission: 'submit claims',
    by: ['submitClaim'],
    guard: 'readyToBill',
    triggers: ['makeClaim'],
  },
  byHand('billing', 'closed', 'move visits.closed', { guard: 'noInsurance', triggers: ['askAboutPrimaryAr'] }),
  {
    from: 'submitted',
    to: 'closed',
    permission: 'move visits.closed',
    by: ['move', 'submitClaim'],
    triggers: ['askAboutPrimaryAr'],
  },
  byHand('submitted', 'billing', 'move visits.billing'),
  byHand('closed', 'billing', 'reopen visits'),
];

const guards: Record<MoveGuard, (facts: MoveFacts) => string | null> = {
  readyToBill: (facts) => {
    if (!facts.noteSigned) return 'The note of this visit is not signed yet. Sign it, then bill the visit.';
    if (facts.cosignMissing) return 'The note of this visit still needs a cosignature. It can be billed after that.';
    if (facts.billableServices === 0) return 'No service with at least one unit is recorded. Record the charges first.';
    return null;
  },
  noInsurance: (facts) =>
    facts.hasInsurance ? 'This visit has insurance. Submit its claim first, then close it.' : null,
};

export function findMove(from: VisitStage, to: VisitStage): VisitMove | undefined {
  return visitMoves.find((move) => move.from === from && move.to === to);
}

/** The permission of a move, or null when there is no such move. */
export function permissionFor(from: VisitStage, to: VisitStage): string | null {
  return findMove(from, to)?.permission ?? null;
}

/** Where a user may move a visit by hand, the usual next step first. Guards may still refuse. */
export function possibleMoves(visit: Pick<Visit, 'stage'>, can: readonly string[]): VisitStage[] {
  return visitMoves
    .filter((move) => move.from === visit.stage && move.by.includes('move') && holds(can, move.permission))
    .map((move) => move.to);
}

/** Why a visit cannot be moved by hand, in one sentence, or null. Intake is not a refusal: see `moveOutcome`. */
export function moveRefusal(visit: Pick<Visit, 'stage'>, destination: VisitStage, facts: MoveFacts): string | null {
  if (visit.stage === destination) return `This visit is already ${stageNames[destination]}.`;
  const move = findMove(visit.stage, destination);
  if (!move) return `A visit cannot go from ${stageNames[visit.stage]} to ${stageNames[destination]}.`;
  if (!move.by.includes('move')) return byOtherCall[destination] ?? 'This visit moves there by another action.';
  return move.guard ? guards[move.guard](facts) : null;
}

const byOtherCall: Partial<Record<VisitStage, string>> = {
  billing: 'Sign the note to send this visit to billing.',
  submitted: 'Submit the claim to move this visit to Submitted.',
};

/** Whether the intake lets the visit start (spec 4). A difference to the chart is never skipped, a gap may be. */
export function moveOutcome(
  visit: Pick<Visit, 'stage' | 'intakeConflict' | 'intakeIncomplete'>,
  destination: VisitStage,
  ignoreIncompleteIntake = false,
): MoveOutcome {
  if (!findMove(visit.stage, destination)?.triggers.includes('visitStartAlert')) return 'moved';
  if (visit.intakeConflict.length > 0) return 'intakeConflict';
  if (visit.intakeIncomplete && !ignoreIncompleteIntake) return 'intakeIncomplete';
  return 'moved';
}
