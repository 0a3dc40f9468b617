import { Button, Group } from '@mantine/core';
import type { ParkedGroup } from '#local/outbox/dependants.ts';
import { holds, mayEnter } from '#contract/base/permissions.ts';
import { recordCall } from '#contract/records.ts';
import type { CurrentUser } from '#contract/session/current-user.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { useCurrentUser } from '#shared/session.ts';
import { dayOfCall } from './booking-facts.ts';
import { CopyNote } from './copy-note.tsx';
import { isDiagnosisClash } from './diagnosis-clash.ts';
import { freshCall, isSignature, isWithdrawn } from './fresh-call.ts';
import { ParkedDiagnoses } from './parked-diagnoses.tsx';
import { ParkedMoves } from './parked-moves.tsx';
import { asSeenNow, sendAgain } from './send-again.ts';
import { waysToBook } from './ways-to-book.ts';

type Props = {
  group: ParkedGroup<ParkedCall>;
  /** What the call is about, as the server last told it. */
  visit: Visit | undefined;
  onGo: (path: string) => void;
  onEdit: () => void;
  onDiscard: () => void;
};

/** What can be corrected in its own form and sent again. */
const editable: ReadonlySet<string> = new Set(['patients.create', 'patients.update', 'cases.create']);

/** What is not there any more cannot be changed, only given up. */
function isEditable({ name, kind }: ParkedCall, user: CurrentUser): boolean {
  const record = recordCall(name);
  if (record?.verb === 'update' && kind === 'not-found') return false;
  if (record) return record.verb !== 'remove' && mayEnter(user, record.of.may);
  return editable.has(name) && holds(user.can, 'edit patients');
}

/** Every way on from a refused change: again, changed, at its own place, or not at all. */
export function ParkedActions({ group, visit, onGo, onEdit, onDiscard }: Props) {
  const { first, held } = group;
  const user = useCurrentUser();
  const visitPath = visit && `/patients/${visit.PatientId}?visit=${visit.VisitId}`;
  const isNote = first.name === 'documentation.save';
  const day = dayOfCall(first, visit);
  const fresh = freshCall(first, visit);
  const ways = waysToBook(first, held, fresh.input);
  // What changed since is read before it is signed, and that is at the note.
  const isReadFirst = isSignature(first) && first.kind === 'changed-elsewhere' && visitPath !== undefined;
  const isClash = isDiagnosisClash(first);
  // Sent as they are, these would be refused again; each has a way of its own.
  const hasOwnWay = isReadFirst || isClash || (isNote && first.kind === 'conflict');
  const isMove = first.name === 'visits.move' && visit !== undefined;
  return (
    <Group gap={8}>
      {isNote && visitPath && (
        <Button variant="default" onClick={() => onGo(`${visitPath}&compare=note`)}>
          Compare and decide
        </Button>
      )}
      {isNote && !visit && <CopyNote call={first} />}
      {isMove && <ParkedMoves call={first} visit={visit} />}
      {isClash && <ParkedDiagnoses call={first} onGo={onGo} />}
      {isReadFirst && (
        <Button variant="default" onClick={() => onGo(visitPath)}>
          Read and sign again
        </Button>
      )}
      {!hasOwnWay && !isMove && (
        <Button
          variant="default"
          onClick={() => void asSeenNow(first, fresh).then((now) => sendAgain(first, held, now))}
        >
          {againWords(first, held)}
        </Button>
      )}
      {ways.map(({ label, input, held: along }) => (
        <Button key={label} variant="default" onClick={() => void sendAgain(first, along, { ...fresh, input })}>
          {label}
        </Button>
      ))}
      {isEditable(first, user) && (
        <Button variant="default" onClick={onEdit}>
          Edit and send again
        </Button>
      )}
      {day !== undefined && (
        <Button variant="subtle" color="gray" onClick={() => onGo(`/scheduling?view=day&date=${day}`)}>
          Show in the calendar
        </Button>
      )}
      {!isNote && !isReadFirst && visitPath && (
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

function againWords(first: ParkedCall, held: readonly ParkedCall[]): string {
  if (held.length > 0) return `Try all ${held.length + 1} again`;
  return isWithdrawn(first) ? 'Put back on the waitlist' : 'Try again';
}
