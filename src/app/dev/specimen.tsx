import type { ReactNode } from 'react';
import classes from './dev-ui.module.css';

/** One component under its name. */
export function Specimen({ name, column = false, children }: { name: string; column?: boolean; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={name}>
      <h2>{name}</h2>
      <div className={column ? classes.column : classes.row}>{children}</div>
    </section>
  );
}
