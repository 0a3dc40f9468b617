import { phoneDigits } from '#contract/patients/name-query.ts';
import { likenessOf, type Likeness, type PersonFacts } from '#contract/same-people/likeness.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { ImportedPatient } from './read-patients.ts';

/** A patient of the site, with what tells people apart. */
export type KnownPerson = PersonFacts & PatientName;

/** What the importing person said: which rows are someone who is here, or of an earlier row, and which are not. */
export type Answers = { same: ReadonlyMap<string, string>; other: ReadonlySet<string> };
export const noAnswers: Answers = { same: new Map(), other: new Set() };

export type UndecidedRow = { PatientId: string; people: (KnownPerson & Likeness)[]; rows: string[] };

type Sorted = {
  others: ImportedPatient[];
  undecided: UndecidedRow[];
  /** Who is someone who is here, or of an earlier row, as was said: the patient by the id of the files. */
  same: Map<string, string>;
};

/** Takes apart who is new, who is here already as was said, and of whom nothing was said though they may be. */
export function sortPeople(fresh: readonly ImportedPatient[], known: readonly KnownPerson[], answers: Answers): Sorted {
  const here = peopleIndex<KnownPerson>();
  for (const person of known) here.add(person, person);
  const rows = peopleIndex<ImportedPatient>();
  const [others, undecided] = [[] as ImportedPatient[], [] as UndecidedRow[]];
  const same = new Map<string, string>();
  /** Whoever is one of these is left out with them. */
  const open = new Set<string>();
  for (const row of fresh) {
    const facts = factsOf(row);
    const people = here.like(facts).map(({ of, likeness }) => ({ ...of, ...likeness }));
    const earlier = rows.like(facts).map(({ of }) => of.PatientId);
    const said = answers.same.get(row.PatientId);
    const is = said && (same.get(said) ?? said);
    const isMeant = (people.some((one) => one.PatientId === is) || earlier.includes(said ?? '')) && !open.has(is ?? '');
    if (people.length + earlier.length === 0 || answers.other.has(row.PatientId)) others.push(row);
    else if (is !== undefined && isMeant) same.set(row.PatientId, is);
    else {
      undecided.push({ PatientId: row.PatientId, people, rows: earlier });
      open.add(row.PatientId);
    }
    rows.add(facts, row);
  }
  return { others, undecided, same };
}

function factsOf({ FirstName, LastName, DateOfBirth, Phone, Email }: ImportedPatient): PersonFacts {
  return { FirstName, LastName, PreferredName: null, DateOfBirth, Phone, Email, MemberIds: [] };
}

/** Who shares nothing of these is like no one: so a long file is not compared line by line with all others. */
function keysOf({ DateOfBirth, Phone, Email }: PersonFacts): string[] {
  const phone = phoneDigits(Phone);
  return [DateOfBirth, ...(phone === '' ? [] : [phone]), ...(Email ? [Email.trim().toLowerCase()] : [])];
}

function peopleIndex<T>() {
  const byKey = new Map<string, { facts: PersonFacts; of: T }[]>();
  return {
    add(facts: PersonFacts, of: T): void {
      for (const key of keysOf(facts)) {
        const there = byKey.get(key);
        if (there) there.push({ facts, of });
        else byKey.set(key, [{ facts, of }]);
      }
    },
    like(facts: PersonFacts): { of: T; likeness: Likeness }[] {
      const near = new Set(keysOf(facts).flatMap((key) => byKey.get(key) ?? []));
      return [...near].flatMap((one) => {
        const likeness = likenessOf(facts, one.facts);
        return likeness ? [{ of: one.of, likeness }] : [];
      });
    },
  };
}
