import type { ReactNode } from 'react';
import classes from './letter.module.css';

/** Over a list of letters: by which way they go out, if they do. */
export function LetterNote({ children }: { children: ReactNode }) {
  return <p className={classes.note}>{children}</p>;
}
