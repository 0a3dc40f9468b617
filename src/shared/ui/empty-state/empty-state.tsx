import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

type EmptyStateProps = {
  /** What belongs here. */
  title: string;
  children?: ReactNode;
  /** The first step, a button. */
  action?: ReactNode;
  icon?: Icon;
  compact?: boolean;
};

/** Says what belongs here and offers the first step. */
export function EmptyState({ title, children, action, icon: Glyph = IconInbox, compact = false }: EmptyStateProps) {
  return (
    <div className={`${classes.state} ${compact ? classes.compact : ''}`}>
      {!compact && <Glyph size={28} stroke={1.25} className={classes.icon} aria-hidden />}
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
