import { isRealDate } from '#contract/base/dates.ts';
import { FacilityId, ProviderId } from '#contract/base/ids.ts';

/** What of a day goes on paper; it stands in the address, as the day, the facility and the provider of the calendar. */
export type PrintFilter = { day: string; FacilityId: FacilityId | null; ProviderId: ProviderId | null };

const all = 'all';

/** What of an address is missing or makes no sense is as `usual` says. */
export function filterFrom(params: URLSearchParams, usual: PrintFilter): PrintFilter {
  const day = params.get('date') ?? '';
  const facility = params.get('facility');
  const provider = params.get('provider');
  return {
    day: isRealDate(day) ? day : usual.day,
    FacilityId: facility === all ? null : (FacilityId.safeParse(facility).data ?? usual.FacilityId),
    ProviderId: provider === all ? null : (ProviderId.safeParse(provider).data ?? usual.ProviderId),
  };
}

export function paramsOf({ day, FacilityId: facility, ProviderId: provider }: PrintFilter): Record<string, string> {
  return { date: day, facility: facility ?? all, provider: provider ?? all };
}
