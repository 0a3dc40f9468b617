import { takesPlace } from '../visits/stage.ts';
import type { Visit } from '../visits/visit.ts';

/** ms nothing may have changed before a patient is told: so long a click can be taken back. */
export const newsDelayMs = 180_000;

/** A visit as the patient knows it. */
export type Known = { Start: string; FacilityId: string; isOn: boolean };
export type NewsKind = 'booked' | 'moved' | 'cancelled';

export function knownOf(visit: Pick<Visit, 'Start' | 'FacilityId' | 'stage'>): Known {
  return { Start: visit.Start, FacilityId: visit.FacilityId, isOn: takesPlace(visit) };
}

/**
 * What a patient is to be told of a visit, from what they know (null: nothing) and how it stands now (null: it is gone).
 * What came back to where it was is no news, nor what is over at `wall`, the clinic's time.
 */
export function newsOf(
  known: Known | null,
  is: Pick<Visit, 'Start' | 'FacilityId' | 'stage'> | null,
  wall: string,
): NewsKind | null {
  const knownOn = known?.isOn === true ? known : null;
  if (is !== null && takesPlace(is)) {
    if (!['scheduled', 'confirmed'].includes(is.stage) || is.Start <= wall) return null;
    if (!knownOn) return 'booked';
    return knownOn.Start === is.Start && knownOn.FacilityId === is.FacilityId ? null : 'moved';
  }
  if (!knownOn || knownOn.Start <= wall || is?.stage === 'noShow') return null;
  return 'cancelled';
}
