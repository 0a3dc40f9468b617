import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { showDate } from '#contract/base/dates.ts';
import type { NoteId } from '#contract/base/ids.ts';
import { needsAlert } from '#contract/outcomes/needs-alert.ts';
import type { OutcomeResponse } from '#contract/outcomes/outcome-response.ts';
import { outcomeMeasure } from '#contract/outcomes/outcomes.ts';
import { enteredWords, scoreWords } from '#contract/outcomes/outcomes-table.ts';
import { changeOfScores, scoresByMeasure } from '#contract/outcomes/responses.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { outcomesOfCase } from '#local/reads/outcomes.ts';
import { useLive } from '#shared/hooks/use-live.ts';
import { AlertResponse } from '#shared/ui/alert-response/alert-response.tsx';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import { TrendLine } from '#shared/ui/trend-line/trend-line.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { useOutcomeDraft } from './use-outcome-draft.ts';
import classes from './outcomes.module.css';

export type OutcomesProps = {
  visit: Visit;
  NoteId: NoteId;
  /** Whether something is measured in a note of this kind; of others only the response to earlier answers is asked for. */
  isMeasured?: boolean;
  /** A discharge note shows the last score of what was not scored again. */
  isDischarge: boolean;
  /** What was done about an answer that demands it, as the note says it. */
  response: string;
  onResponse: (text: string) => void;
  onLeave: () => void;
};

/** The outcome measures of a case beside the note: earlier scores, what changed, and a score of today. */
export function OutcomesPart(props: OutcomesProps) {
  const { visit, NoteId, isMeasured = true, isDischarge, response, onResponse, onLeave } = props;
  const live = useLive(() => outcomesOfCase(visit.CaseId), [visit.CaseId]);
  const draft = useOutcomeDraft(visit);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (live.state === 'loading' && !isMeasured) return null;
  if (live.state === 'loading') return <LoadingSkeleton label="Loading the outcome measures" rows={2} />;
  if (live.state === 'failed')
    return <ErrorState title="The outcome measures could not be loaded">Reload the page to try again.</ErrorState>;
  const isTyping = isOpen || draft.isDirty;
  const own = live.value.filter((one) => one.NoteId === NoteId);
  const isAlerting = own.some((one) => needsAlert(one.MeasureKey, one.Answers));
  if (!isMeasured && !isAlerting) return null;

  function correct(one: OutcomeResponse): void {
    draft.begin(one);
    setOpen(true);
  }

  function close(): void {
    draft.undo();
    setOpen(false);
    opener.current?.focus();
  }

  return (
    <section id="note-outcomes" className={classes.part} aria-labelledby="note-outcomes-name">
      <h3 className={classes.name} id="note-outcomes-name">
        Outcome measures
      </h3>
      {live.value.length === 0 && !isTyping && (
        <EmptyState compact title="No scores in this case yet">
          Add the first score. Later ones are compared with it.
        </EmptyState>
      )}
      <Scores
        responses={live.value}
        NoteId={NoteId}
        isDischarge={isDischarge}
        // A correction would take the place of what is typed.
        onCorrect={isTyping || !isMeasured ? null : correct}
      />
      {isAlerting && <AlertResponse response={response} onResponse={onResponse} onLeave={onLeave} />}
      {!isMeasured ? null : isTyping ? (
        <OutcomeForm visit={visit} NoteId={NoteId} draft={draft} onClose={close} />
      ) : (
        <div>
          <Button ref={opener} size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            Add a score
          </Button>
        </div>
      )}
    </section>
  );
}

type ScoresProps = Pick<OutcomesProps, 'NoteId' | 'isDischarge'> & {
  responses: readonly OutcomeResponse[];
  onCorrect: ((one: OutcomeResponse) => void) | null;
};

function Scores({ responses, NoteId, isDischarge, onCorrect }: ScoresProps) {
  return (
    <ul className={classes.scores}>
      {[...scoresByMeasure(responses)].map(([key, scores]) => {
        const last = scores.at(-1);
        const measure = last && outcomeMeasure(key, last.Version);
        if (!last || !measure) return null;
        const change = changeOfScores(measure, scores);
        const points = scores.map((one) => ({
          date: one.Date,
          y: one.Score,
          label: scoreWords(measure, one.Score),
        }));
        return (
          <li key={key} className={classes.score}>
            <div>
              <span className={classes.measure}>{measure.Name}</span>
              <span className={classes.last}>
                {scoreWords(measure, last.Score)} on {showDate(last.Date)}
                {enteredWords(last)}
                {isDischarge && last.NoteId !== NoteId && ', the last score, counts at discharge'}
              </span>
              {change && <span className={classes.last}>Since the first score: {lowered(change.sentence)}</span>}
            </div>
            <TrendLine name={measure.Name} points={points} />
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Correct the last score of ${measure.Name}`}
              disabled={onCorrect === null}
              onClick={() => onCorrect?.(last)}
            >
              Correct
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
