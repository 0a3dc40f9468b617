import type { SegmentFinding } from './segment-findings.ts';
import { segmentName, spinalSegments } from './segments.ts';

export type PartLetter = 'P' | 'A' | 'R' | 'T';
type Part = Pick<SegmentFinding, 'Pain' | 'Asymmetry' | 'Range' | 'Tissue'>;

/** Which of pain, asymmetry, range and tissue a segment shows. */
export function partOf({ Pain, Asymmetry, Range, Tissue }: Part): PartLetter[] {
  return [
    ...((Pain ?? 0) > 0 ? ['P' as const] : []),
    ...(Asymmetry?.trim() ? ['A' as const] : []),
    ...(Range?.trim() ? ['R' as const] : []),
    ...(Tissue?.trim() ? ['T' as const] : []),
  ];
}

/** Two of the four, one of them asymmetry or range (CMS ch. 15 §240.1.2, demonstrated by physical examination). */
const least = 2;
const oneOf = new Set<PartLetter>(['A', 'R']);

/** Whether a segment shows a subluxation by physical examination. */
export function showsSubluxation(finding: Part): boolean {
  const letters = partOf(finding);
  return letters.length >= least && letters.some((letter) => oneOf.has(letter));
}

type Finding = Part & Pick<SegmentFinding, 'Segment' | 'Treated'>;

/**
 * What the findings of a note lack for Medicare chiropractic, or null. Every treated segment needs PART of its own; where
 * none is treated, as at an evaluation, one segment that shows it is enough.
 */
export function partProblem(findings: readonly Finding[]): string | null {
  const treated = findings.filter(({ Treated }) => Treated);
  if (treated.length === 0 && findings.some(showsSubluxation)) return null;
  const rule = 'Spine: record two of pain, asymmetry, range and tissue, with asymmetry or range among them';
  const lacking = treated.filter((finding) => !showsSubluxation(finding)).map(({ Segment }) => Segment);
  if (treated.length > 0 && lacking.length === 0) return null;
  if (lacking.length === 0) return `${rule}.`;
  const names = spinalSegments.filter((segment) => lacking.includes(segment)).map(segmentName);
  return `${rule}, for ${names.join(', ')}.`;
}
