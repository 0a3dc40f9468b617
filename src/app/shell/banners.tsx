import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { lazy, Suspense, type ComponentType } from 'react';
import { useSyncState } from '#shared/sync-state.ts';
import { useOutage } from '#session/outage/outage-state.ts';
import { useNewVersion } from '#session/update.ts';
import { Banner } from '#shared/ui/banner/banner.tsx';
import { ProblemLine } from '#sync/problem-line.tsx';

const NewVersion = lazy(() => import('./new-version.tsx').then((file) => ({ default: file.NewVersion })));

/** Lines over the screen: trouble with this device's storage, those of features, no network, a new version. */
export function Banners({ Lines }: { Lines: ComponentType }) {
  const { online } = useSyncState();
  const hasNewVersion = useNewVersion();
  const { phase } = useOutage();
  return (
    <>
      <ProblemLine />
      <Lines />
      {!online && phase !== 'outage' && (
        <Banner look="offline" icon={<IconCloudOff size={16} stroke={1.75} aria-hidden />}>
          You are offline. Keep working. Your changes are saved on this device and sent when you’re back online.
        </Banner>
      )}
      <Suspense>{hasNewVersion && <NewVersion />}</Suspense>
    </>
  );
}
