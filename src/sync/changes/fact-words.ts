import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';

/** The value of a field as people read it. */
export function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : listShown(value);
  if (field === 'Phone') return showPhone(String(value));
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? showDate(String(value)) : String(value);
}

/** What has words of its own stands on a line of its own: lists side by side are compared line by line. */
function listShown(parts: readonly unknown[]): string {
  const hasWords = parts.some((part) => typeof part === 'object' && part !== null);
  return parts.map(partShown).join(hasWords ? '\n' : ', ');
}

/** A diagnosis or an answer by what it says; an id says nothing, so it is not shown. */
function partShown(part: unknown): string {
  if (typeof part !== 'object' || part === null) return String(part);
  const { Code, Description, Value } = part as { Code?: string; Description?: string; Value?: string };
  return [Code, Description, Value].filter(Boolean).join(' ');
}
