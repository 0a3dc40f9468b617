import { showDate, showTime } from '#contract/base/dates.ts';
import type { CustomDay } from '#contract/scheduling/custom-day.ts';
import { seenIn } from '#contract/scheduling/days-meanwhile.ts';
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

type QueuedDay = Pick<CustomDay, 'ProviderId' | 'day' | 'blocks'> & { isRemoved?: boolean };

export function daysIn({ customDayProviderSchedules: days }: ParkedCall['input']): QueuedDay[] {
  return (days as QueuedDay[] | undefined) ?? [];
}

function toldIn(current: unknown): CustomDay[] | undefined {
  return ((current ?? {}) as { customDays?: CustomDay[] }).customDays;
}

function hoursOf(blocks: CustomDay['blocks']): string {
  if (blocks.length === 0) return 'no hours';
  return blocks.map(({ start, end }) => `${showTime(`T${start}`)} to ${showTime(`T${end}`)}`).join(' and ');
}
