import { lazy, Suspense } from 'react';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { useEver } from '../../hooks/use-ever.ts';
import type { ConfirmDialogProps } from './confirm-layer.tsx';

const ConfirmLayer = lazy(() => import('./confirm-layer.tsx').then((file) => ({ default: file.ConfirmLayer })));

/** Only where the spec asks, or money, a signature or a deletion is meant; otherwise offer undo. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFocusBack(props.opened);
  return <Suspense>{useEver(props.opened) && <ConfirmLayer {...props} />}</Suspense>;
}
