import { samePayer } from '#contract/address-book/duplicates.ts';
import type { ImportProblem } from '#contract/importer/endpoints.ts';
import type { Insurance } from '#contract/patients/insurance.ts';
import { idFrom, type ImportedPatient, type Place } from './read-patients.ts';
import type { ImportedPayer } from './read-payers.ts';
import type { ImportRead } from './read-synthea.ts';
import { currentTransitions } from './read-transitions.ts';
import { noAnswers, sortPeople, type Answers, type KnownPerson, type UndecidedRow } from './sort-people.ts';

/** What is already in the site, as far as the files touch it. */
export type Present = {
  patients: Set<string>;
  /** Patients that have an insurance; theirs are left alone. */
  insured: Set<string>;
  /** Patients of the site who may be someone of the files. */
  people: readonly KnownPerson[];
  /** Who was said in an earlier import to be a patient of the site: the patient by the id of the files. */
  remembered: ReadonlyMap<string, string>;
  /** Each under its own id and name; one that was merged means the payer that took its place. */
  payers: {
    id: string;
    alias: string;
    ElectronicPayerId: string | null;
    PayerId: string;
    Name: string;
    Kind: string;
  }[];
};
export type ImportedInsurance = Pick<Insurance, 'Priority' | 'Relationship' | 'StartDate'> & {
  InsuranceId: string;
  PatientId: string;
  PayerId: string;
};
export type ImportPlan = {
  patients: ImportedPatient[];
  payers: ImportedPayer[];
  insurances: ImportedInsurance[];
  unchanged: number;
  /** Rows of which nothing was said yet; they are left out. */
  undecided: UndecidedRow[];
  /** Who is a patient of the site, or of an earlier row, as was said now. */
  same: ReadonlyMap<string, string>;
  problems: ImportProblem[];
  /** Name of who pays for a patient. */
  payerNameOf(patientId: string): string;
};

/** Decides what is new. A payer of the same name as one of the address book is that payer. */
export function planImport(read: ImportRead, present: Present, answers: Answers = noAnswers): ImportPlan {
  const isAnswered = (id: string) => answers.same.has(id) || answers.other.has(id);
  const remembered = new Map([...present.remembered].filter(([id]) => !isAnswered(id)));
  const isHere = (id: string) => present.patients.has(id) || remembered.has(id);
  const fresh = read.patients.filter((patient) => !isHere(patient.PatientId));
  const sorted = sortPeople(fresh, present.people, answers);
  const means = (id: string) => remembered.get(id) ?? sorted.same.get(id) ?? id;
  const problems = [
    ...read.problems,
    ...sorted.undecided.map(({ PatientId }) => whoIsThis(read.placeOf.get(PatientId))),
  ];
  const payers = matchPayers(read.payers, present);
  const inFile = new Set(read.patients.map((patient) => patient.PatientId));
  const leftOut = new Set(sorted.undecided.map(({ PatientId }) => PatientId));
  const known = read.transitions.filter((transition) => {
    const { file, line, PatientId, PayerId } = transition;
    const tell = (reason: string) => void problems.push({ file, line, severity: 'error', reason });
    if (read.refused.has(PatientId) || leftOut.has(PatientId)) return false;
    if (!inFile.has(PatientId) && !isHere(PatientId))
      return tell('The patient in this row is not in a patient file or in this site.');
    if (read.nobody.has(PayerId) || payers.ids.has(PayerId)) return true;
    return tell('The payer in this row is not in a payer file or in this site.');
  });
  // What is covered of a person who is here already is theirs.
  const current = currentTransitions(known.map((one) => ({ ...one, PatientId: means(one.PatientId) })));
  const insurances: ImportedInsurance[] = [];
  for (const { PatientId, PayerId, startYear, Relationship } of current.values()) {
    const payer = payers.ids.get(PayerId);
    if (!payer || payer.Kind === 'selfPay' || present.insured.has(PatientId)) continue;
    insurances.push({
      InsuranceId: idFrom(`${PatientId}/insurance/1`),
      PatientId,
      PayerId: payer.PayerId,
      Priority: 1,
      Relationship,
      StartDate: `${startYear}-01-01`,
    });
  }
  return {
    patients: sorted.others,
    payers: payers.fresh,
    insurances,
    unchanged: read.patients.length - sorted.others.length - sorted.undecided.length,
    undecided: sorted.undecided,
    same: sorted.same,
    problems: inOrder(problems),
    payerNameOf: (id) => payers.ids.get(current.get(id)?.PayerId ?? '')?.Name ?? 'Self pay',
  };
}

function whoIsThis(place: Place | undefined): ImportProblem {
  const reason = 'This patient may already be in this site. Say in the preview whether it is the same person.';
  return { file: place?.file ?? '', line: place?.line ?? 0, severity: 'error', reason };
}

type PayerMatch = { PayerId: string; Name: string; Kind: string };
type Alike = { Name: string; ElectronicPayerId: string | null; means: PayerMatch };

/** Which payer each id of the files means, and which of them are new. */
function matchPayers(
  read: ImportedPayer[],
  present: Present,
): { ids: Map<string, PayerMatch>; fresh: ImportedPayer[] } {
  const ids = new Map<string, PayerMatch>(present.payers.map((payer) => [payer.id, payer]));
  const alike: Alike[] = present.payers.map((payer) => ({
    Name: payer.alias,
    ElectronicPayerId: payer.ElectronicPayerId,
    means: payer,
  }));
  const fresh: ImportedPayer[] = [];
  for (const payer of read) {
    if (ids.has(payer.PayerId)) continue;
    // The files tell no payer id, so one of the name is this payer, and the one with the payer id we know goes first.
    const same = alike.findLast((one) => samePayer(one, payer)) ?? alike.findLast((one) => sameName(one, payer));
    ids.set(payer.PayerId, same?.means ?? payer);
    if (same) continue;
    alike.push({ Name: payer.Name, ElectronicPayerId: payer.ElectronicPayerId, means: payer });
    fresh.push(payer);
  }
  return { ids, fresh };
}

function sameName({ Name }: Alike, payer: ImportedPayer): boolean {
  return samePayer({ Name, ElectronicPayerId: null }, { Name: payer.Name, ElectronicPayerId: null });
}

function inOrder(problems: ImportProblem[]): ImportProblem[] {
  return problems.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}
