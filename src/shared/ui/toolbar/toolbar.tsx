import type { ReactNode } from 'react';
import classes from './toolbar.module.css';

/** One row of filters and small actions; `end` stands at the far side. */
export function Toolbar({ label, children, end }: { label: string; children: ReactNode; end?: ReactNode }) {
  return (
    <fieldset aria-label={label} className={classes.toolbar}>
      {children}
      {end !== undefined && <div className={classes.end}>{end}</div>}
    </fieldset>
  );
}
