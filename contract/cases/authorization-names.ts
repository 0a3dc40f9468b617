import { counted as countedNoun } from '../base/nouns.ts';

export const kindNames = { visits: 'Visits', units: 'Units', dates: 'Dates only' } as const;
export const statusNames = {
  requested: 'Requested',
  approved: 'Approved',
  denied: 'Denied',
  pended: 'Pended',
} as const;
export const countRuleNames = {
  signed: 'Visits with a signed note',
  checkedIn: 'Visits checked in',
  scheduled: 'Visits scheduled',
} as const;

/** `1 visit`, `10 units`. */
export function counted({ Kind }: { Kind: keyof typeof kindNames }, count: number): string {
  return countedNoun(count, Kind === 'units' ? 'unit' : 'visit');
}
