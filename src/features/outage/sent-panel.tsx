import { Button } from '@mantine/core';
import { showMoment } from '#shared/format/clock.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import classes from './outage-page.module.css';
import { readSentList, sentSummary, type SentState } from '#session/outage/sent-list.ts';

const words: Record<SentState, { meaning: Meaning; word: string }> = {
  sent: { meaning: 'done', word: 'Sent' },
  waiting: { meaning: 'progress', word: 'Being sent' },
  parked: { meaning: 'needs', word: 'Needs attention' },
  discarded: { meaning: 'past', word: 'Discarded' },
};

/** What waited on this device during the outage and what became of each, until it is dismissed. */
export function SentPanel({ onDone, onChanges }: { onDone: () => void; onChanges: () => void }) {
  const list = useLiveValue(readSentList, []);
  if (!list) return null;
  const needs = list.calls.filter(({ state }) => state === 'parked').length;
  return (
    <section className={classes.sent} aria-labelledby="what-was-sent">
      <h2 className={classes.part} id="what-was-sent">
        Sent changes
      </h2>
      <p className={classes.quiet} role="status">
        {sentSummary(list)}
      </p>
      <ul>
        {list.calls.map((call) => (
          <li key={call.mid} className={classes.call} data-sent={call.state}>
            <div className={classes.what}>
              <div>{call.what}</div>
              <p className={classes.quiet}>
                {[call.about, `made ${showMoment(new Date(call.madeAt))}`].filter(Boolean).join(' · ')}
              </p>
            </div>
            <MeaningBadge meaning={words[call.state].meaning}>{words[call.state].word}</MeaningBadge>
          </li>
        ))}
      </ul>
      {needs > 0 && (
        <Button mr={8} onClick={onChanges}>
          Review what needs attention
        </Button>
      )}
      <Button variant={needs > 0 ? 'default' : 'filled'} onClick={onDone}>
        Done
      </Button>
    </section>
  );
}
