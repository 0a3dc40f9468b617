import { useMemo, useState, type ReactNode } from 'react';
import { heldBackReason, type ParkedGroup } from '#local/outbox/dependants.ts';
import type { CallSubject } from '#local/outbox/call-patient.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { CallLine } from '../call-line.tsx';
import classes from '../sync-drawer.module.css';
import { factsOfCall, newerVisit, type Fact } from './call-facts.ts';
import { DiscardForm } from './discard-form.tsx';
import { isSignature } from './fresh-call.ts';
import { ParkedActions } from './parked-actions.tsx';

type Props = {
  group: ParkedGroup<ParkedCall>;
  subjectOf: (call: ParkedCall) => CallSubject | undefined;
  onGo: (path: string) => void;
  onEdit: (call: ParkedCall) => void;
};

/** A change the server refused: what it would have done, why not, what is there now, and every way on. */
export function ParkedItem({ group, subjectOf, onGo, onEdit }: Props) {
  const { first, held } = group;
  const subject = subjectOf(first);
  // What is read below is read anew for every other visit.
  const visit = useMemo(() => newerVisit(first, subject?.visit), [first, subject?.visit]);
  const facts = useLiveValue(() => factsOfCall(first, visit), [first, visit]) ?? [];
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <li className={classes.call}>
      <CallLine call={first} subject={subject} />
      <p className={classes.reason}>{reasonOf(first)}</p>
      {first.name === 'visits.move' && visit?.stage === first.input['destination'] && (
        <p className={classes.reason}>The visit stands there already, so this move is not needed any more.</p>
      )}
      {facts.length > 0 && <Facts facts={facts} mine={isSignature(first) ? 'When you signed' : 'Your change'} />}
      {held.length > 0 && (
        <Held words={heldWords(held.length)}>
          {held.map((call) => (
            <li key={call.mid} className={classes.heldCall}>
              <CallLine call={call} subject={subjectOf(call)} isNamed />
            </li>
          ))}
        </Held>
      )}
      {isDiscarding ? (
        <DiscardForm mid={first.mid} onKeep={() => setDiscarding(false)} />
      ) : (
        <ParkedActions
          group={group}
          visit={visit}
          onGo={onGo}
          onEdit={() => onEdit(first)}
          onDiscard={() => setDiscarding(true)}
        />
      )}
    </li>
  );
}

function reasonOf({ reason }: ParkedCall): string {
  if (reason === heldBackReason)
    return 'The change it builds on is decided by now. Send this one again if it still holds.';
  return reason ?? 'The server did not say why. Your change is kept; try it again.';
}

function Held({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={classes.held}>
      <p className={classes.currentTitle}>{words}</p>
      <ul className={classes.list}>{children}</ul>
    </div>
  );
}

function heldWords(count: number): string {
  return count === 1
    ? 'Held back until this is decided, because it builds on it:'
    : 'Held back until this is decided, because they build on it:';
}

/** A column is there for whoever has something to say in it. */
function Facts({ facts, mine: title }: { facts: Fact[]; mine: string }) {
  const hasBefore = facts.some((fact) => fact.before !== undefined);
  const hasMine = facts.some((fact) => fact.mine !== '');
  const hasNow = facts.some((fact) => fact.now !== '');
  const columns = [hasBefore, hasMine, hasNow].filter(Boolean).length;
  const widths = { 1: classes.one, 3: classes.three }[columns] ?? '';
  return (
    <table className={`${classes.facts} ${widths}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          {hasBefore && <th scope="col">Before</th>}
          {hasMine && <th scope="col">{title}</th>}
          {hasNow && <th scope="col">The server holds now</th>}
        </tr>
      </thead>
      <tbody>
        {facts.map(({ name, before, mine, now }) => (
          <tr key={`${name} ${mine}`}>
            <th scope="row">{name}</th>
            {hasBefore && <td>{before}</td>}
            {hasMine && <td>{mine}</td>}
            {hasNow && <td>{now}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
