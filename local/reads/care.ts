import type { CaseId, PatientId } from '#contract/base/ids.ts';
import type { Payer } from '#contract/address-book/payer.ts';
import { referringName, type ReferringProvider } from '#contract/address-book/referring-provider.ts';
import type { Authorization } from '#contract/cases/authorization.ts';
import { useOfAuthorizations, type AuthorizationUse, type CountedVisit } from '#contract/cases/authorization-use.ts';
import type { Case } from '#contract/cases/case.ts';
import type { Script } from '#contract/cases/script.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import { areVisitsPartial } from '#contract/compliance/partial-visits.ts';
import { takesPlace } from '#contract/visits/stage.ts';
import { shareOut } from '#contract/scheduling/coverage.ts';
import { readSetup } from '../store/setup.ts';
import { casesOfPatient, readCase } from './cases.ts';
import { readAll, readRows, readWhere } from './reads.ts';
import { recordedOn } from './recorded-units.ts';

export type AuthorizationLine = {
  authorization: Authorization;
  payer: Payer | undefined;
  use: AuthorizationUse;
};
export type ScriptLine = {
  script: Script;
  referring: ReferringProvider | undefined;
  /** Visits of its days that took place or are booked. */
  visits: number;
};
/** A case with what was ordered and allowed for it, and its visits as they count against that. */
export type CareLine = {
  case: Case;
  authorizations: AuthorizationLine[];
  scripts: ScriptLine[];
  visits: CountedVisit[];
  /** Visits of the case may be hidden from who asks: more of what is allowed may be used than is counted here. */
  isPartial: boolean;
};

/** Every case of a patient, those still open first, as far as this device holds visits, notes and charges of them. */
export async function careOfPatient(PatientId: PatientId, today: string): Promise<CareLine[]> {
  const cases = await casesOfPatient(PatientId);
  return careOf(PatientId, cases, today);
}

/** One case; undefined where it is not on this device. */
export async function careOfCase(CaseId: CaseId, today: string): Promise<CareLine | undefined> {
  const found = await readCase(CaseId);
  return found && (await careOf(found.PatientId, [found], today))[0];
}

async function careOf(PatientId: PatientId, cases: readonly Case[], today: string): Promise<CareLine[]> {
  const of = { index: 'PatientId', equals: PatientId };
  const [authorizations, scripts, visits, insurances] = await Promise.all([
    readWhere('authorizations', of),
    readWhere('scripts', of),
    countedVisits(PatientId),
    readWhere('insurances', of),
  ]);
  const [payers, referring] = await Promise.all([
    readRows(
      'payers',
      insurances.map((each) => each.PayerId),
    ),
    readRows(
      'referringProviders',
      scripts.flatMap((each) => each.ReferringProviderId ?? []),
    ),
  ]);
  const sees = (await readSetup())?.currentUser;
  const isPartial = areVisitsPartial({
    sees: { providerIds: sees?.providerIds ?? null, facilityIds: sees?.facilityIds ?? null },
    facilities: await readAll('facilities'),
  });
  return cases.map((one) => {
    const own = visits.get(one.CaseId) ?? [];
    const uses = useOfAuthorizations(
      authorizations.filter((each) => each.CaseId === one.CaseId),
      own,
      today,
    );
    const ordered = scripts
      .filter((each) => each.CaseId === one.CaseId)
      .map((script) => ({ ...script, Allowed: script.Visits }));
    const shares = shareOut(ordered, own.filter(takesPlace));
    return {
      case: one,
      visits: own,
      isPartial,
      authorizations: [...uses]
        .map(([authorization, use]) => ({ authorization, payer: payerOf(authorization, insurances, payers), use }))
        .toSorted((a, b) => byDays(a.authorization, b.authorization)),
      scripts: [...shares]
        .map(([{ Allowed: _, ...script }, { within, over }]) => ({
          script,
          referring: referring.find((each) => each.ReferringProviderId === script.ReferringProviderId),
          visits: within.length + over.length,
        }))
        .toSorted((a, b) => byDays(a.script, b.script)),
    };
  });
}

/** The latest first; what has no days yet before all. */
function byDays(a: { Start: string | null }, b: { Start: string | null }): number {
  return (b.Start ?? '9999').localeCompare(a.Start ?? '9999');
}

function payerOf(of: Authorization, insurances: readonly Insurance[], payers: readonly Payer[]): Payer | undefined {
  const insurance = insurances.find((each) => each.InsuranceId === of.InsuranceId);
  return payers.find((each) => each.PayerId === insurance?.PayerId);
}

/** The visits of a patient by case, with whether each is signed and how many units were recorded. */
async function countedVisits(PatientId: PatientId): Promise<Map<string, CountedVisit[]>> {
  const of = { index: 'PatientId', equals: PatientId };
  const visits = await recordedOn(PatientId, await readWhere('visits', of));
  const byCase = Map.groupBy(visits, (visit) => String(visit.CaseId));
  return new Map(
    [...byCase].map(([id, ofCase]) => [
      id,
      ofCase.map(({ Start, stage, isSigned, Units }) => ({ Start, stage, isSigned, Units })),
    ]),
  );
}

/** Name of who ordered a script. */
export function scriptName({ referring }: Pick<ScriptLine, 'referring'>): string {
  return referring ? referringName(referring) : 'Referring provider unknown';
}
