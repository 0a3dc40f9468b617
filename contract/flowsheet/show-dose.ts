import type { Dose } from './dose.ts';
import { held } from './dose-tokens.ts';

/** A dose as a clinician would type it: `3x10x5s @5lb L Min A`. `parseDose` reads it as the same dose. */
export function showDose(dose: Dose): string {
  const parts = [...counted(dose)];
  const { Seconds, Load, LoadUnit, Side, Assist } = dose;
  if (Seconds !== null) parts.push(parts.length === 0 ? showTime(Seconds) : `for ${showTime(Seconds)}`);
  if (LoadUnit === 'band') parts.push(Load === null ? 'band' : `${Load} band`);
  else if (LoadUnit !== null) parts.push(`@${Load}${LoadUnit}`);
  if (Side !== null) parts.push(Side === 'LR' ? 'both' : Side);
  if (Assist !== null) parts.push(Assist);
  return parts.join(' ');
}

/** Sets, reps, hold and distance, joined by x where they can be. */
function counted({ Sets, Reps, HoldSeconds, Distance, DistanceUnit }: Dose): string[] {
  const hold = HoldSeconds === null ? null : showTime(HoldSeconds);
  const distance = Distance === null ? null : `${Distance} ${DistanceUnit === 'ft' ? 'ft' : 'meters'}`;
  if (Reps !== null) {
    const count = Sets === null ? `${Reps}` : `${Sets}x${Reps}`;
    const reps = hold === null ? (Sets === null ? `${Reps} reps` : count) : `${count}x${hold}`;
    return distance === null ? [reps] : [reps, distance];
  }
  const alone = hold === null ? [] : [`${held} ${hold}`];
  if (Sets === null) return distance === null ? alone : [...alone, distance];
  const sets = Sets === 1 ? '1 set' : `${Sets} sets`;
  if (distance === null) return [sets, ...alone];
  return alone.length === 0 ? [`${Sets}x${distance}`] : [sets, ...alone, distance];
}

function showTime(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds}s`;
}
