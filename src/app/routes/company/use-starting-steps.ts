import { startingStepsOf } from '#contract/sites/getting-started.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useSetup } from '#shared/session.ts';

/** What this new site still needs, from this device; null where nothing is left, undefined until it is known. */
export function useStartingSteps(): ReturnType<typeof startingStepsOf> | undefined {
  const { users, website } = useSetup();
  const rows = useLiveValue(
    async () => ({ facilities: await readAll('facilities'), payers: await readAll('payers') }),
    [],
  );
  if (!rows || !website.getting_started) return undefined;
  return startingStepsOf({
    facilities: rows.facilities.filter((facility) => !facility.Inactive).length,
    users: users.length,
    payers: rows.payers.filter((payer) => !payer.Inactive).length,
    settingsLookedAt: website.getting_started.settingsLookedAt,
  });
}
