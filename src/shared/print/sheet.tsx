import type { ReactNode } from 'react';
import classes from './print.module.css';

type Props = {
  title: string;
  /** The clinic, the day, and as of when this device knows it. */
  foot: string;
  children: ReactNode;
};

/** One thing on paper; the next one begins on a page of its own. */
export function Sheet({ title, foot, children }: Props) {
  return (
    <article className={classes.sheet}>
      <h2 className={classes.title}>{title}</h2>
      {children}
      <p className={classes.foot}>{foot}</p>
    </article>
  );
}
