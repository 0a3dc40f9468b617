import { randomUUID } from 'node:crypto';
import { schemaVersion } from '../../../contract/schema-version.ts';
import { demoPassword, type Clinic } from '../../clinic.ts';
import type { Course } from './patient.ts';

type Call = { name: string; input: Record<string, unknown>; base?: Record<string, unknown> };
type Told = { said: string; found: string };

/** Days of the course on another device of the therapist: the calls it makes and sends, each made on its day. */
export async function workElsewhere(clinic: Clinic, course: Course, days: ReadonlyMap<number, Told>): Promise<void> {
  const session = await post(clinic, '/session/login', { email: 'pt@demo.test', password: demoPassword });
  const { token } = session as { token: string };
  const stamps = await clinic.sql<{ VisitId: string; stamp: string }>(
    `select "VisitId", to_jsonb(updated_at) #>> '{}' as stamp from visits where site = 'demo' and "CaseId" = $1`,
    [course.CaseId],
  );
  const entries = [];
  for (const [day, told] of days) {
    const madeAt = new Date(await course.at(day)).toISOString();
    const id = course.visits[day] ?? '';
    const lastUpdated = stamps.find(({ VisitId }) => VisitId === id)?.stamp ?? '';
    for (const { base = {}, ...call } of callsOf(course.CaseId, id, lastUpdated, told))
      entries.push({ mid: entries.length + 1, ...call, base, schemaVersion, madeAt, clockOffset: 0 });
  }
  const answer = await post(clinic, '/sync/push', { device: randomUUID(), entries }, token);
  const { outcomes } = answer as { outcomes: { mid: number; status: string; reason: string | null }[] };
  const refused = outcomes.filter(({ status }) => status !== 'ok');
  if (refused.length > 0 || outcomes.length < entries.length)
    throw new Error(`Of the tablet’s calls were refused: ${JSON.stringify(refused)}`);
}

/** Checked in, treated for half an hour, written and signed. */
function callsOf(CaseId: string, id: string, lastUpdated: string, { said, found }: Told): Call[] {
  const Sections = { Subjective: said, Assessment: found, Plan: `Go on from here: ${said.toLowerCase()}` };
  const service = { ServiceId: randomUUID(), CPT_Code: '97110', Minutes: 30, Count: null };
  return [
    { name: 'visits.move', input: { id, destination: 'checkedIn', lastUpdated } },
    { name: 'visits.move', input: { id, destination: 'inProgress', lastUpdated } },
    {
      name: 'documentation.save',
      input: { id: CaseId, NoteId: id, VisitId: id, changes: Sections },
      base: { Subjective: '', Assessment: '', Plan: '' },
    },
    { name: 'charges.save', input: { id, services: [service] }, base: { services: [] } },
    { name: 'documentation.sign', input: { id } },
  ];
}

async function post(clinic: Clinic, path: string, body: unknown, token?: string): Promise<unknown> {
  const answer = await fetch(`${clinic.url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}`, 'x-site-key': 'demo' }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
