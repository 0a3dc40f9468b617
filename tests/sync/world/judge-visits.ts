import type { Case } from './judge-case.ts';
import type { WorldState } from './state.ts';

/** Each ledger sums to nothing, and what was claimed is what is owed. */
export async function ledgerFaults(world: WorldState): Promise<string[]> {
  const sums = await world.server.db.owner<{ VisitId: string; all: string; claimed: string; posted: string }>(
    `select v."VisitId",
       (select coalesce(sum(amount), 0) from ledger_entries l where l.site = v.site and l."VisitId" = v."VisitId") as all,
       (select coalesce(sum("totalCharge"), 0) from claims c where c.site = v.site and c."VisitId" = v."VisitId" and c.status <> 'void') as claimed,
       (select coalesce(sum(amount), 0) from ledger_entries l where l.site = v.site and l."VisitId" = v."VisitId"
          and l.account = 'ar:primary') as posted
     from visits v where v.site = $1`,
    [world.site],
  );
  return sums.flatMap((row) => [
    ...(Number(row.all) === 0 ? [] : [`the ledger of visit ${row.VisitId} sums to ${row.all}`]),
    ...(row.claimed === row.posted
      ? []
      : [`visit ${row.VisitId} has claims of ${row.claimed} and AR of ${row.posted}`]),
  ]);
}

/** The history of each visit tells one unbroken story, with as many chapters as calls were run. */
export async function historyFaults(world: WorldState, cases: Case[]): Promise<string[]> {
  const faults: string[] = [];
  const history = await world.server.db.owner<{
    VisitId: string;
    UserId: string;
    action: string;
    from: string;
    to: string;
    stage: string;
  }>(
    `select h."VisitId", h."UserId", h.action, h."from", h."to", v.stage from visit_history h
     join visits v on v.site = h.site and v."VisitId" = h."VisitId"
     where h.site = $1 and not exists (select from visit_history t where t.site = 'world' and t."VisitHistoryId" = h."VisitHistoryId")
     order by h."VisitId", h.at`,
    [world.site],
  );
  for (const [VisitId, entries] of Map.groupBy(history, (each) => each.VisitId)) {
    const moves = entries.filter((each) => each.action === 'moved');
    moves.forEach((move, at) => {
      const before = moves[at - 1];
      if (before && before.to !== move.from)
        faults.push(`visit ${VisitId} goes from ${before.to} to ${move.from} by no one`);
    });
    const last = moves.at(-1);
    if (last && last.to !== last.stage)
      faults.push(`visit ${VisitId} is ${last.stage}, its history ends with ${last.to}`);
  }
  const about = (one: Case) => one.asked.input['visitId'] ?? one.asked.input['id'];
  const run = cases.filter((one) => one.outcome?.status === 'ok' && typeof about(one) === 'string');
  for (const [key, of] of Map.groupBy(run, (one) => `${String(about(one))} ${one.asked.profile.UserId}`)) {
    const [VisitId, UserId] = key.split(' ');
    const mine = history.filter((each) => each.VisitId === VisitId && each.UserId === UserId);
    const signs = of.filter((one) => one.asked.name === 'documentation.sign').length;
    const least =
      of.filter((one) => one.asked.name === 'visits.move').length +
      of.filter((one) => one.asked.name === 'billing.submitClaim').length +
      of.filter((one) => one.asked.input['destination'] === 'closed' && one.asked.name === 'billing.submitClaim')
        .length;
    const moved = mine.filter((each) => each.action === 'moved').length;
    const signed = mine.filter((each) => each.action === 'signed').length;
    if (moved < least || moved > least + signs)
      faults.push(`visit ${VisitId} was moved ${moved} times, asked ${least} to ${least + signs}`);
    if (signed !== signs) faults.push(`visit ${VisitId} was signed ${signed} times, asked ${signs}`);
  }
  return faults;
}
