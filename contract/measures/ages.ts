import { z } from 'zod';

const Age = z.int().min(0).max(130);
/** Whole years, both included; `to` null is no upper end. */
export const Ages = z.object({ from: Age, to: Age.nullable() });
export type Ages = z.output<typeof Ages>;

/** `65–74`, `65+`, or `40` for a single year. */
export function showAges({ from, to }: Ages): string {
  if (to === null) return `${from}+`;
  return from === to ? String(from) : `${from}–${to}`;
}

/** Ages as they are typed: `65-74`, `65 to 74`, `65+` or `40`; undefined where they are none. */
export function readAges(typed: string): Ages | undefined {
  const [, first, plus, last] = /^(\d{1,3})\s*(?:(\+)|(?:-|–|to)\s*(\d{1,3}))?$/i.exec(typed.trim()) ?? [];
  if (first === undefined) return undefined;
  const from = Number(first);
  const ages = Ages.safeParse({ from, to: plus ? null : Number(last ?? first) }).data;
  return ages && (ages.to === null || ages.to >= from) ? ages : undefined;
}
