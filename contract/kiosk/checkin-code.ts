import type { VisitStage } from '../visits/stage.ts';
import { addDays } from '../base/dates.ts';
import { arrivable } from './arrivals.ts';

type Shown = {
  visit: { Start: string; stage: VisitStage };
  /** Now, by the clock of the facility. */
  wall: string;
  /** Whether a tablet is enrolled there. */
  hasKiosk: boolean;
};

/** Whether the patient of a visit may be given a code to show at the kiosk: on its day, while they may still arrive. */
export function mayShowCode({ visit: { Start, stage }, wall, hasKiosk }: Shown): boolean {
  return hasKiosk && Start.slice(0, 10) === wall.slice(0, 10) && stage !== 'checkedIn' && arrivable.includes(stage);
}

/** When the code of a visit ends, by the clock of the facility: with its day (patient-pages 2). */
export function codeEnds(Start: string): string {
  return `${addDays(Start.slice(0, 10), 1)}T00:00`;
}
