import { useSyncExternalStore } from 'react';
import { bePassed, isPassed } from '#local/store/newer-app.ts';
import { report } from '#session/failures.ts';
import { hasUnsaved } from '#shared/unsaved.ts';

let isWaiting = false;
const listeners = new Set<() => void>();

function offerNewVersion(): void {
  isWaiting = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isWaiting);
}

/** Registers the service worker and watches for a newer one; also for parts of this version gone from the server. */
export async function watchVersions(): Promise<void> {
  window.addEventListener('vite:preloadError', (event) => {
    event.preventDefault();
    offerNewVersion();
  });
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const { Workbox: Registration } = await import('workbox-window');
  const workbox = new Registration('/sw.js', { type: 'classic' });
  workbox.addEventListener('waiting', offerNewVersion);
  await workbox.register().catch(report);
  setInterval(() => void workbox.update().catch(() => undefined), 60 * 60_000);
}

/** Takes the waiting version in this tab; does nothing while something typed is not yet on disk. */
export async function takeNewVersion(): Promise<void> {
  if (!(await takeWaiting()) && !hasUnsaved()) window.location.reload();
}

/** The same where there may be none; whether this page is about to become it. */
async function takeWaiting(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.waiting || hasUnsaved()) return false;
  // Fires in every tab: only the one whose user asked may lose its place.
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  return true;
}

/** Another tab took a newer version: a page in which nobody works follows it at once, another one when they have gone. */
export function followTakeover(isInUse: () => boolean): void {
  const workers = navigator.serviceWorker;
  let former = workers?.controller;
  workers?.addEventListener('controllerchange', () => {
    // The first of all takes pages over that are of its version.
    if (former && isInUse()) bePassed();
    else if (former) window.location.reload();
    former = workers.controller;
  });
}

/** How long files of a newer version are waited for, and how long a page may take to go. */
const longestMs = 10_000;

/** A newer app keeps the device: this page becomes that one, where its files are here or on their way. Ends where not. */
export async function becomeNewer(): Promise<void> {
  const { installing } = (await navigator.serviceWorker?.getRegistration()) ?? {};
  if (installing)
    await atMost(new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true })));
  const isOver = (await isTaken()) || isPassed();
  if (isOver) window.location.reload();
  if (isOver || (await takeWaiting())) await atMost(new Promise(() => undefined));
}

/** Whether another service worker has the app's files already, and this page has not been told. */
async function isTaken(): Promise<boolean> {
  const workers = navigator.serviceWorker;
  const active = (await workers?.getRegistration())?.active;
  // A page that was loaded past the service worker has none.
  return Boolean(active && workers.controller && active !== workers.controller);
}

function atMost(what: Promise<unknown>): Promise<unknown> {
  return Promise.race([what, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
