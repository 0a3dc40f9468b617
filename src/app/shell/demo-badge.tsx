import { useWebsite } from '#shared/session.ts';
import classes from './demo-badge.module.css';

/** Beside the clinic's name, as long as somebody signs in with the password that everybody knows of the demo. */
export function DemoBadge() {
  return useWebsite().isDemo === true ? <span className={classes.badge}>Demo clinic</span> : null;
}
