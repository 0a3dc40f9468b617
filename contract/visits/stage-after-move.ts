import type { VisitStage } from './stage.ts';
import type { Visit } from './visit.ts';

type Booked = Pick<Visit, 'Start' | 'FacilityId' | 'stage'>;

/** The stage of a visit that the clinic moves: nobody has confirmed another time or place. */
export function stageAfterMove(before: Booked, after: Pick<Booked, 'Start' | 'FacilityId'>): VisitStage {
  const isSame = before.Start === after.Start && before.FacilityId === after.FacilityId;
  return before.stage === 'confirmed' && !isSame ? 'scheduled' : before.stage;
}
