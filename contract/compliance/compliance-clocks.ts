import { clockOf, type Clock, type ClockKind } from './clock.ts';
import { authorizationClocks } from './clocks/authorization-clock.ts';
import { certificationClocks } from './clocks/certification-clock.ts';
import { filingClocks } from './clocks/filing-clock.ts';
import { initialTreatmentClock } from './clocks/initial-treatment-clock.ts';
import { planClock } from './clocks/plan-clock.ts';
import { progressClock } from './clocks/progress-clock.ts';
import { scriptClock } from './clocks/script-clock.ts';
import { therapistClock } from './clocks/therapist-clock.ts';
import { thresholdClock } from './clocks/threshold-clock.ts';
import type { ComplianceFacts } from './facts.ts';
import { insurers, medicareOf } from './payer-demands.ts';

/**
 * Every obligation of a case and where it is on `today` (chart.md 6), for scheduler, chart, work list and claim edits.
 * None where the patient pays; a kind no payer asks for is missing; what cannot be told is `unknown`.
 */
export function complianceClocks(facts: ComplianceFacts): Clock[] {
  if (facts.payers === null) return unknownPayer(facts);
  const payers = insurers(facts.payers);
  if (payers.length === 0) return [];
  const isMedicare = medicareOf(payers) !== null;
  const grants = [scriptClock(facts), ...authorizationClocks(facts)];
  const course = facts.discipline === 'DC' && isMedicare ? [initialTreatmentClock(facts)] : therapyClocks(facts);
  const isOver = facts.case.DischargedAt !== null && facts.case.DischargedAt <= facts.today;
  const all = [...course, ...grants].filter((clock) => clock !== null);
  const running = facts.areVisitsPartial ? all.map(ofSomeVisits) : all;
  return [...(isOver ? running.filter(({ kind }) => outlastsCare.includes(kind)) : running), ...filingClocks(facts)];
}

/** What a discharge does not settle: claims still rest on it. */
const outlastsCare: readonly ClockKind[] = ['certification', 'recertification', 'threshold', 'initialTreatment'];

function therapyClocks(facts: ComplianceFacts): (Clock | null)[] {
  const isMedicare = medicareOf(facts.payers ?? []) !== null;
  return [
    ...(isMedicare ? certificationClocks(facts) : []),
    planClock(facts),
    progressClock(facts),
    therapistClock(facts),
    thresholdClock(facts),
  ];
}

/** Told of days or reports, which others treated or wrote. */
const countsDays: readonly ClockKind[] = ['progressReport', 'therapistTookPart'];

/** A clock as told by visits some of which are not seen: there is more than was counted, and never less. */
function ofSomeVisits(clock: Clock): Clock {
  const { kind, aboutId, state, rule, of } = clock;
  const isGrantLeft =
    (kind === 'script' || kind === 'authorization') && of !== null && !['due', 'late'].includes(state);
  if (kind === 'initialTreatment' && clock.from === null) {
    const notSeen = 'You can’t see all visits of this case, so the day its treatment began is not known.';
    return clockOf({ kind, rule, state: 'unknown', sentence: notSeen });
  }
  if (!countsDays.includes(kind) && !isGrantLeft) return clock;
  const sentence = 'You can’t see all visits of this case, so this can’t be counted.';
  return clockOf({ kind, aboutId, rule, state: 'unknown', sentence });
}

function unknownPayer({ discipline }: ComplianceFacts): Clock[] {
  const therapy: ClockKind[] = ['certification', 'planDays', 'progressReport', 'therapistTookPart', 'threshold'];
  const kinds: ClockKind[] = [
    ...(discipline === 'DC' ? (['initialTreatment'] as const) : therapy),
    'script',
    'authorization',
    'timelyFiling',
  ];
  return kinds.map((kind) =>
    clockOf({
      kind,
      state: 'unknown',
      sentence: 'The payer of this case is not known on this device.',
      rule: { text: 'Each payer has its own rules.', source: 'Payer rules', since: null },
      fix: { action: 'checkInsurance', label: 'Check the insurance' },
    }),
  );
}
