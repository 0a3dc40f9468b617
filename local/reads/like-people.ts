import type { PatientName } from '#contract/patients/patient-name.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { likenessOf, type PersonFacts } from '#contract/same-people/likeness.ts';
import { takesPlace, type VisitStage } from '#contract/visits/stage.ts';
import { readRow, readRows, readWhere } from './reads.ts';

/** Which of these may be the person, as far as this device knows them: of a chart that is not here only name and phone. */
export async function likePeopleHere(person: PersonFacts, names: readonly PatientName[]): Promise<LikePerson[]> {
  const ids = names.map(({ PatientId }) => PatientId);
  const charts = new Map((await readRows('patients', ids)).map((chart) => [chart.PatientId, chart]));
  const found: LikePerson[] = [];
  for (const name of names) {
    const chart = charts.get(name.PatientId);
    const policies = chart ? await readWhere('insurances', { index: 'PatientId', equals: name.PatientId }) : [];
    const MemberIds = policies.flatMap(({ MemberId }) => MemberId ?? []);
    const likeness = likenessOf(person, { ...name, Email: chart?.Email ?? null, MemberIds });
    if (likeness) found.push({ ...name, ...likeness, lastVisit: await lastVisitHere(name.PatientId) });
  }
  return found.toSorted((a, b) => Number(b.sure) - Number(a.sure) || b.shared.length - a.shared.length);
}

const toCome: readonly VisitStage[] = ['scheduled', 'confirmed'];

/** The last visit that began, with its provider. */
export async function lastVisitHere(PatientId: string): Promise<LikePerson['lastVisit']> {
  const visits = await readWhere('visits', { index: 'PatientId', equals: PatientId });
  const began = visits.filter((visit) => takesPlace(visit) && !toCome.includes(visit.stage));
  const last = began.toSorted((a, b) => b.Start.localeCompare(a.Start))[0];
  if (!last) return null;
  const provider = await readRow('providers', last.ProviderId);
  return { Start: last.Start, provider: provider ? `${provider.FirstName} ${provider.LastName}` : '' };
}
