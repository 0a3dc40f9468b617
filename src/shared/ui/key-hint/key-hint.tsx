import { Fragment } from 'react';
import classes from './key-hint.module.css';

/** One key. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

/** `g o` is g then o; `Ctrl+K` is both at once. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className={classes.keys}>
      {keys.split(' ').map((step, at) => (
        <Fragment key={at}>
          {at > 0 && <span className={classes.then}>then</span>}
          {step.split(/(?<=.)\+/).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
