import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#contract/base/errors.ts';
import { Case } from '#contract/cases/case.ts';
import { VisitNote } from '#contract/documentation/visit-note.ts';
import type { Put } from '#contract/sync/endpoints.ts';
import { episode, noteRow } from '#contract/testing/rows.ts';
import { lockDevice } from '#local/store/device.ts';
import { mirroredKeys, testDevice, type TestDevice } from '#local/testing/device.ts';
import { caseId, facilityId, patientId, patientRow, providerId, visitId, visitRow } from '#local/testing/rows.ts';
import type { Engine } from '../sync/engine.ts';
import { lastNotes } from './last-notes.ts';
import { nameIndex } from '../names/name-index.ts';
import { syncLoop, type SyncLoop } from '../sync/sync-loop.ts';
import { stateBefore, stateBoard } from '../sync/sync-state.ts';
import { clinic } from '../testing/clinic.ts';

let device: TestDevice;
let server: ReturnType<typeof clinic>;
let engine: Engine;
let loop: SyncLoop;
let charts: { id: string; by?: 'device' | undefined }[];

const today = '2026-11-18';
const tomorrow = '2026-11-19';
const longAgo = '2026-05-04';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T15:00:00Z`) });
  server = clinic();
  charts = [];
  standIn('sync.hydrate', (reply) => ({ ...reply, put: reply.put.map(ofWorkingSet) }));
  standIn(
    'sync.chart',
    (reply) => reply,
    (input) => void charts.push(input),
  );
  device = await testDevice();
  start();
});

afterEach(() => {
  loop.stop();
  vi.useRealTimers();
  lockDevice();
});

function start(): void {
  const board = stateBoard(device, stateBefore);
  engine = { device, server: server.server, names: nameIndex(), board, wantedCharts: new Map() };
  loop = syncLoop(engine, async () => undefined);
}

type Answered = 'sync.hydrate' | 'sync.chart';
type Call<N extends Answered> = NonNullable<(typeof server.answers)[N]>;

/** The clinic's own answer, changed on its way. */
function standIn<N extends Answered>(
  name: N,
  change: (reply: Awaited<ReturnType<Call<N>>>) => ReturnType<Call<N>>,
  hear: (input: Parameters<Call<N>>[0]) => void = () => undefined,
): void {
  const answer = async (input: Parameters<Call<N>>[0]) => {
    hear(input);
    delete server.answers[name];
    const reply = await server.server
      .call(name, input as never)
      .finally(() => (server.answers[name] = answer as never));
    return change(reply as never);
  };
  server.answers[name] = answer as never;
}

/** Visits and notes of long ago do not come with it. */
function ofWorkingSet({ entity, rows, versions }: Put): Put {
  const isOld = ({ VisitId }: Record<string, unknown>) =>
    String(server.row('visits', String(VisitId))?.Start) < '2026-09-19';
  const kept = rows.map((row, at) => ({ row, version: versions[at] ?? '' })).filter(({ row }) => !isOld(row));
  return { entity, rows: kept.map(({ row }) => row), versions: kept.map(({ version }) => version) };
}

/** The n-th patient with one case, a visit on a day, and a signed note of an earlier one. */
function save(n: number, day: string, more: { began?: string; noteOf?: string; stage?: string } = {}): void {
  const { began = '2026-04-01', noteOf, stage = 'scheduled' } = more;
  const of = { PatientId: patientId(n), CaseId: caseId(n), FacilityId: facilityId };
  server.save('patients', patientRow(n));
  server.save('cases', Case.parse({ ...episode, ...of, ProviderId: providerId, StartDate: began }));
  server.save('visits', visitRow(n, { ...of, Start: `${day}T09:00`, End: `${day}T09:45`, stage }));
  if (noteOf === undefined) return;
  const span = { Start: `${noteOf}T09:00`, End: `${noteOf}T09:45` };
  server.save('visits', visitRow(n + 100, { ...of, ...span, stage: 'closed' }));
  const signed = { signedAt: '2026-05-04T17:00:00.000Z', signedByProviderId: providerId };
  server.save(
    'visitNotes',
    VisitNote.parse({ ...noteRow(), ...of, NoteId: visitId(n + 100), VisitId: visitId(n + 100), ...signed }),
  );
}

const byDevice = (...ns: number[]) => ns.map((n) => ({ id: patientId(n), by: 'device' }));

test('the chart of who comes back after months is fetched once by the device, when everything else is here', async () => {
  save(1, today, { noteOf: longAgo });
  save(2, tomorrow, { noteOf: longAgo });
  await loop.wake({ notes: true });
  expect(charts.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(byDevice(1, 2));
  expect(server.asked.indexOf('sync.chart')).toBeGreaterThan(server.asked.lastIndexOf('sync.hydrate'));
  expect(await mirroredKeys(device, 'visitNotes')).toEqual([visitId(101), visitId(102)]);
  loop.stop();
  start();
  await loop.wake({ pull: true, notes: true });
  expect(charts).toHaveLength(2);
});

test('no one else is asked for: with a note here, a young case, another day, or no visit after all', async () => {
  save(1, today, { noteOf: '2026-11-11' });
  save(2, today, { began: '2026-11-01' });
  save(3, '2026-11-20', { noteOf: longAgo });
  save(4, today, { noteOf: longAgo, stage: 'cancelled' });
  await loop.wake({ notes: true });
  expect(charts).toEqual([]);
});

test('a chart that the server does not give is not asked for again', async () => {
  save(1, today, { noteOf: longAgo });
  server.answers['sync.chart'] = (input) => {
    charts.push(input);
    throw new AppError('no-permission', 'Not yours.');
  };
  await loop.wake({ notes: true });
  await loop.wake({ pull: true, notes: true });
  expect(charts).toEqual(byDevice(1));
  expect(await lookedUp(lastNotes(engine))).toEqual([patientId(1)]);
});

test('with the next day, and with a visit that is booked meanwhile, others are looked at', async () => {
  save(1, '2026-11-20', { noteOf: longAgo });
  save(2, '2027-03-01', { noteOf: longAgo });
  await loop.wake({ notes: true });
  const look = lastNotes(engine);
  expect(await lookedUp(look)).toEqual([]);
  vi.setSystemTime(new Date(`${tomorrow}T15:00:00Z`));
  expect(await lookedUp(look)).toEqual([patientId(1)]);
  expect(await lookedUp(look)).toEqual([]);
  server.save('visits', visitRow(2, { PatientId: patientId(2), CaseId: caseId(2), Start: `${tomorrow}T11:00` }));
  await loop.wake({ pull: true });
  expect(await lookedUp(look)).toEqual([patientId(2)]);
});

test('many are looked at in several steps', async () => {
  for (let n = 1; n <= 30; n += 1) save(n, today, { noteOf: longAgo });
  await loop.wake({ notes: true });
  expect(charts).toHaveLength(30);
});

/** Whom one look wants, all of its steps. */
async function lookedUp(look: ReturnType<typeof lastNotes>): Promise<string[]> {
  engine.wantedCharts.clear();
  while (await look.next()) continue;
  return [...engine.wantedCharts.keys()];
}
