import { expect, test } from 'vitest';
import type { PricedCode } from '../charges/service.ts';
import { payer } from '../testing/rows.ts';
import { expectedCharge } from './expected-charge.ts';

function code(CPT_Code: string, charge: number | null): PricedCode {
  return {
    CPT_Code,
    Description: CPT_Code,
    AlwaysUntimed: false,
    timed: true,
    disciplines: ['PT'],
    alwaysTherapy: true,
    charge,
  };
}
const codes = [code('97110', 6_500), code('97014', 3_000), code('G0283', 2_800), code('97112', null)];

test.each([
  { services: [], substitutes: false, comes: 0 },
  { services: [{ CPT_Code: '97110', Units: 2 }], substitutes: false, comes: 13_000 },
  { services: [{ CPT_Code: '97014', Units: 1 }], substitutes: false, comes: 3_000 },
  { services: [{ CPT_Code: '97014', Units: 1 }], substitutes: true, comes: 2_800 },
  {
    services: [
      { CPT_Code: '97112', Units: 1 },
      { CPT_Code: '97110', Units: 0 },
    ],
    substitutes: false,
    comes: 0,
  },
])('$services.length services come to $comes cents', ({ services, substitutes, comes }) => {
  expect(expectedCharge(services, { ...payer, SubstitutesG0283: substitutes }, codes)).toBe(comes);
});
