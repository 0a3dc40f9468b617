import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import type { schedulingEndpoints } from '#contract/scheduling/endpoints.ts';
import { placeOfRequest, VisitRequestFields, type VisitRequest } from '#contract/scheduling/visit-request.ts';
import { readCaseOf } from '#server/features/visits/store.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { columnsOf } from '#server/kit/db/row-columns.ts';
import { facilitiesNamed, providersNamed } from './rows.ts';

type Own = Pick<Handlers<typeof schedulingEndpoints>, 'saveVisitRequest' | 'withdrawVisitRequest'>;

/** Who waits for a time. */
export const requestHandlers: Own = {
  async saveVisitRequest({ id, reopens, ...wanted }, ctx) {
    const { tx, base } = ctx;
    const of = await readCaseOf(tx, wanted.CaseId);
    if (!of) fail('invalid', `${noCase} Nothing was changed.`, { fields: { CaseId: noCase } });
    const before = await lockRequest(tx, id);
    if (before && before.CaseId !== wanted.CaseId) fail('conflict', 'This waitlist entry belongs to another case.');
    if (before?.state === 'booked') fail('user-visible', filled, { current: before });
    if (before?.state === 'withdrawn' && !reopens) fail('changed-elsewhere', withdrawn, { current: before });
    const { merged: fields, clashes } = before
      ? mergedFields<typeof wanted>(before, wanted, base, [placeOfRequest])
      : { merged: wanted, clashes: [] };
    if (clashes.length > 0) fail('changed-elsewhere', changed, { current: before });
    await assertPlaceOf(ctx, fields);
    // A visit deleted since is no reason to refuse another change.
    if (fields.VisitId !== before?.VisitId) await assertOwnVisit(tx, of.PatientId, fields.VisitId);
    const row = { ...fields, VisitRequestId: id, PatientId: of.PatientId, state: 'open' };
    const visitRequest = before ? await updateRequest(tx, row) : await insertRequest(tx, row);
    return { visitRequest: visitRequest ?? fail('conflict', 'Another record has this ID. Nothing was changed.') };
  },

  async withdrawVisitRequest({ id }, { tx, base }) {
    const before = await lockRequest(tx, id);
    if (!before) fail('not-found', 'This request was not found, or you can’t see it.');
    if (before.state === 'booked') fail('user-visible', filled, { current: before });
    // Of somebody who is off the list already nothing is lost.
    if (before.state === 'open' && isChangedSince(base, before, written))
      fail('changed-elsewhere', other, { current: before });
    const visitRequest = await updateRequest(tx, { ...before, state: 'withdrawn' });
    return { visitRequest: visitRequest ?? before };
  },
};

const written = Object.keys(VisitRequestFields.shape);

const noCase = 'This case was not found, or you can’t see it.';
const changed =
  'This waitlist entry changed since you edited it: someone else changed it, or your earlier change was not accepted. Nothing was changed. Review it, then send yours again if it still applies.';
const withdrawn =
  'Someone removed this patient from the waitlist. Nothing was changed. If they still want a time, add them again.';
const other =
  'Someone else changed this waitlist entry, or your earlier change was not accepted. The patient is still on the waitlist. Review it, then send yours again to remove them.';
const filled = 'This patient already has a time and is off the waitlist. Nothing was changed.';

async function assertPlaceOf(
  { tx, caller }: Ctx,
  of: Pick<VisitRequest, 'FacilityId' | 'ProviderId' | 'VisitTypeName'>,
): Promise<void> {
  const [facility] = await facilitiesNamed(tx, [of.FacilityId]);
  const isSeen = caller.facilityIds === null || caller.facilityIds.includes(of.FacilityId);
  if (!facility || !isSeen || facility.Inactive) refuse('FacilityId', 'This facility was not found or is archived.');
  const isOffered = facility.visit_types.some(
    ({ Name, deleted_at, IsNonPatientVisit }) => Name === of.VisitTypeName && deleted_at === null && !IsNonPatientVisit,
  );
  if (!isOffered) refuse('VisitTypeName', 'This facility doesn’t have this visit type.');
  if (of.ProviderId === null) return;
  const [provider] = await providersNamed(tx, [of.ProviderId]);
  if (!provider || provider.Inactive || provider.pending)
    refuse('ProviderId', 'This provider was not found or is inactive.');
}

async function assertOwnVisit(tx: Tx, PatientId: string, VisitId: string | null): Promise<void> {
  if (VisitId === null) return;
  const own = await tx.maybe(`select from visits where site = app_site() and "VisitId" = $1 and "PatientId" = $2`, [
    VisitId,
    PatientId,
  ]);
  if (!own) refuse('VisitId', 'This patient doesn’t have this visit.');
}

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} Nothing was changed.`, { fields: { [field]: sentence } });
}

const requestColumns = columnsOf('visitRequests', 'r');

async function lockRequest(tx: Tx, id: string): Promise<VisitRequest | undefined> {
  return tx.maybe<VisitRequest>(
    `select ${requestColumns} from visit_requests r where site = app_site() and "VisitRequestId" = $1 for update`,
    [id],
  );
}

type Row = Omit<VisitRequest, 'AskedAt' | 'updated_at' | 'VisitRequestId' | 'PatientId' | 'state'> & {
  VisitRequestId: string;
  PatientId: string;
  state: string;
};

const columns = (
  [
    'VisitRequestId',
    'PatientId',
    'CaseId',
    'FacilityId',
    'ProviderId',
    'VisitTypeName',
    'Minutes',
    'grid',
    'Priority',
    'Expires',
    'Note',
    'state',
    'VisitId',
  ] as const
)
  .map((name) => `"${name}"`)
  .join(', ');

async function insertRequest(tx: Tx, row: Row): Promise<VisitRequest | undefined> {
  return tx.maybe<VisitRequest>(
    `insert into visit_requests as r (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_record(null::visit_requests, $1::jsonb)
     on conflict do nothing returning ${requestColumns}`,
    [JSON.stringify(row)],
  );
}

async function updateRequest(tx: Tx, row: Row): Promise<VisitRequest | undefined> {
  return tx.maybe<VisitRequest>(
    `update visit_requests r set (${columns}) = (
       select ${columns} from jsonb_populate_record(null::visit_requests, $1::jsonb))
     where site = app_site() and "VisitRequestId" = $2 returning ${requestColumns}`,
    [JSON.stringify(row), row.VisitRequestId],
  );
}
