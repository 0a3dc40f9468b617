import { addDays, wallTimeIn } from '#contract/base/dates.ts';
import { fail } from '#contract/base/errors.ts';
import { holds, permissionDenied } from '#contract/base/permissions.ts';
import type { Facility } from '#contract/facilities/facility.ts';
import { skippedHours } from '#contract/scheduling/clock-changes.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import { daysChangedMeanwhile, SeenDays } from '#contract/scheduling/days-meanwhile.ts';
import type { DaySchedule, schedulingEndpoints } from '#contract/scheduling/endpoints.ts';
import { bookingsOutside } from '#contract/scheduling/outside-hours.ts';
import type { PlannedDay } from '#contract/scheduling/planned-days.ts';
import { timesRefusal } from '#contract/scheduling/times.ts';
import { workingDay } from '#contract/scheduling/working-day.ts';
import type { Visit } from '#contract/visits/visit.ts';
import type { Ctx, Handlers, Tx } from '#server/kit/context.ts';
import { siteSettings } from '#server/features/visits/store.ts';
import { calendar, monthOf, weekOf, weeksOfMonth } from './calendar.ts';
import { blockHandlers } from './blocks.ts';
import {
  customDaysIn,
  deleteCustomDay,
  facilitiesNamed,
  holidaysIn,
  ownerOfCustomDay,
  providersNamed,
  storeCustomDay,
  visitsIn,
} from './rows.ts';
import { requestHandlers } from './requests.ts';
import { holdInTurn } from './slots.ts';

export const schedulingHandlers: Handlers<typeof schedulingEndpoints> = {
  weekView: (asked, ctx) => calendar(ctx, asked, weekOf(asked.date), { withGone: false }),
  weekData: (asked, ctx) => calendar(ctx, asked, weekOf(asked.date), { withGone: true }),
  monthData: (asked, ctx) =>
    calendar(ctx, asked, asked.wholeWeeks ? weeksOfMonth(asked.date) : monthOf(asked.date), { withGone: true }),

  async processDaySchedule({ scheduleDay }, ctx) {
    await assertOwnDays(ctx, [scheduleDay.ProviderId]);
    const hours = { ...scheduleDay, updated_at: ctx.now.toISOString() };
    const daySchedule = await dayScheduleOf(ctx.tx, hours);
    return { daySchedule, outside: await outsideOf(ctx, daySchedule) };
  },

  async createCustomDays({ customDayProviderSchedules: days }, ctx) {
    const { tx } = ctx;
    await assertOwnDays(ctx, [...new Set(days.map(({ ProviderId }) => ProviderId))]);
    const facilities = await facilitiesOf(tx, days);
    const skipped = skippedHours(days, facilities);
    if (skipped !== null) fail('invalid', skipped, { fields: { customDayProviderSchedules: skipped } });
    await assertDaysAsSeen(ctx, days);
    const today = await todayOf(ctx);
    const stored: CustomDay[] = [];
    const outside: Visit[] = [];
    for (const { isRemoved, ...day } of days) {
      const refusal = timesRefusal({ Start: `${day.day}T00:00`, End: `${day.day}T00:01` }, today);
      if (refusal) fail('invalid', refusal.sentence, { fields: { customDayProviderSchedules: refusal.sentence } });
      await assertIdOf(tx, day);
      if (isRemoved) await deleteCustomDay(tx, day.ProviderId, day.day);
      else stored.push((await storeCustomDay(tx, day)) as CustomDay);
      const written = stored.at(-1);
      outside.push(...(await outsideOf(ctx, await dayScheduleOf(tx, isRemoved || !written ? day : written))));
    }
    return { customDays: stored, outside: outside.map(({ VisitId }) => VisitId) };
  },

  ...blockHandlers,
  ...requestHandlers,
};

async function todayOf({ tx, now }: Ctx): Promise<string> {
  return wallTimeIn((await siteSettings(tx)).TimeZone, now).slice(0, 10);
}

/** Everybody keeps their own days; those of others are for who manages schedules. */
async function assertOwnDays({ tx, caller }: Ctx, ProviderIds: readonly string[]): Promise<void> {
  const isOwn = ProviderIds.every((id) => id === caller.ProviderId);
  if (!isOwn && !holds(caller.can, 'manage schedules')) fail('no-permission', permissionDenied);
  const known = await providersNamed(tx, ProviderIds);
  const isSeen = (id: string) => caller.providerIds === null || caller.providerIds.includes(id);
  if (known.length < ProviderIds.length || !ProviderIds.every(isSeen))
    fail('invalid', 'This provider was not found. Nothing was changed.', {
      fields: { ProviderId: 'is no provider of this site' },
    });
}

/** The facilities of the hours, all of which are in use. */
async function facilitiesOf(tx: Tx, days: readonly PlannedDay[]): Promise<Facility[]> {
  const ids = [...new Set(days.flatMap((day) => day.blocks.map(({ FacilityId }) => FacilityId)))];
  const known = await facilitiesNamed(tx, ids);
  if (known.length === ids.length && known.every((facility) => !facility.Inactive)) return known;
  fail('invalid', 'One of the facilities was removed or archived. Nothing was changed.', {
    fields: { FacilityId: 'must be a facility in use' },
  });
}

/** A device makes ids; one that is another day's already is not taken over. */
async function assertIdOf(
  tx: Tx,
  { CustomDayId, ProviderId, day }: Pick<CustomDay, 'CustomDayId' | 'ProviderId' | 'day'>,
) {
  const owner = await ownerOfCustomDay(tx, CustomDayId);
  if (owner && (owner.ProviderId !== ProviderId || owner.day !== day))
    fail('conflict', 'Another day has this id. Nothing was changed.');
}

const changedDays =
  'One of these days changed since you edited it: someone else changed its hours, or your earlier change was not accepted. Nothing was changed. Review the days, then send yours again if they still apply.';

/** What the device saw of the days is how they are, or what somebody else wrote since is the same. */
async function assertDaysAsSeen({ tx, base }: Ctx, days: readonly PlannedDay[]): Promise<void> {
  const told = SeenDays.safeParse(base);
  if (!told.success) fail('invalid', 'The earlier version of these days could not be read. Nothing was changed.');
  const { seen } = told.data;
  if (seen.length === 0) return;
  await holdInTurn(
    tx,
    days.map(({ ProviderId, day }) => `hours ${ProviderId} ${day}`),
  );
  const all = days.map(({ day }) => day).toSorted();
  const until = addDays(all.at(-1) ?? '', 1);
  const ProviderIds = [...new Set(days.map(({ ProviderId }) => ProviderId))];
  const customDays = await customDaysIn(tx, ProviderIds, { from: all[0] ?? '', until });
  if (daysChangedMeanwhile(days, seen, customDays).length > 0)
    fail('changed-elsewhere', changedDays, { current: { customDays } });
}

type Hours = Pick<CustomDay, 'ProviderId' | 'day'> & { blocks: CustomDay['blocks']; updated_at?: string };

/** The hours of a day: these, where they are told with their time, else what holds now. */
async function dayScheduleOf(tx: Tx, { ProviderId, day, blocks, updated_at }: Hours): Promise<DaySchedule> {
  const [provider] = await providersNamed(tx, [ProviderId]);
  if (!provider) fail('not-found', 'This provider was not found.');
  const days = { from: day, until: addDays(day, 1) };
  const custom = updated_at ? [{ ProviderId, day, blocks, updated_at }] : await customDaysIn(tx, [ProviderId], days);
  const working = workingDay({ provider, day, customDays: custom, holidays: await holidaysIn(tx, days) });
  return { ProviderId: provider.ProviderId, day, blocks: working.blocks, off: working.off };
}

/** The bookings still to come that do not lie within the hours of their facility. */
async function outsideOf({ tx, now }: Ctx, { ProviderId, day, blocks }: DaySchedule): Promise<Visit[]> {
  const days = { from: day, until: addDays(day, 1) };
  const visits = await visitsIn(tx, { ...days, ProviderIds: [ProviderId], FacilityId: null, PatientId: null });
  const wall = wallTimeIn((await siteSettings(tx)).TimeZone, now);
  return bookingsOutside(visits, { ProviderId, day, blocks }, wall);
}
