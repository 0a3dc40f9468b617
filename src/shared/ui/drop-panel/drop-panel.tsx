import { lazy, Suspense, type ReactNode } from 'react';
import { firstTouch } from '#shared/first-touch.ts';

const load = () => import('./open-panel.tsx');
/** It is there before the press that opens it ends. */
const OpenPanel = lazy(() => load().then((file) => ({ default: file.OpenPanel })));
// Where it does not come now, opening one asks again.
void firstTouch.then(load).catch(() => undefined);

type DropPanelProps = {
  /** Names the panel for those who listen. */
  label: string;
  /** The control it hangs on; give that one `aria-expanded` and `aria-haspopup="dialog"`. */
  anchor: HTMLElement | null;
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A small panel under a button: filters, a month. Takes and keeps focus, closes with Esc or a press outside, gives focus back. */
export function DropPanel({ label, anchor, opened, onClose, children }: DropPanelProps) {
  if (!opened || !anchor) return null;
  return (
    <Suspense>
      <OpenPanel label={label} anchor={anchor} onClose={onClose}>
        {children}
      </OpenPanel>
    </Suspense>
  );
}
