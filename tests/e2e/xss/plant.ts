import { methodOf, pathOf } from '../../../contract/base/endpoint.ts';
import { endpoint, endpointNames, type EndpointName } from '../../../contract/endpoints.ts';
import { cast } from '../../../server/demo/cast.ts';
import { demoId } from '../../../server/demo/ids.ts';
import { chanceFrom } from '../../../server/demo/random.ts';
import { idsAmong, requestOf, siteIds } from '../../../server/testing/generated-calls.ts';
import { shapeOf } from '../../../server/testing/inputs.ts';
import { demoPassword, type Clinic } from '../../clinic.ts';
import { knownParts } from './known-parts.ts';
import { payloads } from './payloads.ts';
import { taintedInput, without } from './tainted-input.ts';

export type Planted = {
  /** `patients.create FirstName` and so on: fields that took a payload. */
  taken: Set<string>;
  /** Fields that never did, whatever else was sent with them. */
  refused: Set<string>;
  /** Numbers of the payloads that some field took. */
  numbers: Set<number>;
};
type Call = (name: EndpointName, input: unknown) => Promise<{ status: number; fields: string[] }>;

/** Who may write what the others may not. */
const writers = ['admin', 'pt', 'biller'] as const;
const roundsEach = 4;
/** Of the patient whose note is being written. */
const gusPolicy = demoId('demo', 'insurance', 'gus-1');
/** Ids that a call gives anew, or that belong together. */
const ownIds: { [N in EndpointName]?: (field: string, note: { id: string; VisitId: string }) => string | undefined } = {
  'patients.create': (field) => (/^(Patient|Insurance)Id$/.test(field) ? crypto.randomUUID() : undefined),
  'addressBook.createReferringProvider': (field) => (field === 'ReferringProviderId' ? crypto.randomUUID() : undefined),
  'addressBook.createPayer': (field) => (field === 'PayerId' ? crypto.randomUUID() : undefined),
  'addressBook.createOtherContact': (field) => (field === 'OtherContactId' ? crypto.randomUUID() : undefined),
  'cases.create': (field) =>
    ({ CaseId: crypto.randomUUID(), PatientId: cast.patients.gus, InsuranceId: gusPolicy })[field],
  'cases.createScript': (field) => (field === 'ScriptId' ? crypto.randomUUID() : undefined),
  'cases.createAuthorization': (field, note) =>
    ({ AuthorizationId: crypto.randomUUID(), CaseId: note.id, InsuranceId: gusPolicy })[field],
  'subjectNotes.createSubjectNote': (field) =>
    ({
      SubjectNoteId: crypto.randomUUID(),
      PatientId: cast.patients.gus,
      SubjectType: 'patient',
      SubjectId: cast.patients.gus,
    })[field],
  'templates.createEvalTemplate': (field) =>
    ({ EvalTemplateId: crypto.randomUUID(), OwnerUserId: cast.users.admin })[field],
  'templates.createTextTemplate': (field) =>
    ({ TextTemplateId: crypto.randomUUID(), OwnerUserId: cast.users.admin })[field],
  'templates.updateEvalTemplate': (field) =>
    ({ id: demoId('demo', 'eval template', 'Daily note'), OwnerUserId: cast.users.admin })[field],
  'templates.updateTextTemplate': (field) =>
    ({ id: demoId('demo', 'text template', 'Next visit'), OwnerUserId: cast.users.admin })[field],
  'measures.createEvalMeasurement': (field) => (field === 'EvalMeasurementId' ? crypto.randomUUID() : undefined),
  'measures.updateEvalMeasurement': (field) =>
    field === 'id' ? demoId('demo', 'eval measurement', 'Anterior reach') : undefined,
  'facilities.create': (field) => (field === 'FacilityId' ? crypto.randomUUID() : undefined),
  'users.updateGroup': (field) => (field === 'id' ? cast.groups.Assistant : undefined),
  'documentation.save': (field, note) => (field === 'VisitId' ? note.VisitId : field === 'id' ? note.id : undefined),
};

/** A note that the physical therapist is writing. */
async function openNote(clinic: Clinic): Promise<{ id: string; VisitId: string; day: string }> {
  const [found] = await clinic.sql<{ id: string; VisitId: string; day: string }>(
    `select "CaseId" as id, "VisitId", left("Start", 10) as day from visits where site = 'demo' and "VisitId" = $1`,
    [cast.visits.today.inProgress],
  );
  if (!found) throw new Error('The demo clinic has no note that is being written.');
  return found;
}

/** Without what is refused, again: so often that a whole form may be put right. */
const mostRepairs = 30;

/** Writes payloads into every text field of every call that writes, as somebody who may. */
export async function plant(clinic: Clinic): Promise<Planted> {
  const db = { owner: clinic.sql } as Parameters<typeof siteIds>[0];
  const ids = idsAmong(await siteIds(db, 'demo'), false);
  const note = await openNote(clinic);
  const planted: Planted = { taken: new Set(), refused: new Set(), numbers: new Set() };
  const calls = await Promise.all(writers.map((who) => signedIn(clinic, who)));
  let next = 0;
  for (const name of endpointNames.filter(writes)) {
    const chance = chanceFrom(endpointNames.indexOf(name) + 1);
    for (let round = 0; round < roundsEach; round += 1) {
      const put = new Map<string, string>();
      const made = taintedInput(shapeOf(endpoint(name).input), {
        id: (field) => ownIds[name]?.(field, note) ?? ids(name)(field, chance),
        text(path, longest) {
          const text = nextThatFits(longest);
          put.set(path, text);
          return text;
        },
      });
      if (put.size === 0) break;
      const of = { clinic, CaseId: note.id, day: note.day };
      const input = (await knownParts[name]?.(made as Record<string, unknown>, of)) ?? made;
      for (const call of calls) if (await repaired(call, name, input, put)) break;
    }
  }
  for (const field of planted.taken) planted.refused.delete(field);
  return planted;

  function nextThatFits(longest: number): string {
    const shortest = Math.min(...payloads.map((text) => text.length));
    for (;;) {
      const text = payloads[(next += 1) % payloads.length] ?? '';
      if (text.length <= longest) return text;
      // Of what is shorter than any payload nothing can be made; a sign that belongs in no markup stays.
      if (longest < shortest) return '<'.slice(0, longest);
    }
  }

  /** Leaves out what is refused until the rest is taken. */
  async function repaired(call: Call, name: EndpointName, whole: unknown, put: Map<string, string>): Promise<boolean> {
    let input = whole;
    for (let turn = 0; turn < mostRepairs; turn += 1) {
      const { status, fields } = await call(name, input);
      if (status === 200) {
        for (const [path, text] of put) noted(name, path, text, JSON.stringify(input).includes(JSON.stringify(text)));
        return true;
      }
      const [wrong] = fields;
      if (wrong === undefined) break;
      input = without(input, wrong);
      if (input === undefined) break;
    }
    for (const path of put.keys()) planted.refused.add(`${name} ${path}`);
    return false;
  }

  function noted(name: string, path: string, text: string, isIn: boolean): void {
    if (!isIn) return void planted.refused.add(`${name} ${path}`);
    planted.taken.add(`${name} ${path}`);
    const number = /7\d{3}/.exec(text)?.[0];
    if (number !== undefined) planted.numbers.add(Number(number));
  }
}

/** Calls about signing in and about sync carry no text that is shown; what a device kept waiting goes through the calls themselves. */
function writes(name: EndpointName): boolean {
  const { access } = endpoint(name);
  const isAuth = /^(session|account|sync)\./.test(name) && !['session.savePreferences'].includes(name);
  return methodOf(endpoint(name)) !== 'GET' && access !== 'public' && !isAuth && pathOf(endpoint(name)) !== '/prints';
}

async function signedIn(clinic: Clinic, who: string): Promise<Call> {
  const send = (url: string, init: RequestInit) => fetch(clinic.url + url, init);
  const body = JSON.stringify({ email: `${who}@demo.test`, password: demoPassword });
  const login = await send('/api/session/login', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const { token, site } = (await login.json()) as { token: string; site: string };
  const headers = { authorization: `Bearer ${token}`, 'x-site-key': site, 'content-type': 'application/json' };
  return async (name, input) => {
    const request = requestOf(name, input as Record<string, unknown>);
    const reply = await send(request.url, {
      method: request.method,
      headers,
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
    const { fields = {} } = ((await reply.json()) ?? {}) as { fields?: Record<string, string> };
    return { status: reply.status, fields: Object.keys(fields) };
  };
}
