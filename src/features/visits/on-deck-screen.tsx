import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import {
  activeProviders,
  callsByVisit,
  unfinishedVisits,
  visitsOfDay,
  type CallCounts,
  type VisitFilter,
  type VisitLine,
} from '#local/reads/visits.ts';
import { useClinicToday } from '#shared/hooks/use-clinic-now.ts';
import { useAsked } from '#shared/asked.ts';
import { useLive, useLiveValue } from '#shared/hooks/use-live.ts';
import { useNarrow } from '#shared/hooks/use-narrow.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useAnnounced } from '#shared/ui/live-region/use-announced.ts';
import { Page } from '#shared/ui/page/page.tsx';
import { Toolbar } from '#shared/ui/toolbar/toolbar.tsx';
import { backlogDays, boardOf, type CaseWords } from './board-lines.ts';
import { DayBoard } from './day-board.tsx';
import { DayPicker, dayTold } from './day-picker.tsx';
import { MoveQuestions } from './move-questions.tsx';
import { nextStep, nextStepOf, otherMoves } from './next-step.ts';
import { BacklogCounts, DayEnd, type ListKey } from './on-deck-counts.tsx';
import { ProviderFilter } from '#shared/ui/provider-filter/provider-filter.tsx';
import { useMoveVisit } from './use-move-visit.ts';
import { usePainted } from './use-painted.ts';
import { useCorrections } from './use-corrections.ts';
import { useOnDeckFilter } from './use-on-deck-filter.ts';
import type { CardAction } from './visit-board.tsx';
import { nameOf, visitHref } from './visit-card.tsx';
import classes from './board.module.css';

const CardMenu = lazy(() => import('./card-menu.tsx').then((file) => ({ default: file.CardMenu })));
const CountedList = lazy(() => import('./counted-list.tsx').then((file) => ({ default: file.CountedList })));

type Props = {
  /** Goes to a visit or chart; the route knows the router. */
  onNavigate: (path: string) => void;
  /** Opens a visit over the board, for who does not work in charts. */
  onOpenHere?: ((visit: Visit) => void) | undefined;
  /** Submitting a claim is billing's; the route opens its dialog. */
  onClaim: (asked: { visit: Visit; name: string }) => void;
  /** Further counts beside those of visits; `after` is another value whenever these are counted anew. */
  moreCounts?: (of: {
    today: string;
    filter: VisitFilter;
    after: unknown;
    /** Hears what stands on the cards besides, by case. */
    onWords: (words: CaseWords) => void;
  }) => ReactNode;
};

const noCalls: ReadonlyMap<string, CallCounts> = new Map();
type MenuState = { line: VisitLine; moves: VisitStage[]; at: HTMLElement };

/** The day's visits by stage, live from this device. */
export function OnDeckScreen({ onNavigate, onOpenHere, onClaim, moreCounts }: Props) {
  'use memo';
  const { can, provider: own } = useCurrentUser();
  const today = useClinicToday();
  const [day, setDay] = useState<string | null>(null);
  const { filter, chosen, choose } = useOnDeckFilter();
  const shownDay = day ?? today;
  const live = useLive(
    async () => ({ day: shownDay, lines: await visitsOfDay(shownDay, filter) }),
    [shownDay, filter.FacilityId, chosen.join()],
  );
  // The day comes first: what is left over from other days is counted once the board is painted.
  const asked = own?.ProviderId ?? null;
  const isPainted = usePainted(live.state === 'ready');
  const backlog = useLiveValue(
    async () => (isPainted ? await unfinishedVisits(today, backlogDays, filter, asked) : undefined),
    [isPainted, today, filter.FacilityId, chosen.join(), asked],
  );
  const providers = useLiveValue(() => activeProviders(filter.FacilityId), [filter.FacilityId]) ?? [];
  const calls = useLiveValue(callsByVisit, []) ?? noCalls;
  const [list, setList] = useState<ListKey | null>(null);
  const corrections = useCorrections(backlog !== undefined, filter, { isOpen: list === 'amended', calls });
  const [menu, setMenu] = useState<MenuState | null>(null);
  const [words, setWords] = useState<CaseWords>();
  const moves = useMoveVisit();
  useAsked('submitClaims', () => setList('bill'));

  const lines = live.state === 'ready' ? live.value.lines : [];
  const board = boardOf(lines, day === null ? words : undefined);
  useAnnounced(
    shownDay,
    live.state === 'ready' && live.value.day === shownDay ? dayTold(shownDay, lines.length) : null,
  );

  function open({ visit }: VisitLine) {
    if (onOpenHere) onOpenHere(visit);
    else onNavigate(visitHref({ visit }));
  }

  function step(line: VisitLine) {
    const next = nextStepOf(line, can, calls.get(line.visit.VisitId)?.claimWaiting);
    if (next?.kind === 'move') void moves.move(line.visit, nameOf(line), next.to);
    else if (next?.kind === 'claim') onClaim({ visit: line.visit, name: nameOf(line) });
    else if (next) onNavigate(visitHref(line));
  }

  function act(VisitId: string, action: CardAction, at: HTMLElement) {
    const line = lines.find((each) => each.visit.VisitId === VisitId);
    if (!line) return;
    if (action === 'open') return open(line);
    if (action === 'step') return step(line);
    const moves = otherMoves(line.visit, nextStep(line.visit, line.note, can), can);
    setMenu((before) => (before?.at === at ? null : { line, at, moves }));
  }

  const isNarrow = useNarrow();
  const counts = (
    <BacklogCounts lines={backlog ?? []} corrections={corrections} opened={list} onOpen={setList}>
      {moreCounts?.({ today, filter, after: backlog, onWords: setWords })}
    </BacklogCounts>
  );
  const dayEnd = <DayEnd board={board} onOpen={setList} />;
  return (
    <Page
      title="On Deck"
      actions={isNarrow ? undefined : dayEnd}
      hideHeader={isNarrow}
      toolbar={
        <>
          <WhichVisits
            {...{ today, providers, chosen }}
            isShort={isNarrow}
            day={shownDay}
            onDay={(picked) => setDay(picked === today ? null : picked)}
            own={asked}
            onChoose={choose}
          />
          {!isNarrow && counts}
        </>
      }
    >
      <DayBoard
        {...{ live, shownDay, board, calls }}
        isFiltered={chosen.length > 0}
        isToday={shownDay === today}
        onAct={act}
        onEverybody={() => choose([])}
        onToday={() => setDay(null)}
      />
      {isNarrow && (
        // A phone keeps its first lines for the cards.
        <>
          {counts}
          {dayEnd}
        </>
      )}
      <Suspense>
        {menu && (
          <CardMenu
            opened={menu}
            onClose={() => setMenu(null)}
            onMove={(line, to) => void moves.move(line.visit, nameOf(line), to)}
            onOpen={open}
          />
        )}
        {list && (
          <CountedList
            {...{ list, board, calls, corrections }}
            backlog={backlog ?? []}
            onClose={() => setList(null)}
            onOpen={open}
            onStep={step}
          />
        )}
      </Suspense>
      <MoveQuestions moves={moves} />
    </Page>
  );
}

type WhichProps = ComponentProps<typeof DayPicker> & ComponentProps<typeof ProviderFilter>;

function WhichVisits({ day, today, isShort, onDay, ...ofProviders }: WhichProps) {
  return (
    <div className={classes.bar}>
      <Toolbar label="Which visits">
        <DayPicker {...{ day, today, isShort, onDay }} />
        <ProviderFilter {...ofProviders} />
      </Toolbar>
    </div>
  );
}
