import { Button, Group } from '@mantine/core';
import { mayEnter } from '#contract/base/permissions.ts';
import { queuedEndpoint } from '#contract/queued-endpoints.ts';
import { recordCall } from '#contract/records.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { Conflict, ConflictView, Way } from '#shared/conflict-views.ts';
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
  const { call, visit } = conflict;
  const user = useCurrentUser();
  const link = view.link?.(conflict);
  const text = view.copy?.(conflict);
  const ofVisit = visit && visitPath(visit);
  const mayCorrect = view.ResendForm && mayEnter(user, queuedEndpoint(call.name).access) && !isGone(call);
  return (
    <Group gap={8}>
      {link?.isMain && <Choice label={link.label} onChoose={() => onGo(link.path)} />}
      {text && <CopyText text={text} />}
      {ways.map((way) => (
        <Choice key={way.label} label={way.label} onChoose={() => void sendAgain(call, way)} />
      ))}
      {mayCorrect && <Choice label="Edit and send again" onChoose={onEdit} />}
      {link && !link.isMain && <Choice quiet label={link.label} onChoose={() => onGo(link.path)} />}
      {ofVisit && !link?.path.startsWith(ofVisit) && <Choice quiet label="Open visit" onChoose={() => onGo(ofVisit)} />}
      <Button variant="subtle" color="red" onClick={onDiscard}>
        Discard…
      </Button>
    </Group>
  );
}

function Choice({ label, quiet = false, onChoose }: { label: string; quiet?: boolean; onChoose: () => void }) {
  return (
    <Button {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })} onClick={onChoose}>
      {label}
    </Button>
  );
}

/** A record that is not there any more cannot be changed, only given up. */
function isGone({ name, kind }: ParkedCall): boolean {
  return kind === 'not-found' && recordCall(name)?.verb === 'update';
}
