import { useEffect, useState } from 'react';
import type { ClaimId } from '#contract/base/ids.ts';
import { holds } from '#contract/base/permissions.ts';
import { correctionLines, type Amended } from '#local/reads/corrections.ts';
import type { CallCounts, VisitFilter, VisitLine } from '#local/reads/visits.ts';
import { call } from '#shared/api.ts';
import { firstTouch } from '#shared/first-touch.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser } from '#shared/session.ts';
import { useSyncState } from '#shared/sync-state.ts';

/**
 * Claims to correct of any day, as the server lists them for who may submit claims; null while it was not asked, as
 * offline. `isAsked` once what this device knows is on the screen. It is asked again when the list opens, when a claim
 * was queued or sent, and after pulls: others amend and correct claims too.
 */
export function useCorrections(
  isAsked: boolean,
  filter: VisitFilter,
  { isOpen, calls }: { isOpen: boolean; calls: ReadonlyMap<string, CallCounts> },
): VisitLine[] | null {
  const { can } = useCurrentUser();
  const { online, lastSyncAt } = useSyncState();
  const isWanted = online && isAsked && holds(can, 'submit claims');
  const claimsWaiting = [...calls.values()].filter(({ claimWaiting }) => claimWaiting).length;
  const pulled = lastSyncAt === null ? null : Math.floor(lastSyncAt / leastMs);
  const [amended, setAmended] = useState<Amended | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    void allAmended().then(
      (found) => !isLeft && setAmended(found),
      () => undefined,
    );
    return () => void (isLeft = true);
  }, [isWanted, pulled, isOpen, claimsWaiting]);
  const { FacilityId, ProviderIds } = filter;
  const read = async () => amended && correctionLines(amended, filter);
  return useLiveValue(read, [amended, FacilityId, ProviderIds.join()]) ?? null;
}

/** A busy clinic pulls every few seconds; the question goes through all its claims. */
const leastMs = 60_000;

/** What checks the reply is no small part of the app: a page that nobody touches asks for none of it. */
async function allAmended(): Promise<Amended> {
  await firstTouch;
  const all: Amended = { claims: [], visits: [], patients: [], cases: [] };
  let after: ClaimId | null | undefined;
  while (after !== null) {
    const page = await call('billing.claimsToCorrect', after === undefined ? {} : { after });
    all.claims.push(...page.claims);
    all.visits.push(...page.visits);
    all.patients.push(...page.patients);
    all.cases.push(...page.cases);
    after = page.after;
  }
  return all;
}
