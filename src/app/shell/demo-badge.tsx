import { useWebsite } from '#shared/session.ts';
import classes from './demo-badge.module.css';

/** Beside the clinic's name, as long as somebody signs in with the password that everybody knows of the demo. */
export function DemoBadge({ isOneLine = false }: { isOneLine?: boolean }) {
  if (useWebsite().isDemo !== true) return null;
  return <span className={`${classes.badge} ${isOneLine ? classes.line : ''}`}>Demo clinic</span>;
}
