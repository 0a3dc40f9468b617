import { useEffect, useState } from 'react';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import { namesakesAmong } from '#contract/same-people/namesakes.ts';
import { lastVisitHere } from '#local/reads/like-people.ts';
import { device, type Device } from '#local/store/device.ts';
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
  // Not before this device has said what it knows.
  const isRead = namesakes.every(({ PatientId }) => here.has(PatientId));
  const groups = isRead ? groupsOf(namesakes).filter((group) => group.some((one) => !here.get(one.PatientId))) : [];
  const there = useVisitsThere(groups, groups.map(keyOf).join(' '));
  return new Map(
    namesakes.map(({ PatientId }) => {
      const visit = there.get(PatientId) ?? here.get(PatientId) ?? null;
      return [PatientId, visit || there.has(PatientId) ? lastVisitWords(visit) : ''];
    }),
  );
}

type Group = readonly PatientName[];

/** Those of one name and birth date together. */
function groupsOf(namesakes: Group): Group[] {
  const groups = namesakes.map((one) =>
    namesakes.filter((other) => other === one || namesakesAmong([one, other]).length > 0),
  );
  return [...new Map(groups.map((group) => [keyOf(group), group])).values()];
}

function keyOf(group: Group): string {
  return group
    .map(({ PatientId }) => PatientId)
    .toSorted()
    .join();
}

async function visitsHere(people: readonly PatientName[]): Promise<Visits> {
  const visits = new Map<string, LikePerson['lastVisit']>();
  for (const { PatientId } of people) visits.set(PatientId, await lastVisitHere(PatientId));
  return visits;
}

/** Charts that are not on this device are told by the server alone. */
function useVisitsThere(groups: readonly Group[], asked: string): Visits {
  const online = useOnline();
  const [reply, setReply] = useState({ asked: '', visits: none });
  useEffect(() => {
    if (asked === '' || !online) return undefined;
    let isCurrent = true;
    void Promise.all(groups.map(visitsThere)).then(
      (each) => isCurrent && setReply({ asked, visits: new Map(each.flatMap((visits) => [...visits])) }),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `asked` are the people; their list is another one each time
  }, [asked, online]);
  return reply.asked === asked ? reply.visits : none;
}

/** What the server told while this device is open: each question is one in the audit log. */
const told = new WeakMap<Device, Map<string, Promise<Visits>>>();

async function visitsThere(group: Group): Promise<Visits> {
  try {
    return await keptOrAsked(device(), group);
  } catch {
    // Their phones stand in the list all the same: without the server, and on a device that was just locked.
    return none;
  }
}

async function keptOrAsked(on: Device, group: Group): Promise<Visits> {
  const kept = told.get(on) ?? new Map<string, Promise<Visits>>();
  told.set(on, kept);
  const key = keyOf(group);
  const answer = kept.get(key) ?? askedOf(group);
  kept.set(key, answer);
  // What failed is asked again another time.
  answer.catch(() => kept.delete(key));
  return answer;
}

async function askedOf([one]: Group): Promise<Visits> {
  if (!one) return none;
  const { FirstName, LastName, PreferredName, DateOfBirth } = one;
  const person = { FirstName, LastName, PreferredName, DateOfBirth, Phone: null, Email: null, MemberIds: [] };
  const { people } = await call('samePeople.find', person);
  return new Map(people.map(({ PatientId, lastVisit }) => [PatientId, lastVisit]));
}
