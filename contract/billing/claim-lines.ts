import type { Payer } from '../address-book/payer.ts';
import type { Cents } from '../base/money.ts';
import { billedCode } from '../charges/billed-code.ts';
import type { CptDescription, Service } from '../charges/service.ts';
import type { ClaimLine } from './claim-data.ts';

/**
 * The lines of a claim from what was recorded: services without a unit are not billed, and all units of a code
 * with the same modifiers stand on one line (domain 6.1). `feeOf` is the price of one unit; a code without a
 * price comes to 0, which `claimEdits` refuses.
 */
export function claimLines(from: {
  services: readonly Pick<Service, 'CPT_Code' | 'Units' | 'Modifiers' | 'AssistantUnits' | 'SortOrder'>[];
  payer: Payer;
  codes: readonly CptDescription[];
  feeOf(code: string): Cents | undefined;
  diagnosisCount: number;
  claimControlNumber: string;
}): ClaimLine[] {
  const inOrder = from.services.toSorted((a, b) => a.SortOrder - b.SortOrder);
  return pooledUnits(inOrder, (code) => billedCode(code, from.payer)).map((line, at) => ({
    ...line,
    charge: line.Units * (from.feeOf(line.CPT_Code) ?? 0),
    DiagnosisPointers: Array.from({ length: Math.min(4, from.diagnosisCount) }, (_, place) => place + 1),
    ControlNumber: `${from.claimControlNumber}-${at + 1}`,
    alwaysTherapy: from.codes.some((code) => code.CPT_Code === line.CPT_Code && code.alwaysTherapy),
  }));
}

/** Units by code, as `codeOf` names it, and modifiers, in the order of the services; those without a unit are left out. */
export function pooledUnits(
  services: readonly Billed[],
  codeOf: (code: string) => string = (code) => code,
): Omit<Billed, 'AssistantUnits'>[] {
  const pooled = new Map<string, Omit<Billed, 'AssistantUnits'>>();
  for (const { CPT_Code, Units, Modifiers } of services.flatMap(byWhoGaveThem)) {
    if (Units < 1) continue;
    const code = codeOf(CPT_Code);
    const place = [code, ...Modifiers].join(' ');
    const before = pooled.get(place);
    pooled.set(place, { CPT_Code: code, Units: (before?.Units ?? 0) + Units, Modifiers });
  }
  return [...pooled.values()];
}

type Billed = Pick<Service, 'CPT_Code' | 'Units' | 'Modifiers' | 'AssistantUnits'>;

/** A service of which only some units carry CQ or CO is two lines (domain 6.2). */
function byWhoGaveThem({ CPT_Code, Units, Modifiers, AssistantUnits }: Billed): Omit<Billed, 'AssistantUnits'>[] {
  if (AssistantUnits === null) return [{ CPT_Code, Units, Modifiers }];
  const others = Modifiers.filter((modifier) => modifier !== 'CQ' && modifier !== 'CO');
  return [
    { CPT_Code, Units: Units - AssistantUnits, Modifiers: others },
    { CPT_Code, Units: AssistantUnits, Modifiers },
  ];
}
