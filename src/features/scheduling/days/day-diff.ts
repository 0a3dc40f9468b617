import { showDate, showTime } from '#contract/base/dates.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import { seenIn, type SeenDays } from '#contract/scheduling/days-meanwhile.ts';
import type { PlannedDay } from '#contract/scheduling/planned-days.ts';
import type { ParkedCall } from '#local/outbox/outbox.ts';
import type { FieldDiff } from '#local/reads/record-diff.ts';
import { customDaysBetween } from '#local/reads/scheduling.ts';
import type { FreshCall } from '#shared/conflict-views.ts';
import { providerOf } from '#sync/field-words.ts';

const weeklyHours = 'hours of the week';

/** Each day of a schedule, against what the server told of it, or else what this device holds. */
export async function dayDiff({ input, current }: ParkedCall): Promise<FieldDiff[]> {
  const told = toldIn(current);
  const diff = daysIn(input).map(async ({ ProviderId, day, blocks, isRemoved }) => {
    const there = told ?? (await customDaysBetween(day, day));
    const now = there.find((one) => one.ProviderId === ProviderId && one.day === day);
    const mine = isRemoved ? weeklyHours : hoursOf(blocks);
    return {
      name: await providerOf(ProviderId),
      mine: `${showDate(day)}, ${mine}`,
      now: now ? hoursOf(now.blocks) : weeklyHours,
    };
  });
  return Promise.all(diff);
}

/** The same days, by somebody who has seen how they are now. */
export function daysOverNow({ input, current }: ParkedCall): FreshCall {
  return { input, base: { seen: seenIn(daysIn(input), toldIn(current) ?? []) } };
}

type QueuedDay = Omit<PlannedDay, 'isRemoved'> & { isRemoved?: boolean };

export function daysIn({ customDayProviderSchedules: days }: ParkedCall['input']): PlannedDay[] {
  return ((days as QueuedDay[] | undefined) ?? []).map((day) => ({ ...day, isRemoved: day.isRemoved ?? false }));
}

/** How these days were when they were seen; of the others nothing is told. */
export function seenOf(days: readonly PlannedDay[], base: ParkedCall['base']): ParkedCall['base'] {
  const seen = (base as Partial<SeenDays>).seen ?? [];
  const isOfThese = (one: SeenDays['seen'][number]) =>
    days.some(({ ProviderId, day }) => ProviderId === one.ProviderId && day === one.day);
  return { ...base, seen: seen.filter(isOfThese) };
}

/** Days of one provider with the same hours, which are typed once. */
export function dayGroups(days: readonly PlannedDay[]): PlannedDay[][] {
  const sameOf = ({ ProviderId, blocks, Note, isRemoved }: PlannedDay) =>
    JSON.stringify([ProviderId, isRemoved, isRemoved || [blocks, Note]]);
  return [...Map.groupBy(days, sameOf).values()];
}

function toldIn(current: unknown): CustomDay[] | undefined {
  return ((current ?? {}) as { customDays?: CustomDay[] }).customDays;
}

function hoursOf(blocks: CustomDay['blocks']): string {
  if (blocks.length === 0) return 'no hours';
  return blocks.map(({ start, end }) => `${showTime(`T${start}`)} to ${showTime(`T${end}`)}`).join(' and ');
}
