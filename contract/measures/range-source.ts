import { z } from 'zod';

/** The sources of norms among the built-ins; a site chooses one (`range_source`). */
export const rangeSources = {
  AAOS: 'American Academy of Orthopaedic Surgeons',
  AMA: 'American Medical Association',
  CFR: '38 CFR 4.71',
  CDC: 'CDC joint range of motion study, means by sex and age',
} as const;
export const RangeSource = z.enum(Object.keys(rangeSources) as [keyof typeof rangeSources]);
export type RangeSource = z.output<typeof RangeSource>;
