import { lazy } from 'react';
import { firstTouch } from '#shared/first-touch.ts';

const load = () => import('./open-menu.tsx');

/** An open menu: it is there before the press that opens it ends. */
export const MenuLater = lazy(() => load().then((file) => ({ default: file.OpenMenu })));

// Where it does not come now, opening one asks again.
void firstTouch.then(load).catch(() => undefined);
