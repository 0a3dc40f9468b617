import { ownFirst } from '#contract/documentation/cosigner.ts';
import { isAskedToCosign, type CallCounts, type VisitLine } from '#local/reads/visits.ts';
import { useCurrentUser } from '#shared/session.ts';
import { backlogDays, backlogs, linesOfBacklog, type Board } from './board-lines.ts';
import type { ListKey } from './on-deck-counts.tsx';
import { VisitListDrawer } from './visit-list-drawer.tsx';

type CountedListProps = {
  list: ListKey;
  board: Board;
  backlog: VisitLine[];
  corrections: VisitLine[] | null;
  calls: ReadonlyMap<string, CallCounts>;
  onClose: () => void;
  onOpen: (line: VisitLine) => void;
  onStep: (line: VisitLine) => void;
};

/** The list behind the count that was opened. */
export function CountedList({ list, board, backlog, corrections, calls, onClose, onOpen, onStep }: CountedListProps) {
  const { provider } = useCurrentUser();
  const isMine = ({ note }: VisitLine) => isAskedToCosign(note, provider?.ProviderId ?? null);
  const each = backlogs.find((candidate) => candidate.key === list);
  const shown = each
    ? {
        title: each.title,
        explained:
          each.key === 'amended' && corrections
            ? 'Visits of any date, for the providers chosen above.'
            : `Visits of the last ${backlogDays} days on this device, for the providers chosen above.`,
        empty: each.empty,
        lines: ownFirst(linesOfBacklog(each, { backlog, corrections }, provider), isMine),
      }
    : list === 'done'
      ? {
          title: 'Done',
          explained: 'Submitted and closed visits of this day.',
          empty: 'No visits of this day are done yet.',
          lines: board.done,
        }
      : {
          title: 'Canceled or no-show',
          explained: 'Canceled visits and no-shows of this day.',
          empty: 'No one canceled.',
          lines: board.left,
        };
  const wordOf = (line: VisitLine) => (list === 'cosign' && isMine(line) ? 'Asked of you' : null);
  return (
    <VisitListDrawer
      opened
      {...shown}
      calls={calls}
      wordOf={wordOf}
      onClose={onClose}
      onOpen={onOpen}
      onStep={onStep}
    />
  );
}
