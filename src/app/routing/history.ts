import { createPath, NavigationType, UNSAFE_createBrowserHistory as createBrowserHistory, type To } from 'react-router';
import { isHeldBack } from '#shared/routing/leaving.ts';

const browser = createBrowserHistory({ v5Compat: true });

/** Steps of the browser that were asked for here: back to a screen that holds, or on once its person has decided. */
let taken: 'back' | 'on' | null = null;

/** Addresses of this window; a screen may hold a move back (leaving.ts), as the declarative router itself lets none. */
export const history: typeof browser = {
  ...browser,
  get action() {
    return browser.action;
  },
  get location() {
    return browser.location;
  },
  push: (to, state) => unlessHeld(to, () => browser.push(to, state)),
  replace: (to, state) => unlessHeld(to, () => browser.replace(to, state)),
  listen: (tell) =>
    browser.listen((move) => {
      const { action, location, delta } = move;
      const step = taken;
      taken = null;
      if (step === 'back') return;
      const isAsked = step === null && action === NavigationType.Pop && delta;
      if (!isAsked || !isHeldBack(location, () => take('on', delta))) return tell(move);
      take('back', -delta);
    }),
};

function unlessHeld(to: To, go: () => void): void {
  const next = history.createURL(typeof to === 'string' ? to : createPath(to));
  if (!isHeldBack(next, go)) go();
}

function take(step: 'back' | 'on', delta: number): void {
  taken = step;
  browser.go(delta);
}
