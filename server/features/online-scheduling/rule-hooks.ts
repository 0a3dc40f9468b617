import { nameToday } from '#contract/facilities/name-today.ts';
import type { bookingRule } from '#contract/online-scheduling/booking-rule.ts';
import { facilitiesNamed, providersNamed } from '#server/features/scheduling/store.ts';
import type { Caller } from '#server/kit/context.ts';
import type { RecordHooks } from '#server/kit/record-handlers.ts';
import { hasOtherRule } from './rows.ts';

const elsewhere = 'This facility was not found.';

const sees = ({ facilityIds }: Caller, FacilityId: string) =>
  facilityIds === null || facilityIds.includes(FacilityId.toLowerCase());

/**
 * One rule of a facility and visit type, with providers who work there, and for who works there too. What else stood so
 * before is not asked about anew.
 */
export const bookingRuleHooks: RecordHooks<typeof bookingRule> = {
  async refuses(rule, { ctx: { tx, caller }, before }) {
    const { FacilityId, VisitTypeName, ProviderIds } = rule;
    const places = [FacilityId, before?.FacilityId ?? FacilityId];
    if (!places.every((id) => sees(caller, id))) return { FacilityId: elsewhere };
    const isMoved = before?.FacilityId !== FacilityId || before.VisitTypeName !== VisitTypeName;
    const [facility] = await facilitiesNamed(tx, [FacilityId]);
    if (isMoved && (!facility || facility.Inactive)) return { FacilityId: 'This facility takes no visits.' };
    // A device may say what the type was called before; the row has its name of today (migration 0390).
    const today = nameToday(facility?.visit_types ?? [], VisitTypeName);
    const isType = facility?.visit_types.some(
      ({ Name, deleted_at, IsNonPatientVisit }) => Name === today && deleted_at === null && !IsNonPatientVisit,
    );
    if (isMoved && !isType) return { VisitTypeName: 'This facility doesn’t have this visit type.' };
    if (isMoved && (await hasOtherRule(tx, { ...rule, VisitTypeName: today })))
      return { VisitTypeName: 'This visit type already has a rule at this facility. Change that one.' };
    const added = (ProviderIds ?? []).filter((id) => isMoved || !before.ProviderIds?.includes(id));
    const named = await providersNamed(tx, added);
    const isElsewhere = named.some(({ FacilityIds }) => !FacilityIds.includes(FacilityId));
    return isElsewhere ? { ProviderIds: 'One of these providers doesn’t work at this facility.' } : {};
  },

  keeps: async ({ FacilityId }, { caller }) => (sees(caller, FacilityId) ? null : elsewhere),
};
