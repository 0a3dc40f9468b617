import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { Button } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { useHasUnsaved } from '#shared/unsaved.ts';
import { useOutage } from '../outage/outage-state.ts';
import { takeNewVersion, useNewVersion } from '../update.ts';
import classes from './banners.module.css';

const EmergencyLine = lazy(() =>
  import('../emergency/emergency-line.tsx').then((file) => ({ default: file.EmergencyLine })),
);
const StartingLine = lazy(() =>
  import('../company/starting-line.tsx').then((file) => ({ default: file.StartingLine })),
);
const OutageLine = lazy(() => import('../outage/outage-line.tsx').then((file) => ({ default: file.OutageLine })));

/** Lines over the screen: no network, trouble with this device's storage, a new version. */
export function Banners() {
  const { online, problem } = useSyncState();
  const hasNewVersion = useNewVersion();
  const { phase } = useOutage();
  const { emergency } = useCurrentUser();
  const { getting_started } = useWebsite();
  return (
    <>
      {problem !== null && (
        <Banner look="problem" icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden />}>
          {problem}
        </Banner>
      )}
      <Suspense>{emergency && <EmergencyLine key={emergency.id} grant={emergency} />}</Suspense>
      <Suspense>{getting_started && <StartingLine />}</Suspense>
      <Suspense>{phase !== 'none' && <OutageLine />}</Suspense>
      {!online && phase !== 'outage' && (
        <Banner look="offline" icon={<IconCloudOff size={16} stroke={1.75} aria-hidden />}>
          You are offline. Work goes on: what you save is kept on this device and sent when the network is back.
        </Banner>
      )}
      {hasNewVersion && <NewVersion />}
    </>
  );
}

function NewVersion() {
  const hasUnsaved = useHasUnsaved();
  return (
    <Banner look="version" icon={<IconRefresh size={16} stroke={1.75} aria-hidden />}>
      <span id="new-version">
        {hasUnsaved
          ? 'A new version is ready. It waits until what you are typing is saved.'
          : 'A new version is ready. It is taken when you reload.'}
      </span>{' '}
      <Button
        size="compact-sm"
        variant="default"
        ml={8}
        aria-describedby="new-version"
        aria-disabled={hasUnsaved}
        {...(hasUnsaved ? { 'data-disabled': true } : {})}
        onClick={() => void takeNewVersion()}
      >
        Reload
      </Button>
    </Banner>
  );
}

function Banner({
  look,
  icon,
  children,
}: {
  look: 'offline' | 'problem' | 'version';
  icon: ReactNode;
  children: ReactNode;
}) {
  return (
    <div
      className={`${classes.banner} ${classes[look]}`}
      role={look === 'problem' ? 'alert' : undefined}
      data-shell-part
    >
      {icon}
      <div className={classes.text}>{children}</div>
    </div>
  );
}
