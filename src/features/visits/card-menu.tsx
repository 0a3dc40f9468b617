import { stageNames, type VisitStage } from '#contract/visits/stage.ts';
import type { VisitLine } from '#local/reads/visits.ts';
import { OpenMenu, type MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { moveWord } from './move-words.ts';
import { nameOf } from './visit-card.tsx';

type Props = {
  opened: { line: VisitLine; moves: VisitStage[]; at: HTMLElement };
  onClose: () => void;
  onMove: (line: VisitLine, to: VisitStage) => void;
  onOpen: (line: VisitLine) => void;
};

/** One menu for the whole board, hung on the card that asked for it. */
export function CardMenu({ opened, onClose, onMove, onOpen }: Props) {
  const { line, moves, at } = opened;
  const entries: MenuEntry[] = [
    { kind: 'heading', key: 'stage', label: stageNames[line.visit.stage] },
    ...moves.map((to): MenuEntry => ({
      kind: 'item',
      key: to,
      label: moveWord(line.visit.stage, to),
      onChoose: () => onMove(line, to),
    })),
    { kind: 'divider', key: 'divider' },
    { kind: 'item', key: 'open', label: 'Open visit', onChoose: () => onOpen(line) },
  ];
  return (
    <OpenMenu
      key={line.visit.VisitId}
      label={`Actions for ${nameOf(line)}`}
      anchor={at}
      side="belowEnd"
      entries={entries}
      onClose={() => {
        onClose();
        at.focus();
      }}
      onLeave={onClose}
    />
  );
}
