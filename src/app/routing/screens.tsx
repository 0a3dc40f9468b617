import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded, SignedOutOnly } from '#session/guarded.tsx';
import type { RouteMeta } from '#session/guards.ts';
import { lazyScreen, type Load } from './lazy-screen.tsx';

/** What a route keeps for whoever is on the way to it. */
export type Handle = { load(): Promise<unknown> };

/** A screen at its address, with who may enter it; its code is loaded by the first who do. */
export function screen(path: string, meta: RouteMeta, load: Load): RouteObject {
  const Screen = lazyScreen(load);
  const handle: Handle = Screen;
  const element = (
    <Guarded meta={meta}>
      <Screen />
    </Guarded>
  );
  return { path, handle, element };
}

/** The same for who is not signed in yet. */
export function entrance(path: string, load: Load): RouteObject {
  const Screen = lazyScreen(load);
  const handle: Handle = Screen;
  const element = (
    <SignedOutOnly>
      <Screen />
    </SignedOutOnly>
  );
  return { path, handle, element };
}

/** Screens within another one, which stands around them. */
export function frame(path: string, meta: RouteMeta, Frame: ComponentType, children: RouteObject[]): RouteObject {
  const element = (
    <Guarded meta={meta}>
      <Frame />
    </Guarded>
  );
  return { path, element, children };
}
