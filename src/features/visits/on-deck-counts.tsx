import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { VisitLine } from '#local/reads/visits.ts';
import { useCurrentUser } from '#shared/session.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';
import { backlogsFor, linesOfBacklog, type BacklogKey, type Board } from './board-lines.ts';
import classes from './board.module.css';

/** A list behind a count: work left over, or the end of the day. */
export type ListKey = BacklogKey | 'done' | 'left';

type CountsProps = {
  lines: VisitLine[];
  corrections: VisitLine[] | null;
  opened: ListKey | null;
  onOpen: (key: ListKey) => void;
  children?: ReactNode;
};

/** Work left over, each count opening the list it counts. */
export function BacklogCounts({ lines, corrections, opened, onOpen, children }: CountsProps) {
  const { can, provider } = useCurrentUser();
  return (
    <div className={classes.counts} role="group" aria-label="Work left over">
      {backlogsFor(can).map((each) => {
        const count = linesOfBacklog(each, { backlog: lines, corrections }, provider).length;
        const meaning = each.key === 'rejected' ? 'danger' : 'needs';
        return (
          <StatPill
            key={each.key}
            count={count}
            label={each.label}
            meaning={meaning}
            active={opened === each.key}
            onOpen={() => onOpen(each.key)}
          />
        );
      })}
      {children}
    </div>
  );
}

/** What the board does not show any more: quiet, and a list behind each. */
export function DayEnd({ board, onOpen }: { board: Board; onOpen: (key: ListKey) => void }) {
  return (
    <>
      <Button variant="subtle" color="gray" size="compact-sm" fw={400} onClick={() => onOpen('done')}>
        {board.done.length} done
      </Button>
      <Button variant="subtle" color="gray" size="compact-sm" fw={400} onClick={() => onOpen('left')}>
        {board.left.length} canceled or no-show
      </Button>
    </>
  );
}
