import { mostReviewSites, type reviewSite } from '#contract/online-review/review-site.ts';
import { facilitiesNamed } from '#server/features/scheduling/store.ts';
import type { Caller } from '#server/kit/context.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { sitesOf } from './store.ts';

const elsewhere = 'This facility was not found.';

const sees = ({ facilityIds }: Caller, FacilityId: string) =>
  facilityIds === null || facilityIds.includes(FacilityId.toLowerCase());

/** A few sites for each facility, each once, by those who work there. */
export const reviewSiteHooks: RecordHooks<typeof reviewSite> = {
  async refuses(one, { ctx: { tx, caller }, before }) {
    const places = [one.FacilityId, before?.FacilityId ?? one.FacilityId];
    if (!places.every((id) => sees(caller, id))) return { FacilityId: elsewhere };
    const isMoved = before?.FacilityId !== one.FacilityId;
    if (isMoved && (await facilitiesNamed(tx, [one.FacilityId])).length === 0) return { FacilityId: elsewhere };
    const others = (await sitesOf(tx, one.FacilityId)).filter(({ ReviewSiteId: id }) => id !== one.ReviewSiteId);
    if (others.some(({ Name }) => Name.toLowerCase() === one.Name.toLowerCase()))
      return { Name: 'This facility already has a site with this name.' };
    return isMoved && others.length >= mostReviewSites
      ? { FacilityId: `This facility has ${mostReviewSites} review sites already. Remove one first.` }
      : {};
  },

  keeps: async ({ FacilityId }, { caller }) => (sees(caller, FacilityId) ? null : elsewhere),
};
