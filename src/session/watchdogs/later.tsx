import { lazy } from 'react';
import { whenQuiet } from './when-quiet.ts';

/** The watchdogs, once the browser has nothing else to do: nothing they watch for happens in the first seconds. */
export const Watchdogs = lazy(async () => {
  await whenQuiet();
  return { default: (await import('./watchdogs.tsx')).Watchdogs };
});
