import { addDays, ageOn } from '#contract/base/dates.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import { disciplineOf } from '#contract/providers/provider.ts';
import type { ClinicSpec, ProviderSpec } from './clinic.ts';
import { conditions, injuries, type Condition } from './conditions.ts';
import { demoId } from './ids.ts';
import { personal, type Person } from './people.ts';
import type { Chance } from './random.ts';

export type PayerKey =
  | 'medicare'
  | 'medicaid'
  | 'blueHarbor'
  | 'unitedShield'
  | 'compFund'
  | 'motorMutual'
  | 'selfPay'
  | 'neverPay';
export type InsuranceRow = Omit<Insurance, 'updated_at' | 'PatientId' | 'PayerId' | 'InsuranceId'> & {
  site: string;
  InsuranceId: string;
  PatientId: string;
  PayerId: string;
};
export type CaseRow = ReturnType<typeof caseRow>;
/** One patient with everything a day of visits needs to know. */
export type Chart = {
  person: Person;
  payer: PayerKey;
  patient: ReturnType<typeof patientRow>;
  insurances: InsuranceRow[];
  provider: ProviderSpec | null;
  case: CaseRow | null;
  condition: Condition | null;
};

/** Who treats and who pays, where the story needs it; the rest follows from age and turn. */
const treatedBy: Record<string, string | null> = {
  rosa: 'maya',
  walter: 'maya',
  nguyen: 'ben',
  longName: 'owen',
  oldest: 'maya',
  minor: 'clara',
  twinA: 'maya',
  twinB: 'ben',
  samira: 'maya',
  gus: 'maya',
  dolores: 'maya',
  beatrix: 'maya',
  selfPay: 'ben',
  workersComp: 'ben',
  auto: 'hank',
  denied: 'maya',
  noCase: null,
  deceased: 'priya',
  ada: 'ingrid',
  'person-18': 'maya',
  'person-29': 'maya',
  'person-26': 'maya',
  'person-34': 'owen',
  boris: 'ingrid',
  celeste: 'ingrid',
};
const paidBy: Record<string, PayerKey> = {
  nguyen: 'unitedShield',
  longName: 'blueHarbor',
  minor: 'unitedShield',
  twinA: 'blueHarbor',
  twinB: 'unitedShield',
  samira: 'unitedShield',
  gus: 'blueHarbor',
  beatrix: 'blueHarbor',
  selfPay: 'selfPay',
  workersComp: 'compFund',
  auto: 'motorMutual',
  denied: 'neverPay',
  celeste: 'unitedShield',
  boris: 'blueHarbor',
};
/** In turn; each letter is one more new patient: the busier the provider, the more often the name. */
const turns: Record<string, string[]> = {
  demo: ['maya', 'priya', 'ben', 'owen', 'maya', 'clara', 'priya', 'hank'],
  demo2: ['ingrid', 'mabel', 'ingrid', 'felix'],
};
const streets = [
  'Chestnut Street',
  'Lighthouse Lane',
  'Orchard Road',
  'Federal Street',
  'Cabot Avenue',
  'Willow Court',
  'Harbor View Drive',
];
const towns: Record<string, [string, string, string][]> = {
  demo: [
    ['Salem', 'MA', '01970'],
    ['Beverly', 'MA', '01915'],
    ['Marblehead', 'MA', '01945'],
    ['Peabody', 'MA', '01960'],
    ['Danvers', 'MA', '01923'],
  ],
  demo2: [
    ['Evanston', 'IL', '60201'],
    ['Wilmette', 'IL', '60091'],
  ],
};

function patientRow(spec: ClinicSpec, person: Person, at: number, chance: Chance) {
  const [City, StateOrProvince, PostalCode] = chance.pick(towns[spec.site] ?? [['Salem', 'MA', '01970']]);
  const mail = `${person.FirstName}.${person.LastName}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
    .slice(0, 40);
  return {
    site: spec.site,
    PatientId: demoId(spec.site, 'patient', person.key),
    PersonId: demoId(spec.site, 'person', person.key),
    FirstName: person.FirstName,
    MiddleName: personal[person.key]?.MiddleName ?? null,
    LastName: person.LastName,
    PreferredName: personal[person.key]?.PreferredName ?? null,
    Pronouns: personal[person.key]?.Pronouns ?? null,
    DateOfBirth: person.DateOfBirth,
    DeathDate: null as string | null,
    Sex: person.Sex,
    Phone: `${spec.site === 'demo' ? '978' : '847'}555${String(1_000 + at * 7).padStart(4, '0')}`,
    Email: at % 6 === 5 ? null : `${mail}${at}@example.org`,
    MessageConsent: { email: at % 6 !== 5, text: false },
    Address1: `${3 + chance.below(280)} ${chance.pick(streets)}`,
    City,
    StateOrProvince,
    PostalCode,
    alerts: personal[person.key]?.alerts ?? [],
    FacilityId: null as string | null,
  };
}

function payerOf(person: Person, today: string, at: number): PayerKey {
  const fixed = paidBy[person.key];
  if (fixed) return fixed;
  const age = ageOn(person.DateOfBirth, today);
  if (age >= 65) return 'medicare';
  if (age < 19) return 'medicaid';
  return (
    (
      [
        'blueHarbor',
        'unitedShield',
        'blueHarbor',
        'medicaid',
        'unitedShield',
        'compFund',
        'unitedShield',
        'blueHarbor',
        'selfPay',
        'motorMutual',
        'neverPay',
      ] as const
    )[at % 11] ?? 'blueHarbor'
  );
}

function insuranceRows(
  spec: ClinicSpec,
  patient: Chart['patient'],
  person: Person,
  payer: PayerKey,
  at: number,
): InsuranceRow[] {
  if (payer === 'selfPay') return [];
  const policy = (key: PayerKey, Priority: number): InsuranceRow => ({
    site: spec.site,
    InsuranceId: demoId(spec.site, 'insurance', `${person.key}-${Priority}`),
    PatientId: patient.PatientId,
    PayerId: demoId(spec.site, 'payer', key),
    Priority,
    // A Medicare number has its own pattern of digits and letters.
    MemberId:
      key === 'medicare'
        ? `${1 + (at % 9)}EG4TE5MK${String(10 + (at % 90))}`
        : `${key.slice(0, 2).toUpperCase()}${410_000_000 + at * 9_173 + Priority}`,
    GroupNumber: key === 'blueHarbor' || key === 'unitedShield' ? `G${7_000 + (at % 9) * 11}` : null,
    Relationship: '18',
    Subscriber: null,
    StartDate: '2024-01-01',
    EndDate: null,
  });
  const primary = policy(payer, 1);
  if (person.key === 'minor') {
    const { Address1, City, StateOrProvince, PostalCode } = patient;
    primary.Relationship = '19';
    primary.Subscriber = {
      FirstName: 'Giulia',
      LastName: 'Marchetti',
      DateOfBirth: '1983-02-17',
      Sex: 'F',
      Address1,
      City,
      StateOrProvince,
      PostalCode,
    };
  }
  return payer === 'medicare' && at % 2 === 1 ? [primary, policy('blueHarbor', 2)] : [primary];
}

function caseRow(
  spec: ClinicSpec,
  chart: Omit<Chart, 'case'> & { provider: ProviderSpec; condition: Condition },
  today: string,
  at: number,
  chance: Chance,
) {
  const { provider, condition, payer, patient, insurances, person } = chart;
  const weeksAgo = person.key === 'deceased' ? 20 : 3 + chance.below(8);
  const StartDate = addDays(today, -7 * weeksAgo);
  const accident = payer === 'compFund' || payer === 'motorMutual';
  const referrers = ['Vance', 'Trelawney', 'Kapoor', 'Farrow'];
  return {
    site: spec.site,
    CaseId: demoId(spec.site, 'case', person.key),
    PatientId: patient.PatientId,
    FacilityId: demoId(spec.site, 'facility', provider.facility),
    ProviderId: demoId(spec.site, 'provider', provider.key),
    Title: condition.title,
    Discipline: disciplineOf(provider.Type),
    Diagnoses: condition.Diagnoses,
    ReferringProviderContactId: demoId(spec.site, 'referring', referrers[at % referrers.length] ?? 'Vance'),
    InsuranceIds: insurances.map((insurance) => insurance.InsuranceId),
    OnsetDate: addDays(StartDate, -14),
    StartDate,
    RelatedCause: payer === 'compFund' ? 'EM' : payer === 'motorMutual' ? 'AA' : null,
    AccidentDate: accident ? addDays(StartDate, -14) : null,
    AccidentState: payer === 'motorMutual' ? (spec.facilities[0]?.StateOrProvince ?? null) : null,
    PropertyClaimNumber: accident ? `PC${88_000 + at * 13}` : null,
    VisitsPerWeek: null as number | null,
    PlanWeeks: null as number | null,
    PlanOfCareStart: null as string | null,
    PlanOfCareEnd: addDays(StartDate, 89),
    CustomInputs: [] as { CustomCaseInputId: string; Value: string }[],
    DischargedAt: person.key === 'deceased' ? addDays(today, -60) : null,
    DischargeReason: person.key === 'deceased' ? ('other' as const) : null,
  };
}

function conditionOf(provider: ProviderSpec, payer: PayerKey, person: Person, at: number): Condition {
  if (payer === 'compFund') return injuries.workersComp;
  if (payer === 'motorMutual') return injuries.auto;
  const discipline = disciplineOf(provider.Type);
  const list = conditions[discipline];
  const forChild = discipline === 'SLP' && person.DateOfBirth > '2005' ? list[2] : undefined;
  const found = forChild ?? list[at % list.length];
  if (!found) throw new Error(`No condition for ${discipline}`);
  return found;
}

function inTurn(order: string[], at: number, payer: PayerKey): string | null {
  if (at % 23 === 22) return null;
  const key = order[at % order.length] ?? null;
  // Medicare pays a chiropractor only with an attestation nobody gives in a demo.
  return key === 'hank' && payer === 'medicare' ? 'ben' : key;
}

/** Every patient of a clinic; a few have no case yet. */
export function makeCharts(spec: ClinicSpec, people: Person[], today: string, chance: Chance): Chart[] {
  const order = turns[spec.site] ?? [];
  return people.map((person, at) => {
    const patient = patientRow(spec, person, at, chance);
    const payer = payerOf(person, today, at);
    const fixed = treatedBy[person.key];
    const key = fixed === undefined ? inTurn(order, at, payer) : fixed;
    const provider = spec.providers.find((each) => each.key === key) ?? null;
    const insurances = insuranceRows(spec, patient, person, payer, at);
    if (person.key === 'deceased') patient.DeathDate = addDays(today, -61);
    if (!provider) return { person, payer, patient, insurances, provider, case: null, condition: null };
    patient.FacilityId = demoId(spec.site, 'facility', provider.facility);
    const condition = conditionOf(provider, payer, person, at);
    const chart = { person, payer, patient, insurances, provider, condition };
    return { ...chart, case: caseRow(spec, chart, today, at, chance) };
  });
}
