import { useCallback, useEffect, useRef, useState } from 'react';
import type { Arriving } from '#contract/kiosk/endpoints.ts';
import { actForNobody } from '../kit/session.ts';
import type { Checkin, Known, Typed } from './checkin-calls.ts';
import { greet, greetOrForget, isEnrolled, placeHere, sealingHere, type Place } from './device.ts';
import { countUnsent, sendArrivals } from './kept-arrivals.ts';
import { takeNewVersion } from './shell.ts';

/** Often enough for the list of kiosks, and to notice soon that this one was removed. */
const greetMs = 60_000;

/** Which screen a kiosk shows. */
export type State =
  | { at: 'loading' | 'enroll' | 'removed' | 'noStorage' }
  | { at: 'home' | 'offline'; isLoggedOut: boolean }
  | { at: 'find' | 'ending' | 'desk' }
  /** `isFound`: their check-in began, and forms are not asked for again. */
  | { at: 'arriving'; known: Typed | null; isFound?: true }
  | { at: 'checkin'; checkin: Checkin; visit: Arriving; known: Known };

/** Of the clinic alone, for the next patient's first screen. */
let lastPlace: Place | null = null;
export const isKnownHere = (): boolean => lastPlace !== null;

type Put = (next: State | ((before: State) => State)) => void;

/** Greets the server, again and again, and sends what was taken without it. What a patient does meanwhile goes on. */
export function useWelcome(isLoggedOut: boolean, put: Put) {
  const [place, setPlace] = useState<Place | null>(lastPlace);
  const [maySeal, setMaySeal] = useState(false);
  const [unsent, setUnsent] = useState(0);
  // What is heard once the next patient's screen stands is theirs to hear.
  const isGone = useRef(false);
  const here = useCallback((then: () => void) => {
    if (!isGone.current) then();
  }, []);
  const setState = useCallback<Put>((next) => here(() => put(next)), [here, put]);
  const welcome = useCallback(async (): Promise<void> => {
    if (!(await isEnrolled())) return setState({ at: 'enroll' });
    const knowsKey = async () => {
      const mayNow = (await sealingHere()) !== undefined;
      here(() => setMaySeal(mayNow));
    };
    await knowsKey();
    const known = await placeHere();
    here(() => setPlace((before) => before ?? known));
    const first = await greet();
    const { data, error } = first.error?.status === 401 ? await greetOrForget() : first;
    const waiting = await countUnsent({ all: error?.status === 401 });
    here(() => setUnsent(waiting));
    if (error?.status === 401) {
      actForNobody();
      return setState({ at: 'removed' });
    }
    await knowsKey();
    if (data) {
      lastPlace = data;
      here(() => setPlace(data));
    }
    setState((before) =>
      before.at === 'loading' || before.at === 'home' || before.at === 'offline'
        ? { at: error ? 'offline' : 'home', isLoggedOut }
        : before,
    );
    if (!data) return;
    await sendArrivals();
    const refused = await countUnsent({ all: false });
    here(() => setUnsent(refused));
  }, [isLoggedOut, here, setState]);
  useEffect(() => {
    isGone.current = false;
    const now = () => void welcome().catch(() => setState({ at: 'noStorage' }));
    now();
    takeNewVersion();
    const timer = setInterval(now, greetMs);
    window.addEventListener('online', now);
    return () => {
      isGone.current = true;
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [welcome, setState]);

  return {
    clinic: place?.clinic ?? 'Mainstay',
    maySeal,
    unsent,
    welcome,
    onTold: () => setUnsent(0),
    onEnrolled(found: Place) {
      setPlace((lastPlace = found));
      void sealingHere().then(
        (own) => here(() => setMaySeal(own !== undefined)),
        () => undefined,
      );
      setState({ at: 'home', isLoggedOut: false });
    },
  };
}
