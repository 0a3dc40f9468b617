import type { Clinic } from '../../clinic.ts';
import type { Lane, RestLane } from './lane.ts';

/**
 * What is wrong in the database: every acknowledged call must be there exactly once with its effect, any other at
 * most once, and once `isSettled` each of them exactly once.
 */
export async function faultsOfLane(clinic: Clinic, lane: Lane, isSettled: boolean): Promise<string[]> {
  const faults: string[] = [];
  const rows = await clinic.sql<{ mid: number; status: string }>(
    `select mid::int as mid, status from sync_outcome where site = 'demo' and "DeviceId" = $1 and mid > $2`,
    [lane.device, lane.settled.upTo],
  );
  const recorded = new Set(rows.map(({ mid }) => mid));
  for (const { mid, status } of rows) if (status !== 'ok') faults.push(`call ${mid} was recorded as ${status}`);
  for (const mid of recorded) if (!lane.sent.has(mid)) faults.push(`call ${mid} was never sent`);
  for (const mid of lane.acknowledged) if (!recorded.has(mid)) faults.push(`acknowledged call ${mid} is lost`);
  if (isSettled) for (const mid of lane.sent.keys()) if (!recorded.has(mid)) faults.push(`re-sent call ${mid} is lost`);

  const moves = new Map(lane.visits.map(({ VisitId }) => [VisitId, lane.settled.moves.get(VisitId) ?? 0]));
  const patients = new Map<string, number>();
  for (const { mid, name, record } of lane.sent.values()) {
    const effects = recorded.has(mid) ? 1 : 0;
    if (name === 'visits.move') moves.set(record, (moves.get(record) ?? 0) + effects);
    else patients.set(record, effects);
  }
  const history = await clinic.sql<{ id: string; n: number }>(
    `select "VisitId" as id, count(*)::int as n from visit_history where site = 'demo' and "VisitId" = any ($1) group by 1`,
    [[...moves.keys()]],
  );
  faults.push(...differences('moves of visit', moves, history));
  return [...faults, ...(await faultsOfPatients(clinic, patients))];
}

export async function faultsOfRest(clinic: Clinic, lane: RestLane, isSettled: boolean): Promise<string[]> {
  const there = await createdOnce(clinic, [...lane.created.keys()]);
  const expected = new Map<string, number>();
  for (const [PatientId, state] of lane.created) {
    const mustBe = isSettled || state === 'acknowledged';
    expected.set(PatientId, mustBe ? 1 : Math.min(1, there.get(PatientId) ?? 0));
  }
  return faultsOfPatients(clinic, expected);
}

/** Over the whole run: every number that was ever given is recorded once and was accepted. */
export async function faultsOfRun(clinic: Clinic, lanes: readonly Lane[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { device, settled } of lanes) {
    const [row] = await clinic.sql<{ n: number; last: number }>(
      `select count(*)::int as n, max(mid)::int as last from sync_outcome where site = 'demo' and "DeviceId" = $1 and status = 'ok'`,
      [device],
    );
    if (row?.n !== settled.upTo || row.last !== settled.upTo)
      faults.push(`device ${device}: ${row?.n} accepted calls up to ${row?.last} instead of ${settled.upTo}`);
  }
  return faults;
}

/** A create that took effect twice shows in the audit log and the change log, which only grow. */
async function faultsOfPatients(clinic: Clinic, expected: Map<string, number>): Promise<string[]> {
  const ids = [...expected.keys()];
  const rows = await createdOnce(clinic, ids);
  const audited = await clinic.sql<{ id: string; n: number }>(
    `select pk as id, count(*)::int as n from audit_entry where site = 'demo' and entity = 'patients' and action = 'insert' and pk = any ($1) group by 1`,
    [ids],
  );
  const logged = await clinic.sql<{ id: string; n: number }>(
    `select pk as id, count(*)::int as n from sync_change where site = 'demo' and entity = 'patients' and pk = any ($1) group by 1`,
    [ids],
  );
  return [
    ...differences(
      'patient',
      expected,
      [...rows].map(([id, n]) => ({ id, n })),
    ),
    ...differences('audit entries of patient', expected, audited),
    ...differences('change log of patient', expected, logged),
  ];
}

async function createdOnce(clinic: Clinic, ids: string[]): Promise<Map<string, number>> {
  const rows = await clinic.sql<{ id: string; n: number }>(
    `select "PatientId" as id, count(*)::int as n from patients where site = 'demo' and "PatientId" = any ($1) group by 1`,
    [ids],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function differences(what: string, expected: Map<string, number>, found: { id: string; n: number }[]): string[] {
  const counts = new Map(found.map(({ id, n }) => [id, n]));
  return [...expected].flatMap(([id, wanted]) => {
    const is = counts.get(id) ?? 0;
    return is === wanted ? [] : [`${what} ${id}: ${is} instead of ${wanted}`];
  });
}
