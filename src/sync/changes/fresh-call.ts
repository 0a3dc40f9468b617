import { mergedFields } from '#contract/base/merged-fields.ts';
import { seenOnCase, type OnCase, type SeenOnCase } from '#contract/cases/seen-on-case.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import { seenIn } from '#contract/scheduling/days-meanwhile.ts';
import { recordCall } from '#contract/records.ts';
import { placeOfBlock } from '#contract/scheduling/non-patient-visit.ts';
import { placeOfRequest } from '#contract/scheduling/visit-request.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';

/** A refused call as it is sent again: by somebody who has seen what is there now. */
export type FreshCall = Pick<ParkedCall, 'input' | 'base'>;

export function freshCall(call: ParkedCall, visit: Visit | undefined): FreshCall {
  const { input, base } = call;
  if (visit && 'lastUpdated' in input) return { input: { ...input, lastUpdated: visit.updated_at }, base };
  if (call.kind !== 'changed-elsewhere') return { input, base };
  const verb = recordCall(call.name)?.verb;
  if (verb === 'update') return { input, base: seenNow(call) };
  if (verb === 'remove') return { input, base: rowOf(call) ?? {} };
  switch (call.name) {
    case 'scheduling.saveNonPatientVisit':
      return mineOver(call, [placeOfBlock]);
    case 'scheduling.saveVisitRequest':
      return mineOver(call, [placeOfRequest]);
    case 'cases.discharge':
      return { input, base: seenNow(call) };
    case 'scheduling.removeNonPatientVisit':
    case 'scheduling.withdrawVisitRequest':
      return { input, base: rowOf(call) ?? {} };
    case 'cases.remove':
      return { input, base: onCaseNow(call) };
    case 'scheduling.createCustomDays':
      return { input, base: { seen: seenIn(daysOf(input), daysOf(rowOf(call) ?? {})) } };
    default:
      return { input, base };
  }
}

/** What I changed, over how it is now; what is gone is written anew. */
function mineOver(call: ParkedCall, together: readonly (readonly string[])[]): FreshCall {
  const { input, base } = call;
  const now = rowOf(call);
  if (!now) return { input, base: {} };
  const { merged } = mergedFields<Record<string, unknown>>(now, input, base, together);
  return { input: isWithdrawn(call) ? { ...merged, reopens: true } : merged, base: now };
}

/** What each changed field holds now. */
function seenNow(call: ParkedCall): Record<string, unknown> {
  return { ...call.base, ...partOf(rowOf(call) ?? {}, Object.keys(call.base)) };
}

function partOf(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));
}

function onCaseNow(call: ParkedCall): SeenOnCase {
  return seenOnCase((rowOf(call) ?? {}) as OnCase);
}

/** Whether the refused call would change a place on the waitlist that somebody has taken away. */
export function isWithdrawn(call: ParkedCall): boolean {
  return call.name === 'scheduling.saveVisitRequest' && rowOf(call)?.['state'] === 'withdrawn';
}

/** Whether a call signs what has to be read first. */
export function isSignature({ name }: ParkedCall): boolean {
  return name === 'documentation.sign' || name === 'documentation.cosign';
}

function daysOf(of: Record<string, unknown>): CustomDay[] {
  return ((of['customDays'] ?? of['customDayProviderSchedules']) as CustomDay[] | undefined) ?? [];
}

function rowOf({ current }: ParkedCall): Record<string, unknown> | null {
  return typeof current === 'object' && current !== null ? (current as Record<string, unknown>) : null;
}
