import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../empty-state/empty-state.module.css';

type ErrorStateProps = {
  /** What happened. */
  title: string;
  /** What was kept and what to do next. */
  children: ReactNode;
  onRetry?: () => void;
  retryLabel?: string;
};

/** A part of the screen that could not be shown: what happened, what was kept, what to do. */
export function ErrorState({ title, children, onRetry, retryLabel = 'Try again' }: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.25} className={classes.icon} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{children}</p>
      {onRetry && (
        <div className={classes.action}>
          <Button variant="default" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
