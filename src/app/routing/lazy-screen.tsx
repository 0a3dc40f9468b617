import { use, type ComponentType } from 'react';
import { later } from '#shared/later.ts';

export type Load = () => Promise<{ Component: ComponentType }>;
export type LazyScreen = ComponentType & { load(): Promise<unknown> };

/** A screen whose code comes when it is first entered. */
export function lazyScreen(load: Load): LazyScreen {
  const part = later(load);
  function Screen() {
    const { Component } = use(part.load());
    return <Component />;
  }
  return Object.assign(Screen, { load: part.load });
}
