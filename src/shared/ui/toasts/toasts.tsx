import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { AppError } from '#contract/base/errors.ts';
import { device, isDeviceOpen, type Device } from '#local/store/device.ts';
import classes from './toasts.module.css';

/** spec 9 */
export const toastTime = 5_000;
/** ui.md: long enough to read and reach. */
export const undoTime = 8_000;

type Tone = 'plain' | 'positive' | 'negative';

const toneClass: Record<Tone, string> = {
  plain: classes['toast'] ?? '',
  positive: `${classes['toast']} ${classes['positive']}`,
  negative: `${classes['toast']} ${classes['negative']}`,
};

type More = {
  action?: { label: string; run: (id: string) => void };
  /** By which support finds what was refused; on a small line of its own. */
  requestId?: string | undefined;
};

/** The same sentence is never stacked: it replaces itself and starts its time anew. */
function show(sentence: string, tone: Tone, time: number | false, { action, requestId }: More = {}): string {
  const id = `toast:${sentence}`;
  notifications.hide(id);
  return notifications.show({
    id,
    autoClose: time,
    withCloseButton: action === undefined,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    withBorder: false,
    className: toneClass[tone],
    role: tone === 'negative' ? 'alert' : 'status',
    message: action ? (
      <span className={classes['line']}>
        <Said sentence={sentence} requestId={requestId} />
        <Button size="compact-sm" variant="default" onClick={() => action.run(id)}>
          {action.label}
        </Button>
      </span>
    ) : (
      <Said sentence={sentence} requestId={requestId} />
    ),
  });
}

/** A fault of the server has its number in the sentence already (shared/api.ts). */
function Said({ sentence, requestId }: { sentence: string; requestId: string | undefined }) {
  if (requestId === undefined || sentence.includes(requestId)) return <span>{sentence}</span>;
  return (
    <span>
      <span>{sentence}</span>
      <span className={classes['number']}>Request {requestId}</span>
    </span>
  );
}

export function toast(sentence: string): void {
  show(sentence, 'plain', toastTime);
}

export function toastDone(sentence: string): void {
  show(sentence, 'positive', toastTime);
}

export function toastNegative(sentence: string, requestId?: string): void {
  show(sentence, 'negative', toastTime, { requestId });
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
  const action = { label: 'Dismiss', run: (id: string) => notifications.hide(id) };
  show(sentence, 'negative', false, { action, requestId });
}

/** What takes something back; false where it could not and has said so, an error where it says nothing itself. */
export type Undo = () => unknown;

/** What Ctrl+Z takes back: what was offered last and neither taken nor offered too long ago (toast-keys.ts). */
export const lastUndo: { run: (() => void) | null; at: number } = { run: null, at: 0 };

/** 'Visit cancelled.' with Undo for 8 s, instead of asking beforehand. What it did is told. */
export function toastUndo(sentence: string, undo: Undo): void {
  const on = openNow();
  const run = (id: string) => {
    lastUndo.run = null;
    notifications.hide(id);
    // Somebody else may be in by now: it would be done in their name.
    if (openNow() === on) void tellUndone(sentence, undo);
  };
  const id = show(sentence, 'plain', undoTime, { action: { label: 'Undo', run } });
  lastUndo.run = () => run(id);
  lastUndo.at = performance.now();
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
  lastUndo.run = null;
  notifications.clean();
}
