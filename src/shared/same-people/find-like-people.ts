import { showDate } from '#contract/base/dates.ts';
import { phoneDigits } from '#contract/patients/name-query.ts';
import type { PatientName } from '#contract/patients/patient-name.ts';
import type { LikePerson } from '#contract/same-people/endpoints.ts';
import type { PersonFacts } from '#contract/same-people/likeness.ts';
import { likePeopleHere } from '#local/reads/like-people.ts';
import { call } from '#shared/api.ts';
import { syncState } from '#shared/sync-state.ts';
import { syncWorker } from '#shared/sync-worker.ts';

const most = 100;
/** The front desk does not wait longer for a server: this device has been asked already. */
const longestMs = 4_000;

/** Patients who may be this person: those this device knows by name, and while the network is there those of the server. */
export async function findLikePeople(person: PersonFacts): Promise<LikePerson[]> {
  const [here, there] = await Promise.all([onThisDevice(person), onTheServer(person)]);
  const known = new Set(there.map(({ PatientId }) => PatientId));
  return [...there, ...here.filter(({ PatientId }) => !known.has(PatientId))];
}

async function onThisDevice(person: PersonFacts): Promise<LikePerson[]> {
  const phone = phoneDigits(person.Phone);
  const asked = [
    showDate(person.DateOfBirth),
    `${person.LastName} ${person.FirstName}`,
    phone.length >= 7 ? phone : '',
  ];
  const names = new Map<string, PatientName>();
  for (const typed of asked.filter(Boolean)) {
    for (const name of await namesLike(typed)) names.set(name.PatientId, name);
  }
  return likePeopleHere(person, [...names.values()]);
}

/** Before the names are here nobody is found, and a patient can be entered all the same. */
async function namesLike(typed: string): Promise<PatientName[]> {
  try {
    return await syncWorker().search(typed, most);
  } catch {
    return [];
  }
}

/** Nobody while it does not answer; the form is saved all the same. */
async function onTheServer(person: PersonFacts): Promise<LikePerson[]> {
  if (!syncState().online) return [];
  try {
    return (await call('samePeople.find', { ...person, MemberIds: [...person.MemberIds] }, { longestMs })).people;
  } catch {
    return [];
  }
}
