import { showDate } from '../base/dates.ts';
import type { PlanOfCare } from './plan-of-care-row.ts';
import type { PlanStamp, StampKind } from './plan-stamp.ts';

export const stampNames: Record<StampKind, string> = {
  sent: 'Sent',
  signed: 'Signed',
  verbal: 'Verbal order',
  limited: 'Limited by the referrer',
  delay: 'Reason of a delay',
  withdrawn: 'Withdrawn',
};

export const viaNames: Record<NonNullable<PlanStamp['Via']>, string> = {
  fax: 'Fax',
  mail: 'Mail',
  email: 'Email',
  portal: 'Portal',
  phone: 'Phone',
  inPerson: 'In person',
};

/** The stamps that hold, by day: what was withdrawn holds no longer. */
export function standing<S extends Pick<PlanStamp, 'PlanStampId' | 'Kind' | 'On' | 'CorrectsStampId'>>(
  stamps: readonly S[],
): S[] {
  const withdrawn = new Set(stamps.flatMap(({ CorrectsStampId }) => CorrectsStampId ?? []));
  return stamps
    .filter(({ Kind, PlanStampId }) => Kind !== 'withdrawn' && !withdrawn.has(PlanStampId))
    .toSorted((a, b) => a.On.localeCompare(b.On) || a.PlanStampId.localeCompare(b.PlanStampId));
}

/** What stamps say of a plan: the first day of each kind, the earliest limit, the last reason. */
export function stampedDays(stamps: readonly PlanStamp[]) {
  const held = standing(stamps);
  const firstOf = (kind: StampKind) => held.find(({ Kind }) => Kind === kind)?.On ?? null;
  const limits = held.flatMap(({ LimitedTo }) => LimitedTo ?? []).toSorted();
  return {
    sentOn: firstOf('sent'),
    signedOn: firstOf('signed'),
    verbalOn: firstOf('verbal'),
    limitedTo: limits[0] ?? null,
    DelayReason: held.findLast(({ Kind }) => Kind === 'delay')?.Reason ?? null,
  };
}

type NewStamp = Pick<PlanStamp, 'Kind' | 'On' | 'By' | 'LimitedTo' | 'Reason' | 'CorrectsStampId'>;

/** A plan as far as its stamps are judged by it; `writtenOn` is the day of its note, null where that is not known. */
type Stamped = Pick<PlanOfCare, 'From' | 'To'> & { writtenOn: string | null };

/** What cannot be of a stamp: one sentence by field, empty where all is well. */
export function stampRefusals(
  of: NewStamp,
  { From, To, writtenOn }: Stamped,
  there: readonly PlanStamp[],
  today: string,
): Partial<Record<keyof NewStamp, string>> {
  const { Kind, On, By, LimitedTo, Reason, CorrectsStampId } = of;
  const refusals: Partial<Record<keyof NewStamp, string>> = {};
  const tooEarly = Kind === 'signed' ? signedBefore(On, writtenOn, stampedDays(there).sentOn) : null;
  if (tooEarly !== null) refusals.On = tooEarly;
  if (Kind === 'signed' && !By?.trim()) refusals.By = 'Enter who signed it.';
  if (On > today) refusals.On = 'This day is in the future.';
  if (Kind === 'limited' && (LimitedTo === null || LimitedTo < From || LimitedTo > To))
    refusals.LimitedTo = `Enter the last day allowed, ${showDate(From)} to ${showDate(To)}.`;
  if (Kind !== 'limited' && LimitedTo !== null) refusals.LimitedTo = 'Only a limit has a last day.';
  if ((Kind === 'delay' || Kind === 'withdrawn') && !Reason?.trim()) refusals.Reason = 'Enter the reason.';
  const isThere = standing(there).some(({ PlanStampId }) => PlanStampId === CorrectsStampId);
  if (Kind === 'withdrawn' && !isThere) refusals.CorrectsStampId = 'This entry was withdrawn already.';
  if (Kind !== 'withdrawn' && CorrectsStampId !== null)
    refusals.CorrectsStampId = 'Only a withdrawal names another entry.';
  return refusals;
}

function signedBefore(On: string, writtenOn: string | null, sentOn: string | null): string | null {
  if (writtenOn !== null && On < writtenOn)
    return `This plan of care was written ${showDate(writtenOn)}. Enter that day or a later one.`;
  if (sentOn !== null && On < sentOn)
    return `This plan of care was sent ${showDate(sentOn)}. Enter that day or a later one.`;
  return null;
}

/** Why a plan can no longer be changed, or null: somebody signed it, or it went out. */
export function planFrozen(stamps: readonly PlanStamp[], isNoteSigned: boolean): string | null {
  if (isNoteSigned) return 'The note of this plan of care is signed. Write the next plan of care instead.';
  const kinds = new Set(standing(stamps).map(({ Kind }) => Kind));
  const isOut = (['sent', 'signed', 'verbal'] as const).some((kind) => kinds.has(kind));
  return isOut ? 'This plan of care was sent or signed. Write the next plan of care instead.' : null;
}

/** The plan that a day falls into, the latest where two do; else the one that ended last. */
export function currentPlan<P extends Pick<PlanOfCare, 'From' | 'To'>>(plans: readonly P[], today: string): P | null {
  const begun = plans.filter(({ From }) => From <= today).toSorted((a, b) => a.From.localeCompare(b.From));
  return begun.findLast(({ To }) => today <= To) ?? begun.at(-1) ?? plans[0] ?? null;
}
