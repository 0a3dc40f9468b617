import { fieldName } from '#contract/audit/entry-words.ts';
import type { AuditValue } from '#contract/audit/entry.ts';
import { cellOf } from '#contract/documentation/field-keys.ts';
import { fieldTitle } from '#contract/documentation/field-titles.ts';
import { holds, maySeeChiropracticAdjustments } from '#contract/base/permissions.ts';
import type { Caller } from '#server/kit/context.ts';

type Row = Record<string, unknown>;

/** Never shown, whoever asks. */
const secret = /hash|secret|password|token|ticket/i;
const unsaid = new Set(['updated_at', 'site', 'scope']);

/** What hangs on a visit and does not name its provider; a signature names who signed. */
const ofVisits = ['visitHistory', 'visitNotes', 'visitExercises', 'signatures', 'services', 'claims'];

/** Why a caller may not see the values of a record, or null: the same row scope as everywhere else. */
export function hiddenBecause(caller: Caller, entity: string, rows: (Row | null)[]): string | null {
  if (entity === 'ledger' && !holds(caller.can, 'access billing'))
    return 'These are billing values, which you can’t see.';
  const { facilityIds, providerIds } = caller;
  const providers = rows.map((row) => row?.['ProviderId']).filter((id): id is string => typeof id === 'string');
  if (entity === 'visits' && providerIds !== null && !providers.every((id) => providerIds.includes(id)))
    return 'This visit belongs to a provider whose visits you can’t see.';
  if (providerIds !== null && ofVisits.includes(entity))
    return 'You can see only some providers’ visits. This record doesn’t show which provider it belongs to.';
  const places = rows.map((row) => row?.['FacilityId']).filter((id): id is string => typeof id === 'string');
  // A patient's own facility says where they began; everybody in the site sees the patient.
  if (facilityIds === null || entity === 'patients' || places.every((id) => facilityIds.includes(id))) return null;
  return 'This record belongs to a facility whose records you can’t see.';
}

/** An entry as far as this caller may see the cells of its note: findings of the spine are for chiropractors (spec 6). */
export function seenBy(caller: Caller, row: Row | null): Row | null {
  const cells = row?.['Cells'];
  if (typeof cells !== 'object' || cells === null || maySeeChiropracticAdjustments(caller)) return row;
  return {
    ...row,
    Cells: Object.fromEntries(Object.entries(cells).filter(([field]) => cellOf(field)?.owner !== 'segment')),
  };
}

/** What an update changed; of everything else, what the entry holds. */
export function valuesOf(action: string, detail: Row | null, earlier: Row | null): AuditValue[] {
  if (action === 'delete') return valuesOf('insert', detail ?? earlier, null).map(asRemoved);
  const was = action === 'update' ? earlier : null;
  const changed = Object.entries(detail ?? {}).flatMap(([name, value]) => inParts(name, value, was?.[name]));
  return changed
    .filter(({ name }) => !secret.test(name) && !unsaid.has(name))
    .map(({ field, before, after }) => ({ field, before: asText(before), after: asText(after) }))
    .filter(({ before, after }) => before !== after);
}

type Part = { name: string; field: string; before: unknown; after: unknown };

/** A column; of those that hold fields of a note, each of these. */
function inParts(name: string, after: unknown, before: unknown): Part[] {
  if (!partsOfNotes.has(name)) return [{ name, field: fieldName(name), before, after }];
  const [now, was] = [(after ?? {}) as Row, (before ?? {}) as Row];
  const keys = new Set([...Object.keys(was), ...Object.keys(now)]);
  return [...keys].map((key) => ({ name, field: fieldTitle(key), before: was[key], after: now[key] }));
}

const partsOfNotes = new Set(['Sections', 'Elements', 'Cells']);

function asRemoved({ field, after }: AuditValue): AuditValue {
  return { field, before: after, after: null };
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
