import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClaimAsked } from '#features/billing/submit-claim-dialog.tsx';
import { OnDeckScreen } from '#features/visits/on-deck-screen.tsx';
import { firstTouch } from '#shared/first-touch.ts';
import { useEver } from '#shared/hooks/use-ever.ts';

/** The clocks are 70 KB with all that they ask. */
const MoreCounts = lazy(async () => {
  await firstTouch;
  const file = await import('./more-counts.tsx');
  return { default: file.MoreCounts };
});

const SubmitClaimDialog = lazy(() =>
  import('#features/billing/submit-claim-dialog.tsx').then((file) => ({ default: file.SubmitClaimDialog })),
);

/** The work list; also the fallback after a permission denial (spec 2). */
export function OnDeckRoute() {
  const navigate = useNavigate();
  const [claiming, setClaiming] = useState<ClaimAsked | null>(null);
  const hasClaimed = useEver(claiming !== null);
  const go = (path: string) => void navigate(path);
  return (
    <>
      <OnDeckScreen
        onNavigate={go}
        onClaim={setClaiming}
        moreCounts={(of) => (
          <Suspense>
            <MoreCounts {...of} onNavigate={go} />
          </Suspense>
        )}
      />
      <Suspense>{hasClaimed && <SubmitClaimDialog asked={claiming} onClose={() => setClaiming(null)} />}</Suspense>
    </>
  );
}
