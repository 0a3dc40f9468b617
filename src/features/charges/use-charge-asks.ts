import type { Payer } from '#contract/address-book/payer.ts';
import { openAsks, performersIn } from '#contract/charges/recorded-services.ts';
import type { CptDescription, ServiceEntry } from '#contract/charges/service.ts';
import { isBilled } from '#contract/charges/recounted-services.ts';
import type { Provider } from '#contract/providers/provider.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { providersById } from '#local/reads/charges.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';

type Asked = {
  visit: Visit;
  entries: readonly ServiceEntry[];
  codes: readonly CptDescription[];
  provider: Provider | undefined;
  payer: Payer | null;
};

/** What is still asked about who gave the services of a visit, judged as the server does; what was billed is history. */
export function useChargeAsks({ visit, entries, codes, provider, payer }: Asked): string[] {
  const ids = performersIn(entries);
  const performers = useLiveValue(() => providersById(ids), [ids.join(' ')]);
  if (!provider || !performers || isBilled(visit)) return [];
  return openAsks({ visit, entries, codes, provider, performers, payer });
}
