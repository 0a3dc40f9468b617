import { useSyncExternalStore } from 'react';
import { AppError } from '#contract/base/errors.ts';
import { device, isDeviceOpen, type Device } from '#local/store/device.ts';
import { firstTouch } from '#shared/first-touch.ts';
import { later } from '#shared/later.ts';
import { noteSaid } from '../live-region/live-region.tsx';
import type { Toast, Tone } from './toast.ts';

/** spec 9 */
export const toastTime = 5_000;
/** ui.md: long enough to read and reach. */
export const undoTime = 8_000;

const shown = later(() => import('./shown-toasts.tsx'));
/** It is there before anybody does something that is told. */
export const readyToToast = () => shown.load();
void firstTouch.then(readyToToast).catch(() => undefined);

let hasBeen = false;
let turn = 0;
const listeners = new Set<() => void>();

/** Their host's code comes with the first of them. */
export function useHasToast(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => hasBeen,
  );
}

function show(sentence: string, tone: Tone, time: number | false, requestId?: string, action?: Toast['action']): void {
  const at = turn;
  noteSaid();
  const tell = (file: Awaited<ReturnType<typeof readyToToast>>) => {
    if (at === turn) file.showToast({ sentence, tone, time, requestId, action });
  };
  hasBeen = true;
  for (const listener of listeners) listener();
  const file = shown.here();
  if (file) tell(file);
  else
    void readyToToast()
      .then(tell)
      .catch(() => undefined);
}

export function toast(sentence: string): void {
  show(sentence, 'plain', toastTime);
}

export function toastDone(sentence: string): void {
  show(sentence, 'positive', toastTime);
}

export function toastNegative(sentence: string, requestId?: string): void {
  show(sentence, 'negative', toastTime, requestId);
}

/**
 * What was refused or failed, in its own words and with the number of its request; `otherwise` where it has no words.
 * Stays if it is of the kind that must be dismissed, such as a change that a full device did not save.
 */
export function toastFailure(error: unknown, otherwise: string): void {
  const stays = error instanceof AppError && error.kind === 'must-dismiss';
  const tell = stays ? toastMustDismiss : toastNegative;
  tell(error instanceof Error ? error.message : otherwise, requestIdOf(error));
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof AppError ? error.requestId : undefined;
}

/** Stays until the user presses Dismiss (spec 8). */
export function toastMustDismiss(sentence: string, requestId?: string): void {
  show(sentence, 'negative', false, requestId, { label: 'Dismiss', run: () => undefined });
}

/** What takes something back; false where it could not and has said so, an error where it says nothing itself. */
export type Undo = () => unknown;

/** 'Visit cancelled.' with Undo for 8 s, instead of asking beforehand. What it did is told. */
export function toastUndo(sentence: string, undo: Undo): void {
  const on = openNow();
  // Somebody else may be in by now: it would be done in their name.
  const run = () => void (openNow() === on && tellUndone(sentence, undo));
  show(sentence, 'plain', undoTime, undefined, { label: 'Undo', run });
}

async function tellUndone(sentence: string, undo: Undo): Promise<void> {
  try {
    if ((await undo()) !== false) toastDone(`Undone: ${sentence}`);
  } catch (error) {
    toastFailure(error, 'The undo could not be saved on this device.');
  }
}

function openNow(): Device | null {
  return isDeviceOpen() ? device() : null;
}

/** Those that wait for their turn as well. */
export function clearToasts(): void {
  turn += 1;
  shown.here()?.clearShown();
}
