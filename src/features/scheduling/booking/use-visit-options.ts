import { holds } from '#contract/base/permissions.ts';
import { settingsFrom } from '#contract/settings/settings.ts';
import { isLate } from '#contract/visits/late-cancel.ts';
import { possibleMoves } from '#contract/visits/moves.ts';
import type { VisitStage } from '#contract/visits/stage.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { readRow } from '#local/reads/reads.ts';
import { useNowIn } from '#shared/hooks/use-clinic-now.ts';
import { useLiveValue } from '#shared/hooks/use-live.ts';
import { useCurrentUser, useWebsite } from '#shared/session.ts';
import type { LetGo } from './visit-reason.tsx';

const letGo: readonly LetGo[] = ['cancelled', 'lateCancel', 'noShow'];
/** Stages after the patient came; such a visit is not deleted. */
const attended: readonly VisitStage[] = ['checkedIn', 'inProgress', 'review', 'billing', 'submitted', 'closed'];

export type VisitOptions = ReturnType<typeof useVisitOptions>;

/** What the person may do with a visit now. */
export function useVisitOptions(visit: Visit) {
  const { can } = useCurrentUser();
  const website = useWebsite();
  const facility = useLiveValue(() => readRow('facilities', visit.FacilityId), [visit.FacilityId]);
  // A visit begins in the time of its facility, which need not be that of the site.
  const now = useNowIn(facility?.TimeZone ?? website.TimeZone);
  const { late_cancel_hours: hours, late_cancel_fee: fee } = settingsFrom(website);
  const moves = possibleMoves(visit, can);
  const maySchedule = holds(can, 'schedule visits');
  return {
    moves,
    ways: letGo.filter((way) => moves.includes(way)),
    maySchedule,
    isRemovable: maySchedule && !attended.includes(visit.stage),
    /** A cancellation now is a late one. */
    isLate: isLate(visit, now, hours),
    hours,
    fee,
    isAhead: visit.Start > now,
    isLaterDay: visit.Start.slice(0, 10) > now.slice(0, 10),
  };
}
