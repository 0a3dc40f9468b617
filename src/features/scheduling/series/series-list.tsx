import { Button, Checkbox } from '@mantine/core';
import { showDate, showTime } from '#contract/base/dates.ts';
import { weekdays } from '#contract/providers/provider-fields.ts';
import type { Alternative } from '#contract/scheduling/alternatives.ts';
import { nameOf, type BookingFacts } from '#contract/scheduling/booking-facts.ts';
import { acceptable, type Verdict } from '#contract/scheduling/issue.ts';
import type { PreviewedVisit, SeriesVisit } from '#contract/scheduling/series-preview.ts';
import { dayOf, showSpan, weekdayOf, type Span } from '#contract/scheduling/wall-time.ts';
import { MeaningBadge } from '#shared/ui/meaning/meaning-badge.tsx';
import type { Meaning } from '#shared/ui/meaning/meaning.ts';
import type { Decision, SeriesLine } from './use-series.ts';
import classes from './series.module.css';

type Decide = (of: SeriesVisit, decision: Decision | null) => void;
type Props = { lines: readonly SeriesLine[]; facts: BookingFacts; onDecide: Decide };

/** Each visit with a word for how it stands, why, and what can be done about it. */
export function SeriesList({ lines, facts, onDecide }: Props) {
  // The button of a decision mostly goes with it; whoever works by keyboard stays at the visit.
  function decide(of: SeriesVisit, decision: Decision | null): void {
    const pressed = document.activeElement;
    const line = pressed?.closest('li');
    onDecide(of, decision);
    requestAnimationFrame(() => !pressed?.isConnected && line?.focus());
  }
  return (
    <ol className={classes.list} aria-label="Visits of the series">
      {lines.map((line) => (
        <li key={line.planned.Start} className={classes.line} tabIndex={-1}>
          {line.preview ? (
            <Visit line={line} preview={line.preview} facts={facts} onDecide={decide} />
          ) : (
            <LeftOut line={line} onDecide={decide} />
          )}
        </li>
      ))}
    </ol>
  );
}

const looks: Record<Verdict, { meaning: Meaning; word: string }> = {
  green: { meaning: 'done', word: 'Free' },
  amber: { meaning: 'needs', word: 'Check' },
  red: { meaning: 'danger', word: 'Conflict' },
};

type VisitProps = { line: SeriesLine; preview: PreviewedVisit; facts: BookingFacts; onDecide: Decide };

function Visit({ line, preview, facts, onDecide }: VisitProps) {
  const { planned } = line;
  const { meaning, word } = looks[preview.verdict];
  const isMoved = line.decision !== null && typeof line.decision === 'object';
  return (
    <>
      <div className={classes.head}>
        <MeaningBadge meaning={meaning}>{word}</MeaningBadge>
        <span className={classes.when}>{dayWords(preview.Start)}</span>
        <span className={classes.time}>
          {showSpan(preview)}
          {isMoved && ` with ${nameOf(facts, preview.ProviderId)}`}
        </span>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Skip ${spoken(line.planned)}`}
          onClick={() => onDecide(planned, 'left-out')}
        >
          Skip
        </Button>
      </div>
      {preview.issues.map(({ code, sentence }) => (
        <p key={code} className={classes.why}>
          {sentence}
        </p>
      ))}
      {isMoved && (
        <p className={classes.why}>
          Instead of {dayWords(planned.Start)}, {showTime(planned.Start)}.{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => onDecide(planned, null)}>
            Back to that time
          </Button>
        </p>
      )}
      {preview.verdict === 'red' && <WaysOut line={line} preview={preview} facts={facts} onDecide={onDecide} />}
    </>
  );
}

function WaysOut({ line, preview, facts, onDecide }: VisitProps) {
  const { planned } = line;
  const accepts = acceptable(preview.issues) !== null;
  return (
    <div className={classes.ways} role="group" aria-label={`Instead of ${spoken(line.planned)}`}>
      {preview.alternatives.map((one) => (
        <Button
          key={`${one.ProviderId} ${one.Start}`}
          variant="default"
          size="compact-xs"
          onClick={() => onDecide(planned, { ProviderId: one.ProviderId, Start: one.Start, End: one.End })}
        >
          {wayWords(one, facts)}
        </Button>
      ))}
      {preview.alternatives.length === 0 && (
        <span className={classes.none}>No other time was found near this one.</span>
      )}
      {accepts && (
        <Checkbox
          size="xs"
          label="Book it anyway"
          checked={line.decision === 'accepted'}
          onChange={(event) => onDecide(planned, event.currentTarget.checked ? 'accepted' : null)}
        />
      )}
    </div>
  );
}

function LeftOut({ line, onDecide }: { line: SeriesLine; onDecide: Decide }) {
  return (
    <div className={classes.head}>
      <MeaningBadge meaning="past">Skipped</MeaningBadge>
      <span className={classes.when}>{dayWords(line.planned.Start)}</span>
      <span className={classes.time}>{showSpan(line.planned)}</span>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={`Include ${spoken(line.planned)}`}
        onClick={() => onDecide(line.planned, null)}
      >
        Include
      </Button>
    </div>
  );
}

/** What the button of a way out says: `9:15 AM`, `with Ben Carter`, `Tue 11/24/2026`. */
function wayWords(one: Alternative, facts: BookingFacts): string {
  if (one.kind === 'other-provider') return `with ${nameOf(facts, one.ProviderId)}`;
  return one.kind === 'next-day' ? dayWords(one.Start) : showTime(one.Start);
}

/** `Mon 11/23/2026` */
function dayWords(wallTime: string): string {
  const day = dayOf(wallTime);
  return `${(weekdays[weekdayOf(day)] ?? '').slice(0, 3)} ${showDate(day)}`;
}

function spoken({ Start }: Span): string {
  return `${dayWords(Start)} ${showTime(Start)}`;
}
