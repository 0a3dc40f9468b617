import { lazy, Suspense, useState } from 'react';
import type { VisitLine } from '#local/reads/visits.ts';
import { firstTouch } from '#shared/first-touch.ts';
import type { Live } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { ErrorState } from '#shared/ui/error-state/error-state.tsx';
import { LoadingSkeleton } from '#shared/ui/loading-skeleton/loading-skeleton.tsx';
import type { Board } from './board-lines.ts';
import { VisitBoard, type BoardProps } from './visit-board.tsx';

const EmptyDay = lazy(() => import('./empty-day.tsx').then((file) => ({ default: file.EmptyDay })));
/** What the clock says of a card, and what tells two of one name apart, come with the hand that works with them. */
const WaitClock = lazy(async () => {
  await firstTouch;
  const file = await import('./wait-clock.tsx');
  return { default: file.WaitClock };
});

type Props = Pick<BoardProps, 'calls' | 'onAct'> & {
  live: Live<{ day: string; lines: VisitLine[] }>;
  shownDay: string;
  board: Board;
  isFiltered: boolean;
  isToday: boolean;
  onEverybody: () => void;
  onToday: () => void;
};

const noMarks: BoardProps['marks'] = new Map();
const noApart: BoardProps['apart'] = new Map();
const skeleton = <LoadingSkeleton label="Loading the day's visits" rows={8} rowHeight={56} />;

/** The board of one day, or why it is not there. */
export function DayBoard({ live, shownDay, board, calls, onAct, ...empty }: Props) {
  const [marks, setMarks] = useState(noMarks);
  const [apart, setApart] = useState(noApart);
  const { hydrated, phase, online } = useSyncState();
  // Cards that come one after the other are not a day yet; offline they are all there is.
  const isPartial = phase === 'hydrating' && !hydrated.P0 && online;
  if (live.state === 'loading') return skeleton;
  if (live.state === 'failed')
    return (
      <ErrorState
        title="The visits of this day could not be loaded"
        onRetry={() => window.location.reload()}
        retryLabel="Reload"
      >
        Your work is kept on this device. Reload the page. If this happens again, sign out and back in.
      </ErrorState>
    );
  const { day, lines } = live.value;
  return (
    // The day before stays for the moment the next one is read.
    <div data-day={day} aria-busy={day !== shownDay} style={{ display: 'contents' }}>
      {lines.length === 0 || isPartial ? (
        <Suspense fallback={skeleton}>
          <EmptyDay {...empty} />
        </Suspense>
      ) : (
        <VisitBoard lines={board} calls={calls} marks={marks} apart={apart} onAct={onAct} />
      )}
      <Suspense>
        <WaitClock lines={lines} onMarks={setMarks} onApart={setApart} />
      </Suspense>
    </div>
  );
}
