import type { Service } from '../charges/service.ts';
import type { VisitNote } from '../documentation/visit-note.ts';

/** What the guards of the moves ask about a visit. */
export type MoveFacts = {
  noteSigned: boolean;
  cosignMissing: boolean;
  /** Services with at least one unit. */
  billableServices: number;
  /** Someone other than the patient pays. */
  hasInsurance: boolean;
};

/** Facts of a visit from its rows; `hasInsurance` as `payersOfCase` and `paysByInsurance` tell. */
export function moveFacts(rows: {
  note: Pick<VisitNote, 'signedAt' | 'cosignRequired' | 'cosignedAt'> | undefined;
  services: readonly Pick<Service, 'Units'>[];
  hasInsurance: boolean;
}): MoveFacts {
  const { note, services, hasInsurance } = rows;
  return {
    noteSigned: Boolean(note?.signedAt),
    cosignMissing: Boolean(note?.cosignRequired && !note.cosignedAt),
    billableServices: billableCount(services),
    hasInsurance,
  };
}

/** For a move without a guard, which looks at none of them. */
export const unaskedFacts: MoveFacts = {
  noteSigned: false,
  cosignMissing: false,
  billableServices: 0,
  hasInsurance: false,
};

export function billableCount(services: readonly Pick<Service, 'Units'>[]): number {
  return services.filter((service) => service.Units >= 1).length;
}
