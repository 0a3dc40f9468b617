import { moveOutcome, moveRefusal, possibleMoves } from '#contract/visits/moves.ts';
import type { Setup } from '#contract/session/endpoints.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readMoveFacts } from '#local/reads/move-facts.ts';
import type { Conflict, Way } from '#shared/conflict-views.ts';
import { moveWord } from './move-words.ts';

/** One way on from a refused move: what its button says, and what it sends. */
type Offer = { label: string; input: ParkedCall['input'] };

/**
 * The move that was asked for, where it is still possible, and those that are possible from where the visit is. Whoever
 * moves it from here sees where it stands; what needs a question first is asked at the visit.
 */
export async function waysToMove(again: Way, { call, visit }: Conflict, setup: Setup): Promise<Way[]> {
  if (!visit) return [again];
  const { late_cancel_fee: fee = 0 } = setup.website;
  const asked = call.input;
  const facts = await readMoveFacts(visit);
  const possible = possibleMoves(visit, setup.currentUser.can).filter((to) => moveRefusal(visit, to, facts) === null);
  const wanted = possible.filter((to) => to === asked['destination']);
  const others = possible.filter((to) => to !== asked['destination'] && !isAskedFirst(to, fee));
  return [
    ...wanted.flatMap((to) => withIntake(visit, to, { label: 'Try again', input: freshly(asked, visit) })),
    ...others.flatMap((to) => withIntake(visit, to, otherMove(visit, to))),
  ]
    .flatMap((offer) => withoutFee(offer, fee))
    .map(({ label, input }) => ({ label, again: { input, base: call.base }, held: [] }));
}

function isAskedFirst(to: VisitStage, fee: number): boolean {
  return to === 'closed' || (to === 'lateCancel' && fee > 0);
}

function freshly(asked: ParkedCall['input'], { updated_at: lastUpdated }: Visit): ParkedCall['input'] {
  const { ignoreIncompleteIntake: _ignored, ...rest } = asked;
  return { ...rest, lastUpdated };
}

/** The fee, the reason and the scope were said of the move that was asked for, of no other. */
function otherMove(visit: Visit, destination: VisitStage): Offer {
  const input = { id: visit.VisitId, destination, lastUpdated: visit.updated_at };
  return { label: moveWord(visit.stage, destination), input };
}

function withIntake(visit: Visit, to: VisitStage, offer: Offer): Offer[] {
  if (moveOutcome(visit, to) === 'moved') return [offer];
  if (moveOutcome(visit, to, true) !== 'moved') return [];
  return [{ label: 'Start without the intake', input: { ...offer.input, ignoreIncompleteIntake: true } }];
}

/** A clinic that charges no fee refuses one for ever; this device may not know that yet. */
function withoutFee(offer: Offer, fee: number): Offer[] {
  const { LateFee, ...input } = offer.input;
  if (LateFee === undefined) return [offer];
  return [...(fee > 0 ? [offer] : []), { label: 'Late cancel without the fee', input }];
}
