import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ClaimAsked } from '#features/billing/submit-claim-dialog.tsx';
import { DueCounts } from '#features/compliance/due-counts.tsx';
import { OnDeckScreen } from '#features/visits/on-deck-screen.tsx';
import { useEver } from '#shared/hooks/use-ever.ts';

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
      <OnDeckScreen onNavigate={go} onClaim={setClaiming} moreCounts={(of) => <DueCounts {...of} onNavigate={go} />} />
      <Suspense>{hasClaimed && <SubmitClaimDialog asked={claiming} onClose={() => setClaiming(null)} />}</Suspense>
    </>
  );
}
