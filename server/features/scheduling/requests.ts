import { isChangedSince } from '#contract/base/changed-meanwhile.ts';
import { fail } from '#contract/base/errors.ts';
import { mergedFields } from '#contract/base/merged-fields.ts';
import type { schedulingEndpoints } from '#contract/scheduling/endpoints.ts';
import { placeOfRequest, VisitRequestFields, type VisitRequest } from '#contract/scheduling/visit-request.ts';
import { readCaseOf } from '#server/features/visits/store.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { facilitiesNamed, providersNamed } from './rows.ts';

type Own = Pick<Handlers<typeof schedulingEndpoints>, 'saveVisitRequest' | 'withdrawVisitRequest'>;

/** Who waits for a time. */
export const requestHandlers: Own = {
  async saveVisitRequest({ id, reopens, ...wanted }, ctx) {
    const { tx, base } = ctx;
    const of = await readCaseOf(tx, wanted.CaseId);
    if (!of) fail('invalid', `${noCase} Nothing was changed.`, { fields: { CaseId: noCase } });
    const before = await lockRequest(tx, id);
    if (before && before.CaseId !== wanted.CaseId) fail('conflict', 'This is the request of another case.');
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
    return { visitRequest: visitRequest ?? fail('conflict', 'Something else has this id. Nothing was changed.') };
  },

  async withdrawVisitRequest({ id }, { tx, base }) {
    const before = await lockRequest(tx, id);
    if (!before) fail('not-found', 'There is no such request, or you may not see it.');
    if (before.state === 'booked') fail('user-visible', filled, { current: before });
    // Of somebody who is off the list already nothing is lost.
    if (before.state === 'open' && isChangedSince(base, before, written))
      fail('changed-elsewhere', other, { current: before });
    const visitRequest = await updateRequest(tx, { ...before, state: 'withdrawn' });
    return { visitRequest: visitRequest ?? before };
  },
};

const written = Object.keys(VisitRequestFields.shape);

const noCase = 'There is no such case, or you may not see it.';
const changed =
  'What this patient waits for is not as it was when you changed it: somebody else has changed it, or an earlier change of yours was not taken. Nothing was changed. Look at it, then send yours again if it still holds.';
const withdrawn =
  'Somebody took this patient off the waitlist meanwhile. Nothing was changed; if they still wait, put them on it again.';
const other =
  'Somebody else has changed what this patient waits for meanwhile, or an earlier change of yours was not taken. They are still on the waitlist. Look at it, then send yours again to take them off.';
const filled = 'This patient has got a time by now and waits no longer. Nothing was changed.';

async function assertPlaceOf(
  { tx, caller }: Ctx,
  of: Pick<VisitRequest, 'FacilityId' | 'ProviderId' | 'VisitTypeName'>,
): Promise<void> {
  const [facility] = await facilitiesNamed(tx, [of.FacilityId]);
  const isSeen = caller.facilityIds === null || caller.facilityIds.includes(of.FacilityId);
  if (!facility || !isSeen || facility.Inactive) refuse('FacilityId', 'There is no such facility in use.');
  const isOffered = facility.visit_types.some(
    ({ Name, deleted_at, IsNonPatientVisit }) => Name === of.VisitTypeName && deleted_at === null && !IsNonPatientVisit,
  );
  if (!isOffered) refuse('VisitTypeName', 'This facility has no such visit type.');
  if (of.ProviderId === null) return;
  const [provider] = await providersNamed(tx, [of.ProviderId]);
  if (!provider || provider.Inactive || provider.pending) refuse('ProviderId', 'There is no such provider at work.');
}

async function assertOwnVisit(tx: Tx, PatientId: string, VisitId: string | null): Promise<void> {
  if (VisitId === null) return;
  const own = await tx.maybe(`select from visits where site = app_site() and "VisitId" = $1 and "PatientId" = $2`, [
    VisitId,
    PatientId,
  ]);
  if (!own) refuse('VisitId', 'This patient has no such visit.');
}

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} Nothing was changed.`, { fields: { [field]: sentence } });
}

const json = `to_jsonb(r) - 'site' - 'scope'`;

async function lockRequest(tx: Tx, id: string): Promise<VisitRequest | undefined> {
  const found = await tx.maybe<{ row: VisitRequest }>(
    `select ${json} as row from visit_requests r where site = app_site() and "VisitRequestId" = $1 for update`,
    [id],
  );
  return found?.row;
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
  const found = await tx.maybe<{ row: VisitRequest }>(
    `insert into visit_requests as r (site, ${columns})
     select app_site(), ${columns} from jsonb_populate_record(null::visit_requests, $1::jsonb)
     on conflict do nothing returning ${json} as row`,
    [JSON.stringify(row)],
  );
  return found?.row;
}

async function updateRequest(tx: Tx, row: Row): Promise<VisitRequest | undefined> {
  const found = await tx.maybe<{ row: VisitRequest }>(
    `update visit_requests r set (${columns}) = (
       select ${columns} from jsonb_populate_record(null::visit_requests, $1::jsonb))
     where site = app_site() and "VisitRequestId" = $2 returning ${json} as row`,
    [JSON.stringify(row), row.VisitRequestId],
  );
  return found?.row;
}
