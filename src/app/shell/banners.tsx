import { lazy, Suspense, type ComponentType } from 'react';
import { useSyncState } from '#shared/sync-state.ts';
import { useOutage } from '#session/outage/outage-state.ts';
import { useNewVersion } from '#session/update.ts';
import classes from './shell.module.css';
import { ProblemLine } from '#sync/problem-line.tsx';

const NewVersion = lazy(() => import('./new-version.tsx').then((file) => ({ default: file.NewVersion })));

/** In the top bar, where it moves nothing: that there is no network, and that this is no reason to stop. */
export function OfflineWords() {
  const { online } = useSyncState();
  const { phase } = useOutage();
  return (
    <p className={classes.offline} role="status">
      {!online && phase !== 'outage' && 'You are offline. Keep working. Your changes are sent when you’re back online.'}
    </p>
  );
}

/** Lines over the screen: trouble with this device's storage, those of features, a new version. */
export function Banners({ Lines }: { Lines: ComponentType }) {
  const hasNewVersion = useNewVersion();
  return (
    <>
      <ProblemLine />
      <Lines />
      <Suspense>{hasNewVersion && <NewVersion />}</Suspense>
    </>
  );
}
