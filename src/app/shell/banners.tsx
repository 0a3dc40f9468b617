import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import { lazy, Suspense } from 'react';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';
import { useOutage } from '#session/outage/outage-state.ts';
import { useNewVersion } from '#session/update.ts';
import { Banner } from '#shared/ui/banner/banner.tsx';
import { ProblemLine } from '#sync/problem-line.tsx';

const EmergencyLine = lazy(() =>
  import('#features/emergency/emergency-line.tsx').then((file) => ({ default: file.EmergencyLine })),
);
const StartingLine = lazy(() =>
  import('../routes/company/starting-line.tsx').then((file) => ({ default: file.StartingLine })),
);
const OutageLine = lazy(() =>
  import('#features/outage/outage-line.tsx').then((file) => ({ default: file.OutageLine })),
);

const NewVersion = lazy(() => import('./new-version.tsx').then((file) => ({ default: file.NewVersion })));

/** Lines over the screen: no network, trouble with this device's storage, a new version. */
export function Banners() {
  const { online } = useSyncState();
  const hasNewVersion = useNewVersion();
  const { phase } = useOutage();
  const { emergency } = useCurrentUser();
  const { getting_started } = useWebsite();
  return (
    <>
      <ProblemLine />
      <Suspense>{emergency && <EmergencyLine key={emergency.id} grant={emergency} />}</Suspense>
      <Suspense>{getting_started && <StartingLine />}</Suspense>
      <Suspense>{phase !== 'none' && <OutageLine />}</Suspense>
      {!online && phase !== 'outage' && (
        <Banner look="offline" icon={<IconCloudOff size={16} stroke={1.75} aria-hidden />}>
          You are offline. Work goes on: what you save is kept on this device and sent when the network is back.
        </Banner>
      )}
      <Suspense>{hasNewVersion && <NewVersion />}</Suspense>
    </>
  );
}
