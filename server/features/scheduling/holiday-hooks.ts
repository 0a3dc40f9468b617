import type { holiday } from '#contract/scheduling/holiday.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { facilitiesNamed } from './rows.ts';

/** A facility that was archived before is kept on a holiday, and none is added to it. */
export const holidayHooks: RecordHooks<typeof holiday> = {
  async refuses({ FacilityIds }, { ctx: { tx }, before }) {
    const added = (FacilityIds ?? []).filter((id) => !before?.FacilityIds?.includes(id));
    const isArchived = (await facilitiesNamed(tx, added)).some(({ Inactive }) => Inactive);
    return isArchived ? { FacilityIds: 'One of these facilities is archived.' } : {};
  },
};
