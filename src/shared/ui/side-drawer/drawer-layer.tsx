import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNarrow } from '../../hooks/use-narrow.ts';
import { drawerFocus } from './drawer-focus.ts';
import classes from './side-drawer.module.css';

export type SideDrawerProps = {
  opened: boolean;
  onClose: () => void;
  /** Something typed would be lost: a click outside does not close it. */
  isDirty?: boolean;
  /** Another drawer lies over it: Esc is for that one. */
  isCovered?: boolean;
  title: ReactNode;
  /** 400 to 560; a sheet from below on a phone. */
  size?: number;
  /** Stays in sight under the scrolling body; the one filled button belongs here. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The drawer itself; its code comes with the first one that opens. */
export function DrawerLayer({
  opened,
  onClose,
  isDirty = false,
  isCovered = false,
  title,
  size = 480,
  footer,
  children,
}: SideDrawerProps) {
  const narrow = useNarrow();
  const width = Math.min(560, Math.max(400, size));
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      trapFocus={false}
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isCovered}
      position={narrow ? 'bottom' : 'right'}
      size={narrow ? '92dvh' : width}
    >
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content
        ref={drawerFocus}
        classNames={{ content: narrow ? `${classes.content} ${classes.sheet}` : classes.content }}
      >
        <Drawer.Header className={classes.header}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Drawer.Header>
        <Drawer.Body className={classes.body} tabIndex={0}>
          {children}
        </Drawer.Body>
        {footer !== undefined && (
          <div className={classes.footer} data-layer-buttons>
            {footer}
          </div>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
