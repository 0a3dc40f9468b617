import type { CaseId, PatientId } from '#contract/base/ids.ts';
import { payerOn, type Payer } from '#contract/address-book/payer.ts';
import type { Case } from '#contract/cases/case.ts';
import { payersOfCase } from '#contract/cases/payers-of-case.ts';
import { readRow, readRows, readWhere } from './reads.ts';

export function readCase(CaseId: CaseId): Promise<Case | undefined> {
  return readRow('cases', CaseId);
}

/** A patient's cases, those still open first, then the latest. */
export async function casesOfPatient(PatientId: PatientId): Promise<Case[]> {
  const cases = await readWhere('cases', { index: 'PatientId', equals: PatientId });
  return cases.toSorted(
    (a, b) =>
      Number(a.DischargedAt !== null) - Number(b.DischargedAt !== null) || b.StartDate.localeCompare(a.StartDate),
  );
}

/** Who pays for a case, primary first, with the rules of a day; empty is self-pay. */
export async function readPayersOfCase(CaseId: CaseId, day: string): Promise<Payer[]> {
  const found = await readCase(CaseId);
  if (!found) return [];
  const insurances = await readRows('insurances', found.InsuranceIds);
  const payers = await readRows(
    'payers',
    insurances.map((insurance) => insurance.PayerId),
  );
  return payersOfCase(found, insurances, payers).map((payer) => payerOn(payer, day));
}
