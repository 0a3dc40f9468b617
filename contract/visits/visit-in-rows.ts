import { payerOn, type Payer } from '../address-book/payer.ts';
import { billedFirst, payersOfCase, paysByInsurance } from '../cases/payers-of-case.ts';
import { recountedServices } from '../charges/recounted-services.ts';
import { performersIn } from '../charges/recorded-services.ts';
import type { CptDescription, Service, ServiceEntry } from '../charges/service.ts';
import type { PredictedRows, Read } from '../prediction.ts';
import { moveFacts, type MoveFacts } from './move-facts.ts';
import type { Visit } from './visit.ts';

/** Reads of a prediction that needs a visit with its note and services. */
export function visitReads(visitId: string): Read[] {
  return [
    { entity: 'visits', key: visitId },
    { entity: 'visitNotes', key: visitId },
    { entity: 'services', index: 'VisitId', value: visitId },
    { entity: 'visitExercises', key: visitId },
  ];
}

/** Further reads: who pays for the visit and who treats. */
export function visitMoreReads(visitId: string, rows: PredictedRows): Read[] {
  const visit = rows.get('visits', visitId);
  if (!visit) return [];
  const insurances = rows.where('insurances', 'PatientId', visit.PatientId);
  return [
    { entity: 'cases', key: visit.CaseId },
    { entity: 'providers', key: visit.ProviderId },
    { entity: 'insurances', index: 'PatientId', value: visit.PatientId },
    ...insurances.map((insurance): Read => ({ entity: 'payers', key: insurance.PayerId })),
    ...performerReads(rows.where('services', 'VisitId', visitId)),
  ];
}

/** Who else gave some of the services. */
export function performerReads(services: readonly Pick<ServiceEntry, 'Performed'>[]): Read[] {
  return performersIn(services).map((key) => ({ entity: 'providers', key }));
}

/** Payers of a visit's case, primary first, with the rules of its day. */
export function payersOfVisit(rows: PredictedRows, visit: Visit): Payer[] {
  return payersOfCaseIn(rows, visit).map((payer) => payerOn(payer, visit.Start.slice(0, 10)));
}

/** Payers of the case, primary first. */
export function payersOfCaseIn(
  rows: PredictedRows,
  { CaseId, PatientId }: Pick<Visit, 'CaseId' | 'PatientId'>,
): Payer[] {
  const of = rows.get('cases', CaseId);
  if (!of) return [];
  const insurances = rows.where('insurances', 'PatientId', PatientId);
  const payers = insurances.flatMap((insurance) => rows.get('payers', insurance.PayerId) ?? []);
  return payersOfCase(of, insurances, payers);
}

/** Services as they would be billed now; as they were recorded where the code table or the provider is not known. */
function servicesNow(rows: PredictedRows, visit: Visit, codes: readonly CptDescription[] | undefined): Service[] {
  const services = rows.where('services', 'VisitId', visit.VisitId);
  const provider = rows.get('providers', visit.ProviderId);
  if (!codes || !provider) return services;
  const performers = performersIn(services).flatMap((id) => rows.get('providers', id) ?? []);
  const payer = billedFirst(payersOfVisit(rows, visit));
  return recountedServices({ visit, services, codes, provider, performers, payer });
}

export function factsOfVisit(
  rows: PredictedRows,
  visit: Visit,
  codes: readonly CptDescription[] | undefined,
): MoveFacts {
  return moveFacts({
    note: rows.get('visitNotes', visit.VisitId),
    services: servicesNow(rows, visit, codes),
    hasInsurance: paysByInsurance(payersOfVisit(rows, visit)),
  });
}
