import IconFirstAidKit from '@tabler/icons-react/dist/esm/icons/IconFirstAidKit.mjs';
import { lazy, Suspense, useState } from 'react';
import { useToReview } from '#features/emergency/use-to-review.ts';
import { useOutage } from '#session/outage/outage-state.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useCurrentUser, useMay, useWebsite } from '#shared/session.ts';
import type { MenuEntry } from '#shared/ui/action-menu/open-menu.tsx';
import { PersonMenu } from './shell/person-menu.tsx';
import type { ShellParts } from './shell/shell.tsx';

const FeatureLines = lazy(() => import('./feature-lines.tsx').then((file) => ({ default: file.FeatureLines })));
const EmergencyReviewDrawer = lazy(() =>
  import('#features/emergency/review-drawer.tsx').then((file) => ({ default: file.EmergencyReviewDrawer })),
);
/** What features show in the shell, which knows none of them; their code comes when there is something to show. */
export const shellParts: ShellParts = { Lines, Menu };

function Lines() {
  const { phase } = useOutage();
  const { emergency } = useCurrentUser();
  const { getting_started } = useWebsite();
  const hasSome = emergency || getting_started || phase !== 'none';
  return <Suspense>{hasSome && <FeatureLines />}</Suspense>;
}

function Menu({ hasWords }: { hasWords: boolean }) {
  const mayReview = useMay('manage users');
  const [isReviewing, setReviewing] = useState(false);
  const hasReviewed = useEver(isReviewing);
  const { toReview, look } = useToReview(mayReview);
  const review: MenuEntry = {
    kind: 'item',
    key: 'emergency',
    label: toReview === 0 ? 'Emergency access' : `Emergency access, ${toReview} to review`,
    icon: IconFirstAidKit,
    onChoose: () => setReviewing(true),
  };
  return (
    <>
      <PersonMenu hasWords={hasWords} more={mayReview ? [review] : []} onOpen={look} />
      <Suspense>
        {hasReviewed && <EmergencyReviewDrawer opened={isReviewing} onClose={() => setReviewing(false)} />}
      </Suspense>
    </>
  );
}
