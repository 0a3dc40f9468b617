import type { Fault } from './fault.ts';

/** Charges of a visit, and the claims that bill them. */
export const chargeFaults: Fault[] = [
  {
    name: 'a code that two devices added to one visit is billed twice',
    file: 'contract/charges/merged-services.ts',
    from: 'clashes.push(...addedTwice(now, mine, was));',
    to: '',
    tests: ['contract/charges/merged-services.test.ts'],
  },
  {
    name: 'charges that an addendum changed stay billed as they were',
    file: 'contract/billing/amended-claim.ts',
    from: 'return linesText(billed, payer) !== linesText(services, payer);',
    to: 'return billed.length !== services.length;',
    tests: ['contract/billing/amended-claim.test.ts'],
  },
];
