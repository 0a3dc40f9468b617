import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Toast, Tone } from './toast.ts';
import classes from './toasts.module.css';

const toneClass: Record<Tone, string> = {
  plain: classes['toast'] ?? '',
  positive: `${classes['toast']} ${classes['positive']}`,
  negative: `${classes['toast']} ${classes['negative']}`,
};

/** What Ctrl+Z takes back: what was offered last and is neither taken nor too long ago (undo-key.ts). */
export const lastUndo: { run: (() => void) | null; at: number } = { run: null, at: 0 };

/** The same sentence is never stacked: it replaces itself and starts its time anew. */
export function showToast({ sentence, tone, time, requestId, action }: Toast): void {
  const id = `toast:${sentence}`;
  const press = () => {
    lastUndo.run = null;
    notifications.hide(id);
    action?.run();
  };
  notifications.hide(id);
  notifications.show({
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
        <Button size="compact-sm" variant="default" onClick={press}>
          {action.label}
        </Button>
      </span>
    ) : (
      <Said sentence={sentence} requestId={requestId} />
    ),
  });
  if (action?.label === 'Undo') Object.assign(lastUndo, { run: press, at: performance.now() });
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

/** Those that wait for their turn as well. */
export function clearShown(): void {
  lastUndo.run = null;
  notifications.clean();
}
