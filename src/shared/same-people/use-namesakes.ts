import { useEffect, useState } from 'react';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { namesakesAmong } from '#contract/same-people/namesakes.ts';
import { lastVisitHere } from '#local/reads/like-people.ts';
import { call } from '#shared/api.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useOnline } from '#shared/sync-state.ts';
import { lastVisitWords } from './person-facts.ts';

type Visits = ReadonlyMap<string, LikePerson['lastVisit']>;
const none: Visits = new Map();

/**
 * What tells those of a list apart whom name and birth date do not: the last visit and its provider, by PatientId, as this
 * device knows it or the server tells. Empty for all others.
 */
export function useNamesakes(people: readonly PatientName[]): ReadonlyMap<string, string> {
  const namesakes = namesakesAmong(people);
  const asked = namesakes.map(({ PatientId }) => PatientId).join();
  const here = useLiveValue(() => visitsHere(namesakes), [asked]) ?? none;
  const there = useVisitsThere(namesakes, asked);
  return new Map(
    namesakes.map(({ PatientId }) => {
      const visit = there.get(PatientId) ?? here.get(PatientId) ?? null;
      return [PatientId, visit || there.has(PatientId) ? lastVisitWords(visit) : ''];
    }),
  );
}

async function visitsHere(people: readonly PatientName[]): Promise<Visits> {
  const visits = new Map<string, LikePerson['lastVisit']>();
  for (const { PatientId } of people) visits.set(PatientId, await lastVisitHere(PatientId));
  return visits;
}

/** Charts that are not on this device are told by the server alone. */
function useVisitsThere(namesakes: readonly PatientName[], asked: string): Visits {
  const online = useOnline();
  const [reply, setReply] = useState({ asked: '', visits: none });
  useEffect(() => {
    if (asked === '' || !online) return undefined;
    let isCurrent = true;
    void visitsThere(namesakes).then((visits) => isCurrent && setReply({ asked, visits }));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `asked` are the people; their list is another one each time
  }, [asked, online]);
  return reply.asked === asked ? reply.visits : none;
}

async function visitsThere(namesakes: readonly PatientName[]): Promise<Visits> {
  const visits = new Map<string, LikePerson['lastVisit']>();
  for (const { PatientId, FirstName, LastName, PreferredName, DateOfBirth } of namesakes) {
    if (visits.has(PatientId)) continue;
    const person = { FirstName, LastName, PreferredName, DateOfBirth, Phone: null, Email: null, MemberIds: [] };
    try {
      for (const one of (await call('samePeople.find', person)).people) visits.set(one.PatientId, one.lastVisit);
    } catch {
      // Their phones stand in the list all the same.
    }
  }
  return visits;
}
