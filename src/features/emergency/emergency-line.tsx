import IconFirstAidKit from '@tabler/icons-react/dist/esm/icons/IconFirstAidKit.mjs';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { CurrentUser } from '#contract/session/current-user.ts';
import { call, unreachableSentence } from '#shared/api.ts';
import { useOnline } from '#shared/sync-state.ts';
import { toastFailure } from '#shared/ui/toasts/toasts.tsx';
import { saveUnsaved } from '#shared/unsaved.ts';
import classes from '#shared/ui/banner/banners.module.css';
import { updateSetup } from './refresh-setup.ts';

type Grant = NonNullable<CurrentUser['emergency']>;

/** The line over every screen while emergency access lasts. */
export function EmergencyLine({ grant }: { grant: Grant }) {
  const isOnline = useOnline();
  const [isBusy, setBusy] = useState(false);
  const left = useMinutesLeft(grant.until);
  async function end(): Promise<void> {
    setBusy(true);
    try {
      await saveUnsaved();
      await call('emergencyGrants.end', { id: grant.id }, { byCaller: true });
      await updateSetup();
    } catch (error) {
      toastFailure(error, unreachableSentence);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={`${classes.banner} ${classes.problem}`} role="status" data-shell-part>
      <IconFirstAidKit size={16} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        You have emergency access: <span className="tabular">{left === 1 ? '1 minute' : `${left} minutes`}</span> left.
        Each chart you open is recorded with your reason and reviewed.{' '}
        {isOnline ? (
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void end()}>
            End access now
          </Button>
        ) : (
          'It ends automatically.'
        )}
      </div>
    </div>
  );
}

/** Whole minutes, the one that has begun included. */
function useMinutesLeft(until = Infinity): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(1, Math.ceil((until - now) / 60_000));
}
