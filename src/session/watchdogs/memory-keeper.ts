import { useSyncExternalStore } from 'react';
import {
  emptyMemoryLog,
  memoryLeft,
  takeSample,
  type HeapReading,
  type MemoryLog,
  type MemorySample,
} from '#shared/memory-watch.ts';
import { hasUnsaved, saveUnsaved } from '#shared/unsaved.ts';
import { awakeNow } from './awake.ts';

const sampleMs = 60_000;
/** A new screen has been drawn by then. */
const settleMs = 1_000;
const againMs = 2_000;

let log = emptyMemoryLog;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Undefined in Firefox and Safari, where nothing is watched. */
function heapNow(): HeapReading | undefined {
  return (performance as Performance & { memory?: HeapReading }).memory;
}

/** Reads the memory once a minute; ends by the function it gives. */
export function watchMemory(): () => void {
  sample('start');
  const timer = setInterval(() => sample('minute'), sampleMs);
  return () => {
    clearInterval(timer);
    clearTimeout(retry);
  };
}

/** Call after each move to another screen. */
export function routeChanged(): () => void {
  const timer = setTimeout(() => sample('route'), settleMs);
  return () => clearTimeout(timer);
}

function sample(cause: MemorySample['cause']): void {
  const heap = heapNow();
  if (!heap) return;
  const screen = window.location.pathname.split('/')[1] ?? '';
  log = takeSample(log, { at: Math.round(awakeNow()), screen, cause, heap });
  for (const listener of listeners) listener();
  // Only where a person just went somewhere: a page that reloads by itself would seem to be in use.
  if (log.isReloadDue && cause === 'route') void reload();
}

/**
 * To the same address; the service worker still holds the key. Waits as long as something typed would be lost, and is
 * left out when there is memory again meanwhile.
 */
async function reload(): Promise<void> {
  clearTimeout(retry);
  const heap = heapNow();
  if (!heap || !memoryLeft(heap).isShort) return;
  if (!isTyping() && (await saveUnsaved()) && !isTyping()) return window.location.reload();
  retry = setTimeout(() => void reload(), againMs);
}

/** What a reload would cost: a form half filled in, an open dialog or drawer, or the field that has the focus. */
function isTyping(): boolean {
  if (hasUnsaved()) return true;
  const field = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
  const layers = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  return layers.some((layer) => layer.querySelector(field) !== null) || document.activeElement?.matches(field) === true;
}

export function useMemoryLog(): MemoryLog {
  return useSyncExternalStore(subscribe, () => log);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
