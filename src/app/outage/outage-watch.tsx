import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { waitingCalls } from '#local/outbox.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { serverKnowsMe } from './meet-outage.ts';
import { pathOfOutagePage } from './outage-entry.ts';
import { outageCause } from './outage-rule.ts';
import { declareOutage, endOutage, outage, useOutage } from './outage-state.ts';
import { closeSentList, noteWaiting, readSentList } from './sent-list.ts';

const lookMs = 15_000;
/** Since when this tab has no server, over a reload. */
const awayPlace = 'mainstay-away-since';

/** Declares an outage of who works here, remembers what waits during it, and ends it when the server answers. */
export function OutageWatch(): null {
  useDeclaring();
  useNoting();
  useEnding();
  return null;
}

function useDeclaring(): void {
  const { online, setupFailed } = useSyncState();
  const { phase } = useOutage();
  const navigate = useNavigate();
  const look = useEffectEvent(async () => {
    const awaySince = online ? null : awayFrom();
    const detailsAnswered = online && setupFailed && (await serverKnowsMe());
    const cause = outageCause({
      isEntering: false,
      hasNetwork: navigator.onLine,
      awayMs: awaySince === null ? null : Date.now() - awaySince,
      setupFailed,
      detailsAnswered,
    });
    if (!cause || outage().phase === 'outage') return;
    declareOutage(cause, awaySince ?? Date.now());
    // Who is at work is not moved: a line over the screen offers the page.
    if (!navigator.userActivation?.hasBeenActive) await navigate(pathOfOutagePage());
  });
  useEffect(() => {
    if (online) sessionStorage.removeItem(awayPlace);
    else awayFrom();
    if (phase === 'outage' || (online && !setupFailed)) return undefined;
    void look();
    const timer = setInterval(() => void look(), lookMs);
    return () => clearInterval(timer);
  }, [online, setupFailed, phase]);
}

function awayFrom(): number {
  const kept = Number(sessionStorage.getItem(awayPlace));
  if (kept > 0) return kept;
  const now = Date.now();
  sessionStorage.setItem(awayPlace, String(now));
  return now;
}

function useNoting(): void {
  const now = useOutage();
  const since = now.phase === 'outage' ? now.since : null;
  const waiting = useLiveValue(
    async () => (since === null ? [] : (await waitingCalls()).map(({ mid }) => mid)),
    [since],
  );
  const asked = waiting?.join() ?? '';
  useEffect(() => {
    if (since !== null && asked !== '') void inTurn(() => noteWaiting(since));
  }, [since, asked]);
}

function useEnding(): void {
  const { online, setupFailed, lastSyncAt } = useSyncState();
  const now = useOutage();
  const navigate = useNavigate();
  // That there is a network is not that the server answers: it must have given what it has since then.
  const answersSince = online && !setupFailed ? lastSyncAt : null;
  const end = useEffectEvent(async () => {
    if (now.phase === 'over') return;
    const since = now.phase === 'outage' ? now.since : ((await readSentList())?.since ?? null);
    if (since === null) return;
    const hasList = await closeSentList(Date.now());
    endOutage(since, Date.now(), hasList);
    if (hasList || now.phase === 'none') return;
    toastDone('The server answers again. Nothing was waiting on this device.');
    if (window.location.pathname.startsWith('/alwaysAccess')) await navigate('/onDeck');
  });
  const isOver =
    answersSince !== null && (now.phase === 'none' || (now.phase === 'outage' && answersSince > now.since));
  useEffect(() => {
    if (isOver) void inTurn(end);
  }, [isOver]);
}

let turn: Promise<unknown> = Promise.resolve();

/** One change of the list at a time; a device that was locked meanwhile has none. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work).catch(() => undefined);
  turn = done;
  return done;
}
