import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { providerName } from '#contract/providers/provider.ts';
import type { FillBatch } from '#contract/scheduling/fill-batch.ts';
import { calendarDays, timesRefusal } from '#contract/scheduling/times.ts';
import type { waitlistEndpoints } from '#contract/waitlist/endpoints.ts';
import { facilitiesNamed, patientLines, providersNamed } from '#server/features/scheduling/store.ts';
import { siteSettings } from '#server/features/visits/store.ts';
import { lockSite } from '#server/features/settings/store.ts';
import { audit } from '#server/kit/audit/audit.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { mergedWrite } from '#server/kit/merged-write.ts';
import {
  batchesIn,
  endBatch,
  holdBatch,
  insertBatch,
  offerFacts,
  readBatch,
  readRule,
  storeRule,
  waitingSince,
} from './rows.ts';
import { isTaken } from './taken.ts';

export const waitlistHandlers: Handlers<typeof waitlistEndpoints> = {
  async list(_input, { tx, now }) {
    const today = wallTimeIn((await siteSettings(tx)).TimeZone, now).slice(0, 10);
    const visitRequests = await waitingSince(tx, today);
    const fillRequestBatches = await batchesIn(tx, addDays(today, -1), addDays(today, calendarDays.ahead));
    const asked = fillRequestBatches.flatMap(({ offers }) => offers);
    const ids = new Set([...visitRequests, ...asked].map(({ PatientId }) => PatientId));
    return { visitRequests, fillRequestBatches, patients: await patientLines(tx, [...ids]) };
  },

  async fill({ FillBatchId, ...slot }, ctx) {
    const { tx, caller, now } = ctx;
    await assertFreeTime(ctx, slot);
    if (!(await insertBatch(tx, { ...slot, FillBatchId }, now)))
      fail('conflict', 'This time is already on offer. Nothing was changed.');
    const { site, UserId } = caller;
    await audit(tx, site, { UserId, action: 'time offered', entity: 'fillBatches', pk: FillBatchId });
    await tx.rows(`select tell_after_commit('offers ' || app_site())`);
    return { fillRequestBatch: await batchOf(tx, FillBatchId) };
  },

  async stop({ id }, { tx, caller }) {
    const batch = await holdBatch(tx, id);
    if (!batch) fail('not-found', 'This offer was not found, or you can’t see it.');
    if (batch.state === 'open') {
      await endBatch(tx, id, { state: 'stopped', why: `Stopped by ${caller.name}.` });
      const { site, UserId } = caller;
      await audit(tx, site, { UserId, action: 'offering stopped', entity: 'fillBatches', pk: id });
    }
    return { fillRequestBatch: await batchOf(tx, id) };
  },

  rule: async (_input, { tx }) => ({ rule: await readRule(tx) }),

  async saveRule({ base, ...mine }, { tx }) {
    await lockSite(tx);
    const rule = mergedWrite(await readRule(tx), mine, base, { noun: 'rule' });
    await storeRule(tx, rule);
    return { rule };
  },
};

async function batchOf(tx: Tx, id: string): Promise<FillBatch> {
  return (await readBatch(tx, id)) ?? fail('not-found', 'This offer was not found, or you can’t see it.');
}

type Time = { FacilityId: string; ProviderId: string; Start: string; End: string };

/** A time to come of a provider at work, in which nothing is booked. */
async function assertFreeTime({ tx, caller, now }: Ctx, time: Time): Promise<void> {
  const [facility] = await facilitiesNamed(tx, [time.FacilityId]);
  const [provider] = await providersNamed(tx, [time.ProviderId]);
  if (!facility || facility.Inactive || !sees(caller.facilityIds, time.FacilityId))
    refuse('FacilityId', 'This facility was not found or is archived.');
  if (!provider || provider.Inactive || !sees(caller.providerIds, time.ProviderId))
    refuse('ProviderId', 'This provider was not found or is inactive.');
  const wall = wallTimeIn(facility.TimeZone, now);
  const refusal = timesRefusal(time, wall.slice(0, 10));
  if (refusal) refuse(refusal.field, refusal.sentence);
  if (time.Start <= wall) refuse('Start', 'This time is over.');
  if (isTaken(time, await offerFacts(tx, { ...time, RoomId: null }, [])))
    fail('user-visible', `${providerName(provider)} is booked at that time. No offers were sent.`);
}

function sees(ids: readonly string[] | null, id: string): boolean {
  return ids === null || ids.includes(id);
}

function refuse(field: string, sentence: string): never {
  fail('invalid', `${sentence} No offers were sent.`, { fields: { [field]: sentence } });
}
