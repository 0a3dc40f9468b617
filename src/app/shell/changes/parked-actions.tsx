import { Button, Group } from '@mantine/core';
import type { ParkedGroup } from '#local/dependants.ts';
import { moveOutcome, moveRefusal, possibleMoves } from '#contract/visits/moves.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import { moveWord } from '#features/visits/move-words.ts';
import { resendCalls, type ParkedCall } from '#local/outbox.ts';
import { readMoveFacts } from '#local/visits.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useMay } from '#shared/session.ts';
import { announce } from '#shared/ui/live-region/live-region.tsx';
import { toastNegative } from '#shared/ui/toasts/toasts.tsx';

type Props = {
  group: ParkedGroup<ParkedCall>;
  /** What the call is about, as the server last told it. */
  visit: Visit | undefined;
  onGo: (path: string) => void;
  onEdit: () => void;
  onDiscard: () => void;
};

/** Every way on from a refused change: again, changed, at its own place, or not at all. */
export function ParkedActions({ group, visit, onGo, onEdit, onDiscard }: Props) {
  const { first, held } = group;
  const mayEdit = useMay('edit patients');
  const visitPath = visit && `/patients/${visit.PatientId}?visit=${visit.VisitId}`;
  const isNote = first.name === 'documentation.save';
  const isPatient = first.name === 'patients.create' || first.name === 'patients.update';
  return (
    <Group gap={8}>
      {isNote && visitPath && (
        <Button variant="default" onClick={() => onGo(`${visitPath}&compare=note`)}>
          Compare and decide
        </Button>
      )}
      {first.name === 'visits.move' && visit && <Moves call={first} visit={visit} />}
      {!(isNote && first.kind === 'conflict') && !(first.name === 'visits.move' && visit) && (
        <Button variant="default" onClick={() => void send(first, held)}>
          {held.length === 0 ? 'Try again' : `Try all ${held.length + 1} again`}
        </Button>
      )}
      {isPatient && mayEdit && (
        <Button variant="default" onClick={onEdit}>
          Edit and send again
        </Button>
      )}
      {!isNote && visitPath && (
        <Button variant="subtle" color="gray" onClick={() => onGo(visitPath)}>
          Open the visit
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={onDiscard}>
        Discard…
      </Button>
    </Group>
  );
}

async function send(first: ParkedCall, held: readonly ParkedCall[], input = first.input): Promise<void> {
  try {
    await resendCalls([{ mid: first.mid, input }, ...held.map(({ mid }) => ({ mid }))]);
    announce(held.length === 0 ? 'Sent again.' : `${held.length + 1} changes are sent again.`);
  } catch (error) {
    toastNegative(error instanceof Error ? error.message : 'This could not be saved on this device. It is kept here.');
  }
}

type Offer = { to: VisitStage; ignoreIncompleteIntake: boolean };

/** The move that was asked for, where it is still possible, and those that are possible from where the visit is. */
function Moves({ call, visit }: { call: ParkedCall; visit: Visit }) {
  const { can } = useCurrentUser();
  const wanted = call.input['destination'];
  const offers = useLiveValue(() => offersOf(visit, can, wanted), [visit, can, wanted]) ?? [];
  return offers.map(({ to, ignoreIncompleteIntake }) => (
    <Button
      key={to}
      variant="default"
      onClick={() => {
        const rest = { ...call.input };
        delete rest['ignoreIncompleteIntake'];
        const move = { ...rest, destination: to, lastUpdated: visit.updated_at };
        void send(call, [], ignoreIncompleteIntake ? { ...move, ignoreIncompleteIntake } : move);
      }}
    >
      {labelOf({ to, ignoreIncompleteIntake }, visit, wanted)}
    </Button>
  ));
}

function labelOf({ to, ignoreIncompleteIntake }: Offer, visit: Visit, wanted: unknown): string {
  if (ignoreIncompleteIntake) return 'Start without the intake';
  return to === wanted ? 'Try again' : moveWord(visit.stage, to);
}

/** Whoever moves a visit from here sees where it stands; what needs a question first is asked at the visit. */
async function offersOf(visit: Visit, can: readonly string[], wanted: unknown): Promise<Offer[]> {
  const facts = await readMoveFacts(visit);
  const offers = possibleMoves(visit, can).flatMap((to): Offer[] => {
    if (moveRefusal(visit, to, facts) || (to === 'closed' && wanted !== 'closed')) return [];
    if (moveOutcome(visit, to) === 'moved') return [{ to, ignoreIncompleteIntake: false }];
    return moveOutcome(visit, to, true) === 'moved' ? [{ to, ignoreIncompleteIntake: true }] : [];
  });
  return offers.toSorted((a, b) => Number(b.to === wanted) - Number(a.to === wanted));
}
