import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
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

/** The same sentence is never stacked: it replaces itself and starts its time anew. */
function show(
  sentence: string,
  tone: Tone,
  time: number | false,
  action?: { label: string; run: (id: string) => void },
): string {
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
        <span>{sentence}</span>
        <Button size="compact-sm" variant="default" onClick={() => action.run(id)}>
          {action.label}
        </Button>
      </span>
    ) : (
      sentence
    ),
  });
}

export function toast(sentence: string): void {
  show(sentence, 'plain', toastTime);
}

export function toastDone(sentence: string): void {
  show(sentence, 'positive', toastTime);
}

export function toastNegative(sentence: string): void {
  show(sentence, 'negative', toastTime);
}

/** Stays until the user presses Dismiss (spec 8). */
export function toastMustDismiss(sentence: string): void {
  show(sentence, 'negative', false, { label: 'Dismiss', run: (id) => notifications.hide(id) });
}

/** 'Visit cancelled.' with Undo for 8 s, instead of asking beforehand. */
export function toastUndo(sentence: string, undo: () => void): void {
  show(sentence, 'plain', undoTime, {
    label: 'Undo',
    run: (id) => {
      notifications.hide(id);
      undo();
    },
  });
}
