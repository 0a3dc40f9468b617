import { createHash } from 'node:crypto';
import { arOf } from '#contract/billing/ar.ts';
import { claim837p } from '#contract/billing/claim-837p.ts';
import { totalCharge } from '#contract/billing/claim-data.ts';
import type { Claim } from '#contract/billing/claim.ts';
import type { billingEndpoints } from '#contract/billing/endpoints.ts';
import { fail } from '#contract/base/errors.ts';
import { ClaimId } from '#contract/base/ids.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import { paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { moveFacts } from '#contract/visits/move-facts.ts';
import { moveRefusal, permissionFor } from '#contract/visits/moves.ts';
import { stageNames } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { casesById, patientsById } from '#server/features/patients/store.ts';
import {
  addHistory,
  isSameInstant,
  lockVisit,
  payersOfVisit,
  readNote,
  readVisit,
  readVisits,
  recountServices,
  servicesOf,
  setStage,
} from '#server/features/visits/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers } from '#server/kit/context.ts';
import { makeClaim, type MadeClaim } from './make-claim.ts';
import {
  amendedClaims,
  claimFile,
  assertOpenPeriod,
  insertClaim,
  ledgerOf,
  liveClaimsOf,
  openPostingDay,
  post,
  priceServices,
  voidClaim,
} from './store.ts';

const claimsInPage = 200;

export const billingHandlers: Handlers<typeof billingEndpoints> = {
  async visitsArWarnings({ visitIds }, { tx }) {
    const visits = await readVisits(tx, visitIds);
    if (visits.length < new Set(visitIds.map((id) => id.toLowerCase())).size) fail('not-found', notFound);
    const entries = await ledgerOf(tx, visitIds);
    const warnings = visits
      .map(({ VisitId }) => ({
        visitId: VisitId,
        primaryAr: arOf(entries.filter((entry) => entry.VisitId === VisitId)).primary,
      }))
      .filter((warning) => warning.primaryAr > 0);
    return { warnings };
  },

  async claimsToCorrect({ after }, { tx }) {
    const claims = await amendedClaims(tx, after ?? null, claimsInPage);
    const visits = await readVisits(tx, [...new Set(claims.map(({ VisitId }) => VisitId))]);
    const last = claims.length < claimsInPage ? undefined : claims.at(-1);
    return {
      claims,
      visits,
      patients: await patientsById(tx, [...new Set(visits.map(({ PatientId }) => PatientId))]),
      cases: await casesById(tx, [...new Set(visits.map(({ CaseId }) => CaseId))]),
      after: last?.ClaimId ?? null,
    };
  },

  async ar({ visitId }, { tx }) {
    const visit = await readVisit(tx, visitId);
    if (!visit) fail('not-found', notFound);
    const currentArLedgers = await ledgerOf(tx, [visitId]);
    const currentAr = arOf(currentArLedgers);
    const received = currentArLedgers
      .filter((entry) => entry.account === 'cash' || entry.account === 'adjustment')
      .reduce((sum, entry) => sum + entry.amount, 0);
    const billed = visit.stage === 'submitted' || visit.stage === 'closed';
    const current = currentAr.primary + currentAr.secondary + currentAr.patient;
    const charges = (await servicesOf(tx, visitId)).reduce((sum, service) => sum + (service.charge ?? 0), 0);
    const expectedAr = billed ? charges - received : current;
    return {
      visitId: visit.VisitId,
      currentAr,
      expectedAr,
      invoiceHeaderId: null,
      currentArLedgers,
      suspectedNeedsRepair: expectedAr !== current,
    };
  },

  async submitClaim({ visitId, destination, lastUpdated }, ctx) {
    const { tx, caller, now } = ctx;
    const visit = await assertBillable(ctx, visitId, lastUpdated);
    if (destination === 'closed' && !holds(caller.can, permissionFor('submitted', 'closed') ?? ''))
      fail('no-permission', permissionDenied);
    await assertOpenPeriod(tx, visit);
    const made = await makeClaim(tx, visit, now);
    const PostedOn = await openPostingDay(tx, now);
    await takeBackEarlierClaims(ctx, visit, PostedOn);
    const claim = await storeClaim(ctx, visit, made, PostedOn);
    let moved = await setStage(tx, visit.VisitId, 'submitted', { ClaimId: claim.ClaimId });
    await addHistory(tx, visit, caller.UserId, {
      action: 'moved',
      from: 'billing',
      to: 'submitted',
      note: `Claim ${claim.ControlNumber}`,
    });
    if (destination === 'closed') {
      moved = await setStage(tx, visit.VisitId, 'closed');
      await addHistory(tx, visit, caller.UserId, { action: 'moved', from: 'submitted', to: 'closed' });
    }
    return { claim, visit: moved };
  },

  async claimFile({ id }, { tx, caller }) {
    const found = await claimFile(tx, id);
    if (!found) fail('not-found', 'This claim was not found, or you can’t see it.');
    const { PatientId, VisitId, ...file } = found;
    const { site, UserId } = caller;
    const about = { entity: 'claims', pk: id.toLowerCase(), PatientId, detail: { VisitId } };
    await audit(tx, site, { UserId, action: 'download', ...about });
    return file;
  },
};

const notFound = 'This visit was not found, or you can’t see it.';

/** The visit, locked and ready for its claim. */
async function assertBillable({ tx }: Ctx, visitId: string, lastUpdated: string): Promise<Visit> {
  const visit = await lockVisit(tx, visitId);
  if (!visit) fail('not-found', notFound);
  if (visit.stage === 'submitted' || visit.stage === 'closed') {
    fail('changed-elsewhere', `This visit is already ${stageNames[visit.stage]}. No second claim was made.`, {
      current: visit,
    });
  }
  if (Number.isNaN(Date.parse(lastUpdated))) {
    fail('invalid', 'lastUpdated is not a valid server time.', {
      fields: { lastUpdated: 'lastUpdated must be the updated_at of the visit.' },
    });
  }
  if (!(await isSameInstant(tx, visit.updated_at, lastUpdated))) {
    fail(
      'changed-elsewhere',
      'Someone else changed this visit first. No claim was made. Review the visit, then submit again.',
      {
        current: visit,
      },
    );
  }
  if (visit.stage !== 'billing') {
    fail(
      'user-visible',
      `You can submit a claim once the visit is ${stageNames.billing}. This one is ${stageNames[visit.stage]}.`,
      { current: visit },
    );
  }
  const facts = moveFacts({
    note: await readNote(tx, visitId),
    services: (await recountServices(tx, visit)).now,
    hasInsurance: paysByInsurance(await payersOfVisit(tx, visit)),
  });
  // What let it into billing must still hold now.
  const refusal = moveRefusal({ stage: 'review' }, 'billing', facts);
  if (refusal) fail('user-visible', refusal, { current: visit });
  return visit;
}

/** A visit that was sent back gets a new claim; what the earlier one charged is taken back, payments stay. */
async function takeBackEarlierClaims({ tx, newId }: Ctx, visit: Visit, PostedOn: string): Promise<void> {
  for (const claim of await liveClaimsOf(tx, visit.VisitId)) {
    await voidClaim(tx, claim.ClaimId);
    const { VisitId, PatientId, ClaimId, PayerId } = claim;
    const transaction = {
      TransactionId: newId(),
      VisitId,
      PatientId,
      ClaimId,
      PayerId,
      PostedOn,
      source: 'correction' as const,
      memo: `Claim ${claim.ControlNumber} replaced`,
    };
    await post(tx, transaction, [
      { account: 'revenue', amount: claim.totalCharge },
      { account: 'ar:primary', amount: -claim.totalCharge },
    ]);
  }
}

/** The claim, its file, its charges on the services and in the ledger. */
async function storeClaim({ tx, newId }: Ctx, visit: Visit, made: MadeClaim, PostedOn: string): Promise<Claim> {
  const { data, filename } = made;
  const content = claim837p(data);
  const total = totalCharge(data.lines);
  const { VisitId, PatientId, FacilityId } = visit;
  const PayerId = data.payer.PayerId;
  const claim = await insertClaim(
    tx,
    {
      ClaimId: ClaimId.parse(newId()),
      VisitId,
      PatientId,
      FacilityId,
      PayerId,
      status: 'submitted',
      ControlNumber: data.control.claim,
      InterchangeControlNumber: data.control.interchange,
      Frequency: data.frequency,
      totalCharge: total,
      ServiceDate: visit.Start.slice(0, 10),
      filename,
      AmendedByNoteId: null,
    },
    { content, billed: made.billed, sha256: createHash('sha256').update(content).digest('hex') },
  );
  await priceServices(tx, made.prices);
  const transaction = {
    TransactionId: newId(),
    VisitId,
    PatientId,
    ClaimId: claim.ClaimId,
    PayerId,
    PostedOn,
    source: 'claim' as const,
    memo: `Claim ${claim.ControlNumber}`,
  };
  await post(tx, transaction, [
    { account: 'ar:primary', amount: total },
    { account: 'revenue', amount: -total },
  ]);
  return claim;
}
