import { z } from 'zod';

export const MeasureMode = z.enum(['active', 'passive', 'resisted']);
export type MeasureMode = z.output<typeof MeasureMode>;
export const MeasureSide = z.enum(['L', 'R']);
export type MeasureSide = z.output<typeof MeasureSide>;

/** On which side and in which way something is measured; null where it has none. */
export const Place = z.object({ Side: MeasureSide.nullable(), Mode: MeasureMode.nullable() });
export type Place = z.output<typeof Place>;
