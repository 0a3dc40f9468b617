import { addDays } from '#contract/base/dates.ts';
import type { Case } from '#contract/cases/case.ts';
import type { CardWord } from '#contract/compliance/card-words.ts';
import { countedClocks, type CountedClocks } from '#contract/compliance/counted-lists.ts';
import { factsOfCase, type CaseRows } from '#contract/compliance/facts-of-case.ts';
import type { ComplianceFacts } from '#contract/compliance/facts.ts';
import type { Patient } from '#contract/patients/patient.ts';
import { wholeCharts } from '../store/charts.ts';
import { readSetup } from '../store/setup.ts';
import { readAll, readRows, readWhere, readWhereAny } from './reads.ts';
import type { VisitFilter } from './visits.ts';

/** A case with what is due in it, what cannot be told, and what is told of it at check-in. */
export type DueCase = {
  case: Case;
  patient: Patient | undefined;
  facts: ComplianceFacts;
  due: CountedClocks;
  unknown: CountedClocks;
  /** What the cards of its visits say. */
  words: CardWord[];
};

/** Days of visits either way that a device has of everyone in treatment (sync.md, P1). */
export const countedDays = 60;
/** So few that a screen answers between two of them. */
const atOnce = 40;

/**
 * Cases with a visit in these days on which a clock says something (chart.md 6), for the facilities and providers
 * chosen. They are read some at a time; where `isWanted` says no, the rest is left out.
 */
export async function dueCases(
  today: string,
  filter: VisitFilter,
  isWanted: () => boolean = () => true,
): Promise<DueCase[]> {
  const days = { from: addDays(today, -countedDays), to: addDays(today, countedDays) };
  const near = await readWhere('visits', { index: 'day', ...days });
  const all = await readRows('cases', [...new Set(near.map(({ CaseId }) => CaseId))]);
  const cases = all.filter((one) => passes(one, filter)).toSorted((a, b) => a.CaseId.localeCompare(b.CaseId));
  const sees = (await readSetup())?.currentUser;
  const common = {
    payers: await readAll('payers'),
    providers: await readAll('providers'),
    facilities: await readAll('facilities'),
    sees: { providerIds: sees?.providerIds ?? null, facilityIds: sees?.facilityIds ?? null },
  };
  const found: DueCase[] = [];
  for (let at = 0; at < cases.length && isWanted(); at += atOnce) {
    found.push(...(await dueOf(cases.slice(at, at + atOnce), common, today)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return found;
}

type Common = Pick<CaseRows, 'payers' | 'providers' | 'facilities' | 'sees'>;

async function dueOf(cases: readonly Case[], common: Common, today: string): Promise<DueCase[]> {
  const CaseIds = cases.map(({ CaseId }) => String(CaseId));
  const PatientIds = [...new Set(cases.map(({ PatientId }) => String(PatientId)))];
  const rows = {
    insurances: await readWhereAny('insurances', 'PatientId', PatientIds),
    plans: await readWhereAny('plansOfCare', 'CaseId', CaseIds),
    stamps: await readWhereAny('planStamps', 'CaseId', CaseIds),
    notes: await readWhereAny('visitNotes', 'CaseId', CaseIds),
    visits: await readWhereAny('visits', 'CaseId', CaseIds),
    services: await readWhereAny('services', 'PatientId', PatientIds),
    scripts: await readWhereAny('scripts', 'CaseId', CaseIds),
    authorizations: await readWhereAny('authorizations', 'CaseId', CaseIds),
  };
  const whole = await wholeCharts(PatientIds);
  const patients = new Map((await readRows('patients', PatientIds)).map((one) => [one.PatientId, one]));
  return cases.flatMap((of) => {
    const own = <R extends { CaseId: string | null }>(all: readonly R[]) =>
      all.filter(({ CaseId }) => CaseId === of.CaseId);
    const visits = own(rows.visits);
    const ids = new Set<string>(visits.map(({ VisitId }) => VisitId));
    const facts = factsOfCase(
      {
        ...common,
        case: of,
        insurances: rows.insurances.filter(({ PatientId }) => PatientId === of.PatientId),
        plans: own(rows.plans),
        stamps: own(rows.stamps),
        notes: own(rows.notes),
        visits,
        services: rows.services.filter(({ VisitId }) => ids.has(VisitId)),
        scripts: own(rows.scripts),
        authorizations: own(rows.authorizations),
      },
      today,
    );
    // A case that began within these days has nothing that is older.
    const isWhole = whole.has(of.PatientId) || of.StartDate >= addDays(today, -countedDays);
    const counted = countedClocks(facts, isWhole);
    const isSilent = counted.words.length === 0;
    if (isSilent && Object.keys(counted.due).length + Object.keys(counted.unknown).length === 0) return [];
    return [{ case: of, patient: patients.get(of.PatientId), facts, ...counted }];
  });
}

function passes({ FacilityId, ProviderId }: Case, filter: VisitFilter): boolean {
  if (filter.FacilityId !== null && FacilityId !== filter.FacilityId) return false;
  return filter.ProviderIds.length === 0 || filter.ProviderIds.includes(ProviderId);
}
