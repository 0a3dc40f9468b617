import { showDate } from '../../base/dates.ts';
import { clockOf, type Clock, type Rule } from '../clock.ts';
import type { ComplianceFacts } from '../facts.ts';
import { treatmentDays } from '../visits-of-facts.ts';

const rule: Rule = {
  text: 'Medicare wants the date treatment of the condition began on each chiropractic claim, and AT while it is active.',
  source: 'CMS-1500 item 14; 837P segment DTP*454',
  since: null,
};

/** The date a chiropractor's treatment of the condition began (domain 6.7). For Medicare; AT is asked line by line. */
export function initialTreatmentClock(facts: ComplianceFacts): Clock {
  const on = facts.initialTreatmentOn;
  if (on !== null) {
    const sentence = `Treatment of this condition began ${showDate(on)}.`;
    return clockOf({ kind: 'initialTreatment', state: 'ok', from: on, sentence, rule });
  }
  const isTreated = treatmentDays(facts).length > 0;
  return clockOf({
    kind: 'initialTreatment',
    state: isTreated ? 'unknown' : 'none',
    sentence: isTreated
      ? 'The date treatment of this condition began is not recorded.'
      : 'The first visit records the date treatment began.',
    rule,
    fix: isTreated ? { action: 'enterInitialTreatment', label: 'Enter the first treatment date' } : null,
  });
}
