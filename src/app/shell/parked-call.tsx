import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { discardCall, resendCall, type ParkedCall as Parked } from '#local/outbox.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { CallLine } from './call-line.tsx';
import classes from './sync-drawer.module.css';
import { currentWords } from './sync-words.ts';

/** A change the server refused: why, what the server holds now, and the two ways on. */
export function ParkedCall({ call }: { call: Parked }) {
  const [reason, setReason] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const current = currentWords(call.current);

  async function discard(): Promise<void> {
    const typed = (reason ?? '').trim();
    if (typed === '') return setMissing(true);
    await discardCall(call.mid, typed);
    toastDone('Change discarded.');
  }

  return (
    <li className={classes.call}>
      <CallLine call={call} />
      <p className={classes.reason}>
        {call.reason ?? 'The server did not say why. Your change is kept; try it again.'}
      </p>
      {current.length > 0 && (
        <>
          <p className={classes.currentTitle}>The server holds now</p>
          <dl className={classes.current}>
            {current.map((line) => [
              <dt key={`${line.name}-name`}>{line.name}</dt>,
              <dd key={line.name}>{line.value}</dd>,
            ])}
          </dl>
        </>
      )}
      {reason === null ? (
        <Group gap={8}>
          <Button variant="default" onClick={() => void resendCall(call.mid, freshInput(call))}>
            Try again
          </Button>
          <Button variant="subtle" color="red" onClick={() => setReason('')}>
            Discard…
          </Button>
        </Group>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void discard();
          }}
        >
          <TextInput
            label="Why is this change discarded?"
            description="Kept with the record of what happened."
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setMissing(false);
            }}
            error={isMissing ? 'Write a reason.' : null}
            maxLength={200}
            data-autofocus
            autoFocus
          />
          <Group gap={8} mt={8}>
            <Button type="submit" variant="outline" color="red">
              Discard this change
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setReason(null)}>
              Keep it
            </Button>
          </Group>
        </form>
      )}
    </li>
  );
}

/** Whoever tries again has seen what the server holds now: a move is then made upon that, not upon what it was. */
function freshInput({ input, current }: Parked): Record<string, unknown> {
  const isStamped = typeof current === 'object' && current !== null && 'updated_at' in current;
  return isStamped && 'lastUpdated' in input ? { ...input, lastUpdated: current.updated_at } : input;
}
