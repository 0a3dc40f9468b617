import { showDate } from '#contract/base/dates.ts';
import { showPhone } from '#contract/base/text.ts';
import { facilityName } from '#contract/facilities/facility.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { SeriesScope } from '#contract/visits/series-scope.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import { readRow } from '#local/reads/reads.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';

type Change = { field: string; mine: unknown; now: unknown };

/** Each changed field, as the call has it and as it is now: in the row of this device, or as the refusal told it. */
export function changesOf({ input, current }: ParkedCall, row: object | undefined): Change[] {
  const now = { ...(current as object | null), ...row } as Record<string, unknown>;
  const changes = Object.entries((input['changes'] as object | undefined) ?? {});
  return changes.map(([field, mine]) => ({ field, mine, now: now[field] }));
}

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

export const notBooked = 'Not booked';

export async function providerOf(id: string | undefined): Promise<string> {
  if (id === undefined) return notBooked;
  const provider = await readRow('providers', id);
  return provider ? providerName(provider) : 'A person not on this device';
}

export async function facilityOf(id: string | undefined): Promise<string> {
  if (id === undefined) return notBooked;
  const facility = await readRow('facilities', id);
  return facility ? facilityName(facility) : 'A record not on this device';
}

const scopeWords: Record<Exclude<SeriesScope, 'this'>, string> = {
  following: 'This and the following visits',
  all: 'All visits of the series not started',
};

/** Of a series, what else a call is for than the visit it names. */
export function scopeDiff({ which }: ParkedCall['input']): FieldDiff[] {
  if (which !== 'following' && which !== 'all') return [];
  return [{ name: 'For', mine: scopeWords[which], now: '-' }];
}
