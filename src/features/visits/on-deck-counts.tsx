import { Button } from '@mantine/core';
import type { VisitLine } from '#local/reads/visits.ts';
import { StatPill } from '#shared/ui/stat-pill/stat-pill.tsx';
import { backlogs, type BacklogKey, type Board } from './board-lines.ts';
import classes from './board.module.css';

/** A list behind a count: work left over, or the end of the day. */
export type ListKey = BacklogKey | 'done' | 'left';

type CountsProps = { lines: VisitLine[]; opened: ListKey | null; onOpen: (key: ListKey) => void };

/** Work left over, each count opening the list it counts. */
export function BacklogCounts({ lines, opened, onOpen }: CountsProps) {
  return (
    <div className={classes.counts}>
      {backlogs.map((each) => {
        const count = lines.filter(each.holds).length;
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
