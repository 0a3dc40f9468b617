import { Button } from '@mantine/core';
import { moveOutcome, moveRefusal, possibleMoves } from '#contract/visits/moves.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { moveWord } from '#features/visits/move-words.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readMoveFacts } from '#local/reads/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { sendAgain } from './send-again.ts';

/** One way on from a refused move: what its button says, and the call it sends. */
type Offer = { label: string; input: ParkedCall['input'] };

/** The move that was asked for, where it is still possible, and those that are possible from where the visit is. */
export function ParkedMoves({ call, visit }: { call: ParkedCall; visit: Visit }) {
  const { can } = useCurrentUser();
  const { late_cancel_fee: fee = 0 } = useWebsite();
  const offers = useLiveValue(() => offersOf(call.input, visit, { can, fee }), [call, visit, can, fee]) ?? [];
  return offers.map(({ label, input }) => (
    <Button key={label} variant="default" onClick={() => void sendAgain(call, [], { input, base: call.base })}>
      {label}
    </Button>
  ));
}

type Clinic = { can: readonly string[]; fee: number };

/** Whoever moves a visit from here sees where it stands; what needs a question first is asked at the visit. */
async function offersOf(asked: ParkedCall['input'], visit: Visit, { can, fee }: Clinic): Promise<Offer[]> {
  const facts = await readMoveFacts(visit);
  const possible = possibleMoves(visit, can).filter((to) => moveRefusal(visit, to, facts) === null);
  const wanted = possible.filter((to) => to === asked['destination']);
  const others = possible.filter((to) => to !== asked['destination'] && !isAskedFirst(to, fee));
  return [
    ...wanted.flatMap((to) => withIntake(visit, to, { label: 'Try again', input: freshly(asked, visit) })),
    ...others.flatMap((to) => withIntake(visit, to, otherMove(visit, to))),
  ].flatMap((offer) => withoutFee(offer, fee));
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
