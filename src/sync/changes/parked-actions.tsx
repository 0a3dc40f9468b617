import { Button, Group } from '@mantine/core';
import { mayEnter } from '#contract/base/permissions.ts';
import { queuedEndpoint } from '#contract/queued-endpoints.ts';
import { recordCall } from '#contract/records.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { Conflict, ConflictLink, ConflictView, Way } from '#shared/conflict-views.ts';
import { useCurrentUser } from '#shared/session.ts';
import { visitPath } from '../visit-path.ts';
import { CopyText } from './copy-text.tsx';
import { sendAgain } from './send-again.ts';

type Props = {
  view: ConflictView;
  conflict: Conflict;
  ways: readonly Way[];
  onGo: (path: string) => void;
  onEdit: () => void;
  onDiscard: () => void;
};

/** Every way on from a refused change: at its own place, again, changed, or not at all. */
export function ParkedActions({ view, conflict, ways, onGo, onEdit, onDiscard }: Props) {
  const { call } = conflict;
  const user = useCurrentUser();
  const links = linksOf(view, conflict);
  const text = view.copy?.(conflict);
  const mayCorrect = view.ResendForm && mayEnter(user, queuedEndpoint(call.name).access) && !isGone(call);
  return (
    <Group gap={8}>
      {links.map(
        ({ label, path, isMain }) => isMain && <Choice key={label} label={label} onChoose={() => onGo(path)} />,
      )}
      {text && <CopyText text={text} />}
      {ways.map((way) => (
        <Choice key={way.label} label={way.label} onChoose={() => void sendAgain(call, way)} />
      ))}
      {mayCorrect && <Choice label="Edit and send again" onChoose={onEdit} />}
      {links.map(
        ({ label, path, isMain }) =>
          !isMain && (
            <Button key={label} variant="subtle" color="gray" onClick={() => onGo(path)}>
              {label}
            </Button>
          ),
      )}
      <Button variant="subtle" color="red" onClick={onDiscard}>
        Discard…
      </Button>
    </Group>
  );
}

function Choice({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <Button variant="default" onClick={onChoose}>
      {label}
    </Button>
  );
}

/** A record that is not there any more cannot be changed, only given up. */
function isGone({ name, kind }: ParkedCall): boolean {
  return kind === 'not-found' && recordCall(name)?.verb === 'update';
}

/** Those of its own, and to its visit where none of them leads there. */
function linksOf(view: ConflictView, conflict: Conflict): ConflictLink[] {
  const own = view.links?.(conflict) ?? [];
  const { visit } = conflict;
  if (!visit) return own;
  const path = visitPath(visit);
  return own.some((link) => link.path.startsWith(path)) ? own : [...own, { label: 'Open the visit', path }];
}
