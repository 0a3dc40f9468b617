import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { CallCounts, VisitLine } from '#local/reads/visits.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useShortcut } from '#shared/shortcuts.ts';
import { columns, type Board as Lines, type ColumnKey } from './board-lines.ts';
import { focusByColumn, focusByStep, focusedVisit } from './board-keys.ts';
import { nextStep, otherMoves } from './next-step.ts';
import { useHeldFocus } from './use-held-focus.ts';
import { usePainted } from './use-painted.ts';
import { VisitCard, type CardMark } from './visit-card.tsx';
import classes from './board.module.css';

export type CardAction = 'open' | 'step' | 'menu';
export type BoardProps = {
  lines: Lines;
  calls: ReadonlyMap<string, CallCounts>;
  /** What the clock says, by visit. */
  marks: ReadonlyMap<string, CardMark>;
  /** What tells patients of one name apart, by PatientId. */
  apart: ReadonlyMap<string, string>;
  /** `at` is the element a menu hangs on. */
  onAct: (VisitId: string, action: CardAction, at: HTMLElement) => void;
};

const repeatMs = 500;
const samePlacePx = 12;

/** The day in five columns; a phone shows one of them at a time. */
export function VisitBoard({ lines, calls, marks, apart, onAct }: BoardProps) {
  'use memo';
  const narrow = useNarrow();
  const [shown, setShown] = useState<ColumnKey>('today');
  const board = useRef<HTMLDivElement>(null);
  const holdFocus = useHeldFocus(board);
  const lastStep = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY });

  function actOnFocused(action: CardAction) {
    const VisitId = focusedVisit(board.current);
    const at = document.activeElement;
    if (VisitId && at instanceof HTMLElement) onAct(VisitId, action, at);
  }
  useShortcut('j', 'Next visit in the column (also ↓)', () => focusByStep(board.current, 1));
  useShortcut('k', 'Previous visit in the column (also ↑)', () => focusByStep(board.current, -1));
  useShortcut('h', 'Column to the left (also ←)', () => focusByColumn(board.current, -1), !narrow);
  useShortcut('l', 'Column to the right (also →)', () => focusByColumn(board.current, 1), !narrow);
  useShortcut('x', 'Next step for the selected visit', () => actOnFocused('step'));
  useShortcut('m', 'More actions for the selected visit', () => actOnFocused('menu'));

  function click(event: MouseEvent) {
    const found = actionAt(event.target);
    if (!found || event.button !== 0) return;
    // A new tab or window is the browser's to open.
    if (found.action === 'open' && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (found.action === 'step' && isRepeat(event)) return;
    onAct(found.VisitId, found.action, found.at);
  }

  /** The next card slides under the pointer: a double click means the first one alone (spec 9, 500 ms). */
  function isRepeat(event: MouseEvent): boolean {
    if (event.detail === 0) return false;
    const { x, y, at } = lastStep.current;
    lastStep.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    const isSamePlace = Math.hypot(event.clientX - x, event.clientY - y) < samePlacePx;
    return event.detail > 1 || (isSamePlace && event.timeStamp - at < repeatMs);
  }

  return (
    <div
      ref={board}
      onClick={click}
      onKeyDown={(event) => arrowKeys(event, board.current)}
      onFocus={holdFocus}
      style={{ height: '100%' }}
    >
      {narrow ? (
        <NarrowBoard {...{ lines, calls, marks, apart, shown }} onShow={setShown} />
      ) : (
        <div className={classes.board}>
          {columns.map((column) => (
            <section
              key={column.key}
              className={classes.column}
              data-column={column.key}
              aria-labelledby={`column-${column.key}`}
            >
              <h2 className={classes.columnHead} id={`column-${column.key}`}>
                {column.name} <span className={classes.count}>{lines[column.key].length}</span>
              </h2>
              <Cards
                {...{ calls, marks, apart }}
                lines={lines[column.key]}
                empty={column.empty}
                className={classes.list ?? ''}
              />
            </section>
          ))}
        </div>
      )}
    </div>
  );
}

type NarrowProps = Pick<BoardProps, 'lines' | 'calls' | 'marks' | 'apart'> & {
  shown: ColumnKey;
  onShow: (key: ColumnKey) => void;
};

function NarrowBoard({ lines, calls, marks, apart, shown, onShow }: NarrowProps) {
  const column = columns.find((each) => each.key === shown) ?? columns[0];
  return (
    <>
      <div className={classes.segments} role="tablist" aria-label="Stage">
        {columns.map((each) => (
          <button
            key={each.key}
            type="button"
            role="tab"
            id={`stage-${each.key}`}
            aria-selected={each.key === shown}
            aria-controls="stage-list"
            className={classes.segment}
            onClick={() => onShow(each.key)}
          >
            <b>{lines[each.key].length}</b> {each.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="stage-list" aria-labelledby={`stage-${column.key}`} data-column={column.key}>
        <Cards
          {...{ calls, marks, apart }}
          lines={lines[column.key]}
          empty={column.empty}
          className={classes.narrowList ?? ''}
        />
      </div>
    </>
  );
}

type CardsProps = Pick<BoardProps, 'calls' | 'marks' | 'apart'> & {
  lines: VisitLine[];
  empty: string;
  className: string;
};

/** More than any window shows of one column; the others follow a frame later. */
const firstCards = 16;

function Cards({ lines, calls, marks, apart, empty, className }: CardsProps) {
  'use memo';
  const { can } = useCurrentUser();
  const isPainted = usePainted(true);
  const shown = isPainted ? lines : lines.slice(0, firstCards);
  if (lines.length === 0) return <p className={classes.emptyColumn}>{empty}</p>;
  return (
    <ul className={className}>
      {shown.map((line) => {
        const step = nextStep(line.visit, line.note, can, calls.get(line.visit.VisitId)?.claimWaiting);
        const hasMore = otherMoves(line.visit, step, can).length > 0;
        return (
          <VisitCard
            key={line.visit.VisitId}
            line={line}
            step={step}
            hasMore={hasMore}
            calls={calls.get(line.visit.VisitId)}
            mark={marks.get(line.visit.VisitId)}
            apart={apart.get(line.visit.PatientId)}
          />
        );
      })}
    </ul>
  );
}

function actionAt(target: EventTarget): { VisitId: string; action: CardAction; at: HTMLElement } | null {
  if (!(target instanceof Element)) return null;
  const at = target.closest<HTMLElement>('[data-do]');
  const VisitId = at?.closest<HTMLElement>('[data-visit]')?.dataset['visit'];
  const action = at?.dataset['do'];
  if (!at || !VisitId || (action !== 'open' && action !== 'step' && action !== 'menu')) return null;
  return { VisitId, action, at };
}

function arrowKeys(event: KeyboardEvent, board: HTMLElement | null) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowDown') focusByStep(board, 1);
  else if (event.key === 'ArrowUp') focusByStep(board, -1);
  else if (event.key === 'ArrowRight') focusByColumn(board, 1);
  else if (event.key === 'ArrowLeft') focusByColumn(board, -1);
  else return;
  event.preventDefault();
}
