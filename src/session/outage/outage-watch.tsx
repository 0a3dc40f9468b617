import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { unsentMids } from '#local/outbox/call-states.ts';
import { readSyncMark } from '#local/store/synced-at.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { syncState, useSyncState } from '#shared/sync-state.ts';
import { toastDone } from '#shared/ui/toasts/toasts.tsx';
import { awaySince, forgetAway } from './offline-since.ts';
import { closeOutage, serverKnowsMe } from './detect-outage.ts';
import { pathOfOutagePage } from './outage-entry.ts';
import { outageCause } from './outage-rule.ts';
import { declareOutage } from './change-outage.ts';
import { outage, useOutage } from './outage-state.ts';

const lookMs = 15_000;

/** Declares an outage of who works here, remembers what waits during it, and ends it when the server answers. */
export function OutageWatch(): null {
  useDeclaring();
  useNoting();
  useEnding();
  useLeaving();
  return null;
}

function useDeclaring(): void {
  const { online, setupFailed, lastSyncAt } = useSyncState();
  const { phase } = useOutage();
  const navigate = useNavigate();
  // A worker that has just begun takes the network for the server.
  const hasAnswered = online && lastSyncAt !== null;
  const look = useEffectEvent(async () => {
    const after = await readSyncMark();
    const isAway = !syncState().online;
    const since = isAway ? awaySince() : Date.now();
    const detailsAnswered = !isAway && setupFailed && (await serverKnowsMe());
    const cause = outageCause({
      isEntering: false,
      hasNetwork: navigator.onLine,
      awayMs: isAway ? Date.now() - since : null,
      setupFailed,
      detailsAnswered,
    });
    if (!cause || outage().phase === 'outage') return;
    declareOutage(cause, since, after);
    // Who is at work is not moved: a line over the screen offers the page.
    if (!navigator.userActivation?.hasBeenActive) await navigate(pathOfOutagePage());
  });
  useEffect(() => {
    if (hasAnswered) forgetAway();
    else if (!online) awaySince();
    if (phase === 'outage' || (online && !setupFailed)) return undefined;
    const lookNow = () => void look().catch(() => undefined);
    lookNow();
    const timer = setInterval(lookNow, lookMs);
    return () => clearInterval(timer);
  }, [online, hasAnswered, setupFailed, phase]);
}

/** During an outage what waits, after it what takes the place of that: who is at work never opens the list meanwhile. */
function useNoting(): void {
  const now = useOutage();
  const { phase } = now;
  const since = now.phase === 'outage' ? now.since : null;
  const unsent = useLiveValue(async () => (phase === 'none' ? [] : await unsentMids()), [phase]);
  const asked = unsent?.join() ?? '';
  useEffect(() => {
    if (phase === 'none' || asked === '') return;
    void inTurn(async () => {
      const { noteFollowing, noteWaiting } = await import('./sent-list.ts');
      await (since === null ? noteFollowing() : noteWaiting(since));
    });
  }, [phase, since, asked]);
}

function useEnding(): void {
  const { online, setupFailed, lastSyncAt } = useSyncState();
  const now = useOutage();
  const mark = useLiveValue(readSyncMark, []) ?? null;
  // Only a worker that has exchanged something knows how the setup went; a follower has it from such a one.
  const answers = online && !setupFailed && lastSyncAt !== null;
  // That there is a network is not that the server answers: it must have given what it has since then.
  const isSince = now.phase === 'outage' && mark !== null && mark !== now.after;
  const isOver = answers && (now.phase === 'none' || isSince);
  useEffect(() => {
    if (isOver) void inTurn(closeOutage);
  }, [isOver]);
}

/** Every tab says that it is over, whichever has found it out, and leaves the outage's page. */
function useLeaving(): void {
  const { phase } = useOutage();
  const before = useRef(phase);
  const navigate = useNavigate();
  const leave = useEffectEvent((wasOn: boolean) => {
    if (wasOn) toastDone('The server is back. Nothing was waiting on this device.');
    if (window.location.pathname.startsWith('/alwaysAccess')) void navigate('/onDeck');
  });
  useEffect(() => {
    const was = before.current;
    before.current = phase;
    if (phase === 'none' && was !== 'none') leave(was === 'outage');
  }, [phase]);
}

let turn: Promise<unknown> = Promise.resolve();

/** One change of the list at a time; a device that was locked meanwhile has none. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work).catch(() => undefined);
  turn = done;
  return done;
}
