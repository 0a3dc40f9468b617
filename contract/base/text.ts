import { z } from 'zod';
import { isForeignPhone } from './phone.ts';

/** What PostgreSQL can store: no NUL, as pasted text sometimes carries, and no half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** Text of any number of lines, possibly empty. */
export const Text = (max: number) => z.string().overwrite(storable).max(max);
const lineBreak = /[\n\r\u0085\u2028\u2029]/;
const isOneLine = (text: string) => !lineBreak.test(text);
/** Zero-width characters, joiners and fillers alone: a name of them would be a blank in every list. */
export const isVisible = (text: string) => /[^\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u.test(text);
const oneLine = { error: 'must be one line' };
const visible = { error: 'must have a letter or another character that can be seen' };

/** One line of text a person types; trimmed, never empty. */
export const Line = (max: number) =>
  z.string().overwrite(storable).trim().min(1).max(max).refine(isOneLine, oneLine).refine(isVisible, visible);
/** One line that may be missing. */
export const OptionalLine = (max: number) =>
  z
    .string()
    .overwrite(storable)
    .trim()
    .max(max)
    .refine(isOneLine, oneLine)
    .refine((text) => text === '' || isVisible(text), visible)
    .nullable();

/** (xxx) xxx-xxxx, with +1 shown if an 11-digit number starts with 1 (spec 5); a dash when empty, another country's as typed. */
export function showPhone(phone: string | null | undefined): string {
  if (!phone) return '-';
  if (isForeignPhone(phone)) return phone;
  const digits = phone.replace(/\D/g, '');
  if (digits.length === 11 && digits.startsWith('1')) return `+1 ${showPhone(digits.slice(1))}`;
  if (digits.length !== 10) return phone;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/** Last, First – or the preferred name in quotes when there is one. */
export function showName(person: { FirstName: string; LastName: string; PreferredName?: string | null }): string {
  const preferred = person.PreferredName ? ` “${person.PreferredName}”` : '';
  return `${person.LastName}, ${person.FirstName}${preferred}`;
}
