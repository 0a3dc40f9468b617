import { lazy, Suspense, type ReactNode } from 'react';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { useEver } from '../../hooks/use-ever.ts';

const ConfirmLayer = lazy(() => import('./confirm-layer.tsx').then((file) => ({ default: file.ConfirmLayer })));

export type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  /** What will happen, in a sentence or two. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** Deletion and other things that cannot be taken back. */
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Only where the spec asks, or money, a signature or a deletion is meant; otherwise offer undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFocusBack(props.opened);
  return <Suspense>{useEver(props.opened) && <ConfirmLayer {...props} />}</Suspense>;
}
