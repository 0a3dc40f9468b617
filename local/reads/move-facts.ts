import { paysByInsurance } from '#contract/cases/payers-of-case.ts';
import { moveFacts, type MoveFacts } from '#contract/visits/move-facts.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readPayersOfCase } from './cases.ts';
import { servicesNow } from './charges.ts';
import { readRow } from './reads.ts';

/**
 * What the guards of the moves ask about a visit, as this device knows it. With a file of its own: to show a day takes
 * neither the rules of units nor who pays.
 */
export async function readMoveFacts(visit: Visit): Promise<MoveFacts> {
  const [note, services, payers] = await Promise.all([
    readRow('visitNotes', visit.VisitId),
    servicesNow(visit),
    readPayersOfCase(visit.CaseId, visit.Start.slice(0, 10)),
  ]);
  return moveFacts({ note, services, hasInsurance: paysByInsurance(payers) });
}
