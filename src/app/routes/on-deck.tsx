import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Visit } from '#contract/visits/visit.ts';
import { worksInVisits } from '#contract/visits/works-in-visits.ts';
import type { ClaimAsked } from '#features/billing/submit-claim-dialog.tsx';
import { OnDeckScreen } from '#features/visits/on-deck-screen.tsx';
import { firstTouch } from '#shared/first-touch.ts';
import { useEver } from '#shared/hooks/use-ever.ts';
import { useCurrentUser } from '#shared/session.ts';

/** The clocks are 70 KB with all that they ask. */
const MoreCounts = lazy(async () => {
  await firstTouch;
  const file = await import('./more-counts.tsx');
  return { default: file.MoreCounts };
});

const SubmitClaimDialog = lazy(() =>
  import('#features/billing/submit-claim-dialog.tsx').then((file) => ({ default: file.SubmitClaimDialog })),
);

const OpenVisit = lazy(() => import('./open-visit.tsx').then((file) => ({ default: file.OpenVisit })));

/** The work list; also the fallback after a permission denial (spec 2). */
export function OnDeckRoute() {
  const navigate = useNavigate();
  const [claiming, setClaiming] = useState<ClaimAsked | null>(null);
  const hasClaimed = useEver(claiming !== null);
  const [here, setHere] = useState<Visit | null>(null);
  const hasOpened = useEver(here !== null);
  const { can } = useCurrentUser();
  const go = (path: string) => void navigate(path);
  return (
    <>
      <OnDeckScreen
        onNavigate={go}
        onOpenHere={worksInVisits(can) ? undefined : setHere}
        onClaim={setClaiming}
        moreCounts={(of) => (
          <Suspense>
            <MoreCounts {...of} onNavigate={go} />
          </Suspense>
        )}
      />
      <Suspense>
        {hasClaimed && <SubmitClaimDialog asked={claiming} onClose={() => setClaiming(null)} />}
        {hasOpened && <OpenVisit visit={here} onClose={() => setHere(null)} onNavigate={go} />}
      </Suspense>
    </>
  );
}
