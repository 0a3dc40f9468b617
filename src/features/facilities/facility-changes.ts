import { isSameValue } from '#contract/base/same-value.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { Facility } from '#contract/facilities/facility.ts';
import { Organization } from '#contract/facilities/organization.ts';
import { changedFields } from '#shared/form-changes.ts';
import { rebaseBy, type TypedOver } from '#shared/forms/use-overtaken.tsx';
import { emptyBiller, fieldsOf, formOf, type BillerValues, type FacilityFormValues } from './facility-form.ts';

type Changes = Omit<InputOf<'facilities.update'>, 'id'>;

/** What of `rows` is not as it was, and how it was. */
function changedRows<R extends object>(
  before: readonly R[],
  rows: readonly R[],
  key: keyof R,
): { changes: R[]; base: R[] } {
  const was = new Map(before.map((row) => [row[key], row]));
  const changes = rows.filter((row) => !isSameValue(row, was.get(row[key])));
  return { changes, base: changes.flatMap((row) => was.get(row[key]) ?? []) };
}

type Of = {
  known: Facility;
  /** The biller who was chosen in place of the one of before, as they were then; null for a new one. */
  chosen: BillerValues | null;
};

/** Only what was changed, with what it was before; of who bills also which one, whose fields these are. */
export function changesOf(before: FacilityFormValues, after: FacilityFormValues, { known, chosen }: Of): Changes {
  const seen = before.OrganizationId === after.OrganizationId ? before.organization : chosen;
  const opened = fieldsOf({ ...before, organization: seen ?? emptyBiller });
  const typed = fieldsOf(after);
  const { organization: wasBiller = {}, visit_types: wasTypes, rooms: wasRooms = [], ...was } = opened;
  const { organization: biller = {}, visit_types, rooms = [], ...is } = typed;
  const { changes, base } = changedFields(was, is);
  const lists = {
    visit_types: changedRows(wasTypes, visit_types, 'VisitTypeId'),
    rooms: changedRows(wasRooms, rooms, 'RoomId'),
  };
  for (const [name, list] of Object.entries(lists)) {
    if (list.changes.length === 0) continue;
    Object.assign(changes, { [name]: list.changes });
    base[name] = list.base;
  }
  const ofBiller = seen ? changedFields(wasBiller, biller) : { changes: biller, base: {} };
  if (Object.keys(ofBiller.changes).length > 0) {
    Object.assign(changes, { OrganizationId: is.OrganizationId, organization: ofBiller.changes });
    Object.assign(base, { OrganizationId: was.OrganizationId, organization: ofBiller.base });
  }
  // Older rows have their name elsewhere.
  if ('LastName' in base && known.LastName === null) base['LastName'] = null;
  return { ...changes, base };
}

const rebase = rebaseBy<FacilityFormValues>({
  PlacesOfService: 'set',
  organization: 'fields',
  visit_types: { rowsBy: 'VisitTypeId' },
  rooms: { rowsBy: 'RoomId' },
});

/** What was typed over what somebody else has made of it meanwhile. What is typed of one biller is not of another. */
export function rebaseFacility(now: FacilityFormValues, typed: TypedOver<FacilityFormValues>): FacilityFormValues {
  const { before, values } = typed;
  const rebased = rebase(now, typed);
  if (values.OrganizationId !== before.OrganizationId) return { ...rebased, organization: values.organization };
  return now.OrganizationId === before.OrganizationId ? rebased : { ...rebased, organization: now.organization };
}

/** What a refusal tells of a facility and who bills for it. */
export function formNow(current: unknown): FacilityFormValues | null {
  const { data } = Facility.extend({ organization: Organization }).safeParse(current);
  return data ? formOf(data, data.organization) : null;
}
