import IconCloudCheck from '@tabler/icons-react/dist/esm/icons/IconCloudCheck.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { readSyncedAt } from '#local/store/synced-at.ts';
import { showMoment } from '#shared/format/clock.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import classes from '#shared/ui/banner/banners.module.css';
import { pathOfOutagePage } from '#session/outage/outage-entry.ts';
import { useOutage, type Outage } from '#session/outage/outage-state.ts';

/** The line of an outage over every screen, and of what was sent after it. */
export function OutageLine() {
  const now = useOutage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const syncedAt = useLiveValue(readSyncedAt, []) ?? null;
  if (now.phase === 'none') return null;
  const isOver = now.phase === 'over';
  const Glyph = isOver ? IconCloudCheck : IconCloudOff;
  return (
    <div className={`${classes.banner} ${isOver ? classes.version : classes.offline}`} role="status" data-shell-part>
      <Glyph size={16} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        {words(now, syncedAt)}{' '}
        {!pathname.startsWith('/alwaysAccess') && (
          <Button size="compact-sm" variant="default" onClick={() => void navigate(pathOfOutagePage())}>
            {isOver ? 'Sent changes' : 'Outage page'}
          </Button>
        )}
      </div>
    </div>
  );
}

function words(now: Exclude<Outage, { phase: 'none' }>, syncedAt: number | null): string {
  if (now.phase === 'over') return `The server has been back since ${showMoment(new Date(now.endedAt))}.`;
  const copy =
    syncedAt === null
      ? 'you’re working with the copy on this device'
      : `you’re working with data as of ${showMoment(new Date(syncedAt))}`;
  const what = now.cause === 'setup' ? 'The server can’t load your clinic’s data' : 'The server can’t be reached';
  // A clock that was set right since tells of a time to come.
  const since = now.since > Date.now() ? '' : ` since ${showMoment(new Date(now.since))}`;
  return `${what}${since}; ${copy}. Your changes are saved here and sent when the server is back.`;
}
