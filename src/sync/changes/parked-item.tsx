import { useMemo, useState, type ReactNode } from 'react';
import { heldBackReason, type ParkedGroup } from '#local/outbox/dependants.ts';
import type { CallSubject } from '#local/outbox/call-patient.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import type { Conflict, ConflictView, Way } from '#shared/conflict-views.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';
import { CallLine } from '../call-line.tsx';
import classes from '../sync-drawer.module.css';
import { useChangeViews } from './change-views.tsx';
import { conflictDiff, newerVisit } from './conflict-diff.ts';
import { DiscardForm } from './discard-form.tsx';
import { freshCall } from './fresh-call.ts';
import { ParkedActions } from './parked-actions.tsx';
import { waysToBook } from './ways-to-book.ts';

type Props = {
  group: ParkedGroup<ParkedCall>;
  subjectOf: (call: ParkedCall) => CallSubject | undefined;
  onGo: (path: string) => void;
  onEdit: (call: ParkedCall) => void;
};

/** A change the server refused: what it would have done, why not, what is there now, and every way on. */
export function ParkedItem({ group, subjectOf, onGo, onEdit }: Props) {
  const { first, held } = group;
  const view = useChangeViews().conflictViews[first.name];
  const subject = subjectOf(first);
  // What is read below is read anew for every other visit.
  const conflict = useMemo(() => ({ call: first, visit: newerVisit(first, subject?.visit) }), [first, subject?.visit]);
  const diff = useLiveValue(() => conflictDiff(view, conflict), [view, conflict]) ?? [];
  const ways = useWays(view, conflict, held);
  const [isDiscarding, setDiscarding] = useState(false);
  const note = view.note?.(conflict);
  return (
    <li className={classes.call}>
      <CallLine call={first} subject={subject} />
      <p className={classes.reason}>{reasonOf(first)}</p>
      {note && <p className={classes.reason}>{note}</p>}
      {diff.length > 0 && <DiffTable diff={diff} mine={view.mine ?? 'Your change'} />}
      {held.length > 0 && (
        <Held words={heldWords(held.length)}>
          {held.map((call) => (
            <li key={call.mid} className={classes.heldCall}>
              <CallLine call={call} subject={subjectOf(call)} isNamed />
            </li>
          ))}
        </Held>
      )}
      {isDiscarding && <DiscardForm mid={first.mid} onKeep={() => setDiscarding(false)} />}
      {!isDiscarding && ways && (
        <ParkedActions
          view={view}
          conflict={conflict}
          ways={ways}
          onGo={onGo}
          onEdit={() => onEdit(first)}
          onDiscard={() => setDiscarding(true)}
        />
      )}
    </li>
  );
}

/** Null until they are known: what appears later would move what somebody is about to press. */
function useWays(view: ConflictView, conflict: Conflict, held: readonly ParkedCall[]): Way[] | null {
  const setup = useSetup();
  const live = useLive(async () => {
    const label = held.length > 0 ? `Try all ${held.length + 1} again` : 'Try again';
    // A live query keeps its zone across a foreign promise only through Promise.resolve (stack.md).
    const again: Way = { label, again: await Promise.resolve(freshCall(view, conflict)), held };
    const own = view.ways ? await view.ways(again, conflict, setup) : [again];
    return [...own, ...waysToBook(conflict.call, again)];
  }, [view, conflict, held, setup]);
  if (live.state === 'loading') return null;
  return live.state === 'ready' ? live.value : [];
}

function reasonOf({ reason }: ParkedCall): string {
  if (reason === heldBackReason) return 'The change it depends on is decided. Send this one again if it still applies.';
  return reason ?? 'The server gave no reason. Your change is kept. Try again.';
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
    ? 'Waiting for this decision, because it depends on it:'
    : 'Waiting for this decision, because they depend on it:';
}

/** A column is there for whoever has something to say in it. */
function DiffTable({ diff, mine: title }: { diff: FieldDiff[]; mine: string }) {
  const hasBefore = diff.some((field) => field.before !== undefined);
  const hasMine = diff.some((field) => field.mine !== '');
  const hasNow = diff.some((field) => field.now !== '');
  const columns = [hasBefore, hasMine, hasNow].filter(Boolean).length;
  const widths = { 1: classes.one, 3: classes.three }[columns] ?? '';
  return (
    <table className={`${classes.diff} ${widths}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">What</span>
          </th>
          {hasBefore && <th scope="col">Before</th>}
          {hasMine && <th scope="col">{title}</th>}
          {hasNow && <th scope="col">Server now</th>}
        </tr>
      </thead>
      <tbody>
        {diff.map(({ name, before, mine, now }) => (
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
