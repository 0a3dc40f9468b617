import { z } from 'zod';

/** No field nests deeper; what does could not be compared. */
const deepest = 8;

/** What fields held when their writer saw them. A field that is not in it is the writer's, whoever else changed it. */
export const Base = z
  .record(z.string().max(60), z.unknown())
  .refine((base) => isWithin(base, deepest), { error: 'nests too deep' });
export type Base = z.output<typeof Base>;

/** Calls that change what others change too carry it next to their fields, and the server merges by it (sync.md). */
export const withBase = { base: Base.optional() };

/** Whether lists and objects nest no deeper than `depth`; what does is not looked at any further. */
export function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}
