import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { parseISO } from 'date-fns/parseISO';
import type { z } from 'zod';
import { fail } from '#contract/base/errors.ts';
import { entities, type EntityName } from '#contract/entities.ts';
import type { RowSet, syncEndpoints } from '#contract/sync/endpoints.ts';
import { clinicEntities, dayEntities, patientEntities, visitEntities, type Sum } from '#contract/sync/sameness.ts';
import type { Ctx } from '#server/kit/context.ts';
import { scopesOf } from '#server/kit/auth/identity.ts';
import { scopesDigest } from './cookie.ts';
import { hasMoved } from './pull.ts';
import { boundsOf, onDays, putOf, rowsWhere, sumsWhere, type DayEntity } from './store.ts';

type Compare = typeof syncEndpoints.compare;
type Repair = typeof syncEndpoints.repair;

/** The working set reaches 60 days either way (sync.md). */
const mostDays = 130;

/** What the caller may see of a set, counted and summed, as of the device's own place in the history. */
export async function compare(
  { cookie, set }: z.output<Compare['input']>,
  ctx: Ctx,
): Promise<z.input<Compare['reply']>> {
  assertFewDays(set);
  if (await hasMoved(ctx, cookie)) return { moved: true, sums: [] };
  const sums: Sum[] = [];
  for (const entity of entitiesOf(set)) {
    const { where, values } = conditionOf(set, entity);
    sums.push(...(await sumsWhere(ctx.tx, entity, where, [ctx.caller.site, ...values])));
  }
  return { moved: false, sums };
}

/** The rows themselves, of the buckets that differ. */
export async function repair(
  { set, entity, buckets }: z.output<Repair['input']>,
  { tx, caller }: Ctx,
): Promise<z.input<Repair['reply']>> {
  assertFewDays(set);
  if (!entitiesOf(set).includes(entity)) fail('invalid', 'These rows can’t be compared. Nothing was changed.');
  const { where, values } = conditionOf(set, entity);
  const key = `right(t."${entities[entity].key}"::text, 1) = any ($${values.length + 2}::text[])`;
  const rows = await rowsWhere(tx, entity, `${where} and ${key}`, [caller.site, ...values, buckets]);
  return { put: [putOf(entity, rows)], scopes: scopesDigest(scopesOf(caller)) };
}

function assertFewDays({ from, to }: RowSet): void {
  const days = differenceInCalendarDays(parseISO(to), parseISO(from));
  if (days < 0 || days > mostDays) fail('invalid', `Compare at most ${mostDays} days at a time. Nothing was changed.`);
}

function entitiesOf({ kind }: RowSet): readonly EntityName[] {
  if (kind === 'clinic') return clinicEntities;
  return kind === 'days' ? ['visits', ...dayEntities] : [...patientEntities, ...visitEntities];
}

/** The rows of a set as a condition on `t`, whose values start at $2. */
function conditionOf(set: RowSet, entity: EntityName): { where: string; values: unknown[] } {
  const { kind, PatientIds, VisitIds } = set;
  const [from, until] = boundsOf(set.from, set.to);
  if (kind === 'clinic') return { where: 'true', values: [] };
  if (kind === 'days') return { where: onDays(entity as DayEntity, 2), values: [from, until] };
  const ofPatients = 't."PatientId" = any ($2::uuid[])';
  if (kind === 'charts' || (patientEntities as readonly EntityName[]).includes(entity))
    return { where: ofPatients, values: [PatientIds] };
  // Notes without a visit come with the rows of their patient.
  const ofNoVisit = entity === 'visitNotes' ? 't."VisitId" is null or ' : '';
  return {
    where: `${ofPatients} and (${ofNoVisit}t."VisitId" = any ($5::uuid[]) or t."VisitId" in (select v."VisitId" from visits v
      where v.site = $1 and v."PatientId" = any ($2::uuid[]) and v."Start" >= $3 and v."Start" < $4))`,
    values: [PatientIds, from, until, VisitIds],
  };
}
