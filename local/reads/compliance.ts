import type { CaseId } from '#contract/base/ids.ts';
import { factsOfCase } from '#contract/compliance/facts-of-case.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import { readSetup } from '../store/setup.ts';
import { readAll, readRow, readRows, readWhere } from './reads.ts';

/** What the clocks of a case are told from, as far as this device holds it; undefined where the case is not here. */
export async function complianceFactsOf(CaseId: CaseId, today: string): Promise<ComplianceFacts | undefined> {
  const of = await readRow('cases', CaseId);
  if (!of) return undefined;
  const inCase = { index: 'CaseId', equals: CaseId };
  const ofPatient = { index: 'PatientId', equals: of.PatientId };
  const insurances = await readRows('insurances', of.InsuranceIds);
  const payers = await readRows(
    'payers',
    insurances.map(({ PayerId }) => PayerId),
  );
  const visits = await readWhere('visits', inCase);
  const sees = (await readSetup())?.currentUser;
  const ids = new Set(visits.map(({ VisitId }) => VisitId));
  return factsOfCase(
    {
      case: of,
      insurances,
      payers,
      plans: await readWhere('plansOfCare', inCase),
      stamps: await readWhere('planStamps', inCase),
      notes: await readWhere('visitNotes', inCase),
      visits,
      sees: { providerIds: sees?.providerIds ?? null, facilityIds: sees?.facilityIds ?? null },
      facilities: await readAll('facilities'),
      services: (await readWhere('services', ofPatient)).filter(({ VisitId }) => ids.has(VisitId)),
      providers: await readAll('providers'),
      scripts: await readWhere('scripts', inCase),
      authorizations: await readWhere('authorizations', inCase),
    },
    today,
  );
}
