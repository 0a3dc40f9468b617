import { phoneDigits } from '#contract/patients/name-query.ts';
import { policyWords } from '#contract/patients/policy-words.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { likenessOf, type PersonFacts } from '#contract/same-people/likeness.ts';
import type { Tx } from '#server/kit/context.ts';

type Candidate = PatientName & PersonFacts;
type Found = Omit<LikePerson, 'lastVisit'>;

const facts = `p."PatientId", p."FirstName", p."LastName", p."PreferredName", p."DateOfBirth"::text as "DateOfBirth", p."Phone", p."Email",
  array(select "MemberId" from insurances i where i.site = p.site and i."PatientId" = p."PatientId" and "MemberId" is not null) as "MemberIds"`;
const most = 10;

/** Patients whom the caller may see and who may be this person, the surest first. */
export async function likePeople(tx: Tx, person: PersonFacts): Promise<LikePerson[]> {
  return withLastVisits(tx, alikeAmong(person, await peopleLike(tx, [person])).slice(0, most));
}

/** Patients who share the birth date, phone, email or policy of one of these: who shares none of them is like no one. */
export async function peopleLike(tx: Tx, people: readonly PersonFacts[]): Promise<Candidate[]> {
  const words = people.flatMap(({ DateOfBirth, Phone, MemberIds }) => [
    `=${DateOfBirth}`,
    phoneDigits(Phone),
    ...MemberIds.flatMap(policyWords),
  ]);
  const emails = people.map(({ Email }) => (Email ?? '').trim().toLowerCase());
  return tx.rows<Candidate>(
    `select ${facts} from patients p where p.site = app_site() and p."PatientId" in (
       select "PatientId" from patient_words where site = app_site() and place = 1 and word = any ($1::text[])
       union select "PatientId" from patients where site = app_site() and lower("Email") = any ($2::text[]))`,
    [[...new Set(words)].filter(Boolean), [...new Set(emails)].filter(Boolean)],
  );
}

/** Those of the candidates who may be this person. */
export function alikeAmong(person: PersonFacts, candidates: readonly Candidate[]): Found[] {
  const found = candidates.flatMap((one) => {
    const likeness = likenessOf(person, one);
    return likeness ? [{ ...one, ...likeness }] : [];
  });
  return found.toSorted(
    (a, b) =>
      Number(b.sure) - Number(a.sure) || b.shared.length - a.shared.length || a.PatientId.localeCompare(b.PatientId),
  );
}

/** With the last visit that began. */
export async function withLastVisits(tx: Tx, people: readonly Found[]): Promise<LikePerson[]> {
  const visits = await tx.rows<{ PatientId: string; Start: string; provider: string }>(
    `select distinct on (v."PatientId") v."PatientId", v."Start",
       p."FirstName" || ' ' || p."LastName" as provider
     from visits v join providers p on p.site = v.site and p."ProviderId" = v."ProviderId"
     where v.site = app_site() and v."PatientId" = any ($1::uuid[])
       and v.stage in ('checkedIn', 'inProgress', 'review', 'billing', 'submitted', 'closed')
     order by v."PatientId", v."Start" desc`,
    [people.map(({ PatientId }) => PatientId)],
  );
  const last = new Map(visits.map(({ PatientId, ...visit }) => [PatientId, visit]));
  return people.map(({ PatientId, FirstName, LastName, PreferredName, DateOfBirth, Phone, sure, shared }) => {
    const lastVisit = last.get(PatientId) ?? null;
    return { PatientId, FirstName, LastName, PreferredName, DateOfBirth, Phone, sure, shared, lastVisit };
  });
}
