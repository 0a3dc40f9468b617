import type { PatientId, VisitId } from '#contract/base/ids.ts';
import type { Cents } from '#contract/base/money.ts';
import { arOf, type Ar } from '#contract/billing/ar.ts';
import type { Claim } from '#contract/billing/claim.ts';
import type { LedgerEntry } from '#contract/billing/ledger.ts';
import { waitingCalls } from '../outbox/outbox.ts';
import { readWhere } from './reads.ts';

/** Every claim made for a visit, the latest first. */
export async function claimsOfVisit(VisitId: VisitId): Promise<Claim[]> {
  const claims = await readWhere('claims', { index: 'VisitId', equals: VisitId });
  return claims.toSorted((a, b) => b.submittedAt.localeCompare(a.submittedAt));
}

function ledgerOfVisit(VisitId: VisitId): Promise<LedgerEntry[]> {
  return readWhere('ledger', { index: 'VisitId', equals: VisitId });
}

/** What is still owed for a visit, as far as this device knows. */
export async function arOfVisit(VisitId: VisitId): Promise<Ar> {
  return arOf(await ledgerOfVisit(VisitId));
}

/** What a patient owes and what payers still owe for them. */
export async function balanceOfPatient(PatientId: PatientId): Promise<{ patient: Cents; insurance: Cents }> {
  const entries = await readWhere('ledger', { index: 'PatientId', equals: PatientId });
  let patient = 0;
  let insurance = 0;
  for (const entry of entries) {
    if (entry.account === 'ar:patient') patient += entry.amount;
    if (entry.account === 'ar:primary' || entry.account === 'ar:secondary') insurance += entry.amount;
  }
  return { patient, insurance };
}

/** A claim of this visit is asked for on this device and not made yet. */
export async function isClaimWaiting(VisitId: VisitId): Promise<boolean> {
  const calls = await waitingCalls();
  return calls.some((call) => call.name === 'billing.submitClaim' && call.input['visitId'] === VisitId);
}
