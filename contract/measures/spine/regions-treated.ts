import { regionOfSegment, spinalRegions, type SpinalRegion } from './segments.ts';

/** Regions adjusted and the code that covers them; `rule` says why. No region, no code. */
export type RegionsTreated = { regions: SpinalRegion[]; code: '98940' | '98941' | '98942' | null; rule: string };

/** Where the codes below are from; when the rule began is not known. */
export const adjustmentRule = {
  source: 'Medicare chiropractic: only 98940, 98941 and 98942 are covered',
  since: null,
} as const;

/** How many spinal regions each code covers. */
export const adjustmentCodes = [
  { code: '98940', from: 1, to: 2 },
  { code: '98941', from: 3, to: 4 },
  { code: '98942', from: 5, to: 5 },
] as const;

/** The regions of the treated segments, from top to bottom, each once, and the code for their number. */
export function regionsTreated(segments: readonly string[]): RegionsTreated {
  const touched = new Set(segments.map(regionOfSegment));
  const regions = spinalRegions.filter((region) => touched.has(region));
  const found = adjustmentCodes.find(({ from, to }) => regions.length >= from && regions.length <= to);
  if (!found) return { regions, code: null, rule: 'No spinal region was treated.' };
  const span = found.from === found.to ? String(found.to) : `${found.from} to ${found.to}`;
  const count = `${regions.length} ${regions.length === 1 ? 'region' : 'regions'}`;
  return { regions, code: found.code, rule: `${count} treated (${regions.join(', ')}): ${found.code} covers ${span}.` };
}
