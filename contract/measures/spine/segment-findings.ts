import { cellKey, cellOf } from '../../documentation/field-keys.ts';
import type { Cells } from '../../documentation/cell-values.ts';
import { segmentName, spinalSegments } from './segments.ts';

/** What a note says of one segment: PART (pain, asymmetry, range, tissue), whether it was adjusted and how. Null is no finding. */
export type SegmentFinding = {
  Segment: string;
  /** Pain or tenderness, 0 to 10; 0 is no finding. */
  Pain: number | null;
  Asymmetry: string | null;
  Range: string | null;
  Tissue: string | null;
  Treated: boolean;
  Technique: string | null;
};

/** The segments that a note says anything of, from top to bottom. */
export function segmentFindings(cells: Cells): SegmentFinding[] {
  const said = new Set(
    Object.entries(cells).flatMap(([field, value]) => {
      const cell = value === null ? null : cellOf(field);
      return cell?.owner === 'segment' ? cell.id : [];
    }),
  );
  return spinalSegments.filter((segment) => said.has(segment)).map((segment) => findingOf(cells, segment));
}

function findingOf(cells: Cells, Segment: string): SegmentFinding {
  const value = (name: string) => cells[cellKey('segment', Segment, name)] ?? null;
  const text = (name: string) => value(name) as string | null;
  return {
    Segment,
    Pain: value('Pain') as number | null,
    Asymmetry: text('Asymmetry'),
    Range: text('Range'),
    Tissue: text('Tissue'),
    Treated: value('Treated') !== null,
    Technique: text('Technique'),
  };
}

/** Quick choices of the text cells; other words may be typed. */
export const findingSuggestions = {
  Asymmetry: ['left', 'right', 'forward', 'backward', 'rotated left', 'rotated right'],
  Range: ['restricted', 'excessive', 'painful'],
  Tissue: ['spasm', 'tight', 'swollen', 'ropy', 'warm'],
  Technique: ['Diversified', 'Gonstead', 'Activator', 'Thompson drop', 'Flexion-distraction', 'Toggle recoil'],
} as const;

/** What segments are called where cells are read, and in which order, as `CellRow` of the documentation tells it. */
export function segmentRow(segment: string) {
  return { name: segmentName(segment), words: segmentWords, order: spinalSegments.indexOf(segment) };
}

function segmentWords(name: string, value: unknown): string {
  if (name === 'Treated') return value === null ? '' : 'Yes';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
