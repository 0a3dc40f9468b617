import { memo } from 'react';
import { showTime } from '#contract/base/dates.ts';
import { showName } from '#contract/base/text.ts';
import type { CallCounts, VisitLine } from '#local/reads/visits.ts';
import { AlertList } from './alert-list.tsx';
import type { NextStep } from './next-step.ts';
import { visitAlerts } from './visit-alerts.ts';
import classes from './board.module.css';

/** What the clock says of a visit; `isPressing`: somebody should see to it. */
export type CardMark = { word: string; isPressing: boolean };

type Props = {
  line: VisitLine;
  step: NextStep | null;
  hasMore: boolean;
  calls: CallCounts | undefined;
  mark: CardMark | undefined;
  /** What tells the patient from another one of the name. */
  apart: string | undefined;
};

/**
 * Two lines of plain elements: a day may hold 300 of them. Clicks and keys are heard once on the board,
 * which finds the card by `data-visit` and what was meant by `data-do`.
 */
export const VisitCard = memo(function VisitCard({ line, step, hasMore, calls, mark, apart }: Props) {
  const { visit, patient } = line;
  const name = apart ? `${nameOf(line)}, ${apart}` : nameOf(line);
  return (
    <li className={classes.card} data-visit={visit.VisitId} data-stage={visit.stage}>
      <div className={classes.top}>
        <time className={classes.time} dateTime={visit.Start}>
          {showTime(visit.Start)}
        </time>
        <a className={classes.name} href={visitHref(line)} data-do="open">
          {patient ? (
            <>
              <b>{patient.LastName}</b>, {patient.FirstName}
              {patient.PreferredName ? <span className={classes.quiet}> “{patient.PreferredName}”</span> : null}
            </>
          ) : (
            nameOf(line)
          )}
        </a>
        {mark && <span className={mark.isPressing ? classes.late : classes.wait}>{mark.word}</span>}
      </div>
      {apart && <p className={classes.apart}>{apart}</p>}
      <div className={classes.bottom}>
        <What line={line} />
        <CallMark calls={calls} />
        {step && (
          <button type="button" className={classes.next} data-do="step" aria-label={`${step.word}: ${name}`}>
            {step.word}
          </button>
        )}
        {hasMore && (
          <button
            type="button"
            className={classes.more}
            data-do="menu"
            aria-label={`More for ${name}`}
            aria-haspopup="menu"
          >
            <span aria-hidden>⋯</span>
          </button>
        )}
      </div>
      <AlertList alerts={visitAlerts(line)} />
    </li>
  );
}, isSameCard);

/** Rows that did not change are the very same objects from read to read (local/store/opened.ts). */
function isSameCard(a: Props, b: Props): boolean {
  return isSameList(shownOf(a), shownOf(b));
}

function shownOf({ line, step, hasMore, calls, mark, apart }: Props): unknown[] {
  const { visit, patient, provider, case: of, note, claim, words, alertNotes } = line;
  return [
    visit,
    patient,
    provider,
    of,
    note,
    claim,
    words,
    step?.word,
    hasMore,
    calls?.waiting,
    calls?.parked,
    mark?.word,
    apart,
    ...alertNotes,
  ];
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function CallMark({ calls }: { calls: CallCounts | undefined }) {
  if (!calls) return null;
  if (calls.parked > 0) return <span className={classes.refused}>needs attention</span>;
  return <span className={classes.waiting}>waiting to be sent</span>;
}

/** Who and what: one line where there is room, else one under the other, never broken inside. */
function What({ line: { visit, provider, case: of } }: { line: VisitLine }) {
  return (
    <span className={classes.what}>
      {provider && <span>{provider.LastName} · </span>}
      <span>{visitKind(visit.VisitTypeName, of?.Discipline)}</span>
    </span>
  );
}

/** Last, First; what a device does not hold is not guessed. */
export function nameOf({ patient }: VisitLine): string {
  return patient ? showName(patient) : 'Name not on this device yet';
}

export function visitHref({ visit }: Pick<VisitLine, 'visit'>): string {
  return `/patients/${visit.PatientId}?visit=${visit.VisitId}`;
}

/** `Okafor · PT Follow-up`: who comes first, because a narrow card cuts the end. */
export function whatOf({ visit, provider, case: of }: VisitLine): string {
  return [provider?.LastName, visitKind(visit.VisitTypeName, of?.Discipline)].filter(Boolean).join(' · ');
}

/** The visit type with its discipline, which is not said twice. */
export function visitKind(VisitTypeName: string, discipline: string | undefined): string {
  return !discipline || VisitTypeName.startsWith(discipline) ? VisitTypeName : `${discipline} ${VisitTypeName}`;
}
