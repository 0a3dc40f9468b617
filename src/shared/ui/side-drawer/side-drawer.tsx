import { lazy, Suspense } from 'react';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { useEver } from '../../hooks/use-ever.ts';
import type { SideDrawerProps } from './drawer-layer.tsx';

const DrawerLayer = lazy(() => import('./drawer-layer.tsx').then((file) => ({ default: file.DrawerLayer })));

/** Looks at or edits one thing without leaving the list. Esc closes it and focus returns. */
export function SideDrawer(props: SideDrawerProps) {
  useFocusBack(props.opened);
  return <Suspense>{useEver(props.opened) && <DrawerLayer {...props} />}</Suspense>;
}
