import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { VisitAlert } from './visit-alerts.ts';
import classes from './board.module.css';

const glyphs = { danger: IconExclamationCircle, needs: IconAlertTriangle, plain: IconInfoCircle };

/** What somebody should know about a visit: icon and word, never colour alone. */
export function AlertList({ alerts }: { alerts: VisitAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul className={classes.alerts} aria-label="Alerts">
      {alerts.map(({ key, kind, word }) => {
        const Glyph = glyphs[kind];
        return (
          <li key={key} className={`${classes.alert} ${classes[kind]}`}>
            <Glyph size={14} stroke={1.75} aria-hidden />
            {word}
          </li>
        );
      })}
    </ul>
  );
}
