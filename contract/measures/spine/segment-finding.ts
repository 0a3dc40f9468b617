import { z } from 'zod';
import { NoteId } from '../../base/ids.ts';
import { OptionalLine } from '../../base/text.ts';
import { SpinalSegment } from './segments.ts';

/** One segment of a note: PART (pain, asymmetry, range, tissue), whether it was adjusted and how. Null is no finding. */
export const SegmentFinding = z.object({
  NoteId,
  Segment: SpinalSegment,
  /** Pain or tenderness, 0 to 10; 0 is no finding. */
  Pain: z.int().min(0).max(10).nullable(),
  Asymmetry: OptionalLine(80),
  Range: OptionalLine(80),
  Tissue: OptionalLine(80),
  Treated: z.boolean(),
  Technique: OptionalLine(80),
});
export type SegmentFinding = z.output<typeof SegmentFinding>;

/** Quick choices of the text cells; other words may be typed. */
export const findingSuggestions = {
  Asymmetry: ['left', 'right', 'forward', 'backward', 'rotated left', 'rotated right'],
  Range: ['restricted', 'excessive', 'painful'],
  Tissue: ['spasm', 'tight', 'swollen', 'ropy', 'warm'],
  Technique: ['Diversified', 'Gonstead', 'Activator', 'Thompson drop', 'Flexion-distraction', 'Toggle recoil'],
} as const;
