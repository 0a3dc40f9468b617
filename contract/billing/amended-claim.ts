import type { Payer } from '../address-book/payer.ts';
import { billedCode } from '../charges/billed-code.ts';
import type { Service } from '../charges/service.ts';
import { pooledUnits } from './claim-lines.ts';

/** What a claim bills of one service. */
export type BilledService = Pick<Service, 'CPT_Code' | 'Units' | 'Modifiers' | 'AssistantUnits'>;

export function billedService({ CPT_Code, Units, Modifiers, AssistantUnits }: BilledService): BilledService {
  return { CPT_Code, Units, Modifiers, AssistantUnits };
}

/**
 * Whether services come to other lines than a claim billed, so that it needs a correction (chart.md 3); null for a claim
 * of which that is not known. Minutes and order that change no unit are no difference, nor is a code that the payer is
 * billed by another one.
 */
export function differsFromClaim(
  billed: readonly BilledService[] | null,
  services: readonly BilledService[],
  payer: BilledTo,
): boolean | null {
  if (!billed) return null;
  return linesText(billed, payer) !== linesText(services, payer);
}

type BilledTo = Pick<Payer, 'SubstitutesG0283'> | null;

function linesText(services: readonly BilledService[], payer: BilledTo): string {
  const lines = pooledUnits(services, (code) => billedCode(code, payer)).map(({ CPT_Code, Units, Modifiers }) =>
    [CPT_Code, Units, ...Modifiers].join(' '),
  );
  return lines.toSorted().join('\n');
}
