import { z } from 'zod';
import { isRealDate } from '#contract/base/dates.ts';
import { notADateSentence } from '#shared/ui/date-field/date-text.ts';

export const maybeDate = z.string().refine(isRealDate, { error: notADateSentence }).nullable();

export const date = (missing: string) =>
  z.string({ error: missing }).min(1, missing).refine(isRealDate, { error: notADateSentence });

/** A whole number as text; empty is none. */
export const wholeNumber = (least: number, most: number) =>
  z.string().refine((text) => text.trim() === '' || isWithin(text.trim(), least, most), {
    error: `Enter a number from ${least} to ${most}.`,
  });

function isWithin(text: string, least: number, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

export function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim());
}
