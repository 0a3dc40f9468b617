import type { Visit } from '#contract/visits/visit.ts';
import {
  chargedAs,
  feesOn,
  liveClaimsOf,
  openPostingDay,
  post,
  priceServices,
} from '#server/features/billing/store.ts';
import { storeRecount } from '#server/features/charges/store.ts';
import type { Ctx } from '#server/kit/context.ts';
import { recountServices, servicesOf } from './store.ts';

/** What a visit without insurance costs is owed by the patient from the moment it is closed. */
export async function chargePatient(ctx: Ctx, visit: Visit): Promise<void> {
  const { tx } = ctx;
  const fees = await feesOn(tx, visit.Start.slice(0, 10));
  const services = await storeRecount(tx, visit, await recountServices(tx, visit), 'The visit was not closed.');
  const prices = services.map(({ ServiceId, CPT_Code, Units }) => ({
    ServiceId,
    charge: (fees.get(CPT_Code) ?? 0) * Units,
  }));
  await priceServices(tx, prices);
  await postPatientCharge(
    ctx,
    visit,
    prices.reduce((sum, price) => sum + price.charge, 0),
    'manual',
    'Charges of the visit',
  );
}

/** Reopened: the charge is taken back until the visit is closed again; claims take back their own when they are replaced. */
export async function takeBackPatientCharge(ctx: Ctx, visit: Visit): Promise<void> {
  const { tx } = ctx;
  if ((await liveClaimsOf(tx, visit.VisitId)).length > 0) return;
  const services = await servicesOf(tx, visit.VisitId);
  const total = services.reduce((sum, service) => sum + (service.charge ?? 0), 0);
  await priceServices(
    tx,
    services.map(({ ServiceId }) => ({ ServiceId, charge: null })),
  );
  await postPatientCharge(ctx, visit, -total, 'correction', 'Visit reopened');
}

const lateFeeMemo = 'Late cancel fee';

/** The patient owes it from now on; no payer is asked. */
export async function chargeLateFee(ctx: Ctx, visit: Visit, cents: number): Promise<void> {
  await postPatientCharge(ctx, visit, cents, 'manual', lateFeeMemo);
}

/** The visit takes place after all, or the cancellation was no late one. */
export async function takeBackLateFee(ctx: Ctx, visit: Visit): Promise<void> {
  const charged = await chargedAs(ctx.tx, visit.VisitId, lateFeeMemo);
  await postPatientCharge(ctx, visit, -charged, 'correction', lateFeeMemo);
}

async function postPatientCharge(
  { tx, now, newId }: Ctx,
  visit: Visit,
  total: number,
  source: 'manual' | 'correction',
  memo: string,
): Promise<void> {
  if (total === 0) return;
  const { VisitId, PatientId } = visit;
  const PostedOn = await openPostingDay(tx, now);
  await post(tx, { TransactionId: newId(), VisitId, PatientId, ClaimId: null, PayerId: null, PostedOn, source, memo }, [
    { account: 'ar:patient', amount: total },
    { account: 'revenue', amount: -total },
  ]);
}
