import { lazy, Suspense, type ReactNode } from 'react';
import { useFocusBack } from '../../hooks/use-focus-back.ts';
import { useEver } from '../../hooks/use-ever.ts';

const DrawerLayer = lazy(() => import('./drawer-layer.tsx').then((file) => ({ default: file.DrawerLayer })));

export type SideDrawerProps = {
  opened: boolean;
  onClose: () => void;
  /** Something typed would be lost: a click outside does not close it. */
  isDirty?: boolean;
  title: ReactNode;
  /** 400 to 560; a sheet from below on a phone. */
  size?: number;
  /** Stays in sight under the scrolling body; the one filled button belongs here. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Looks at or edits one thing without leaving the list. Esc closes it and focus returns. */
export function SideDrawer(props: SideDrawerProps) {
  useFocusBack(props.opened);
  return <Suspense>{useEver(props.opened) && <DrawerLayer {...props} />}</Suspense>;
}
