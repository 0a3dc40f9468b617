import { Button } from '@mantine/core';
import { showDate, showTime } from '#contract/base/dates.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useToldApart } from '#shared/same-people/use-told-apart.ts';
import { EmptyState } from '#shared/ui/empty-state/empty-state.tsx';
import { StageBadge } from '#shared/ui/meaning/stage-badge.tsx';
import { SideDrawer } from '#shared/ui/side-drawer/side-drawer.tsx';
import type { CallCounts, VisitLine } from '#local/reads/visits.ts';
import { nextStepOf } from './next-step.ts';
import { nameOf, visitHref, whatOf } from './visit-card.tsx';
import classes from './visit-list-drawer.module.css';

type Props = {
  opened: boolean;
  title: string;
  /** What the list covers, in a sentence. */
  explained: string;
  empty: string;
  lines: VisitLine[];
  calls: ReadonlyMap<string, CallCounts>;
  /** A word on a line that concerns the reader more than others, or null. */
  wordOf: (line: VisitLine) => string | null;
  onClose: () => void;
  onOpen: (line: VisitLine) => void;
  onStep: (line: VisitLine) => void;
};

/** A list behind a count, each line with the step that takes it off the list. */
export function VisitListDrawer({ opened, title, explained, empty, lines, calls, ...of }: Props) {
  const { wordOf, onClose, onOpen, onStep } = of;
  const { can } = useCurrentUser();
  const told = useToldApart(lines.map(({ patient }) => patient));
  return (
    <SideDrawer opened={opened} onClose={onClose} title={`${title} (${lines.length})`} size={520}>
      <p className={classes.explained}>{explained}</p>
      {lines.length === 0 ? (
        <EmptyState title={empty} compact />
      ) : (
        <ul className={classes.list}>
          {lines.map((line) => {
            const word = wordOf(line);
            const apart = told.get(line.visit.PatientId);
            const step = nextStepOf(line, can, calls.get(line.visit.VisitId)?.claimWaiting);
            return (
              <li key={line.visit.VisitId} className={classes.line}>
                <div className={classes.text}>
                  <a
                    className={classes.name}
                    href={visitHref(line)}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      onOpen(line);
                    }}
                  >
                    {nameOf(line)}
                  </a>
                  {apart && <span className={classes.what}>{apart}</span>}
                  <span className={classes.what}>
                    <span className="tabular">
                      {showDate(line.visit.Start)} {showTime(line.visit.Start)}
                    </span>{' '}
                    · {whatOf(line)}
                    {word && <b> · {word}</b>}
                  </span>
                </div>
                <StageBadge stage={line.visit.stage} quiet />
                {step && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${step.word}: ${[nameOf(line), apart].filter(Boolean).join(', ')}`}
                    onClick={() => onStep(line)}
                  >
                    {step.word}
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </SideDrawer>
  );
}
