/** Regions of the spine as chiropractic adjustment counts them: five (CPT 98940 to 98942). */
export const spinalRegions = ['cervical', 'thoracic', 'lumbar', 'sacral', 'pelvic'] as const;
export type SpinalRegion = (typeof spinalRegions)[number];

const numbered = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${letter}${from + at}`);

/** From top to bottom. C0 is the back of the head on C1 (CMS ch. 15 §240.1.4). */
export const segmentsByRegion: Readonly<Record<SpinalRegion, readonly string[]>> = {
  cervical: numbered('C', 0, 7),
  thoracic: numbered('T', 1, 12),
  lumbar: numbered('L', 1, 5),
  sacral: ['sacrum'],
  pelvic: ['pelvisL', 'pelvisR'],
};

/** `C0` to `C7`, `T1` to `T12`, `L1` to `L5`, `sacrum`, `pelvisL`, `pelvisR`. */
export const spinalSegments: readonly string[] = spinalRegions.flatMap((region) => segmentsByRegion[region]);

/** The region of a segment; undefined for an unknown one. */
export function regionOfSegment(segment: string): SpinalRegion | undefined {
  return spinalRegions.find((region) => segmentsByRegion[region].includes(segment));
}

/** A segment as it is read: `C5`, `Sacrum`, `Left pelvis`. */
export function segmentName(segment: string): string {
  return names[segment] ?? segment;
}

const names: Readonly<Record<string, string>> = {
  sacrum: 'Sacrum',
  pelvisL: 'Left pelvis',
  pelvisR: 'Right pelvis',
};
