import { useMemo, useState } from 'react';
import { addDays } from '#contract/base/dates.ts';
import type { PatientId, VisitId } from '#contract/base/ids.ts';
import { keepsPlace } from '#contract/scheduling/booking-facts.ts';
import { bookingIssues } from '#contract/scheduling/booking-issues.ts';
import type { Issue, IssueCode } from '#contract/scheduling/issue.ts';
import type { Visit } from '#contract/visits/visit.ts';
import { bookingFacts, readFacilities } from '#local/reads/scheduling.ts';
import { readAll } from '#local/reads/reads.ts';
import { useLiveValue, useLiveWithRetry } from '#shared/hooks/use-live.ts';
import { bookingFrom, bookingOf, type TypedVisit } from './visit-form.ts';

type Of = {
  VisitId: VisitId | null;
  PatientId: PatientId | null;
  /** The visit as it stands, where one is changed. */
  before?: Visit;
};

/** A booking as it is typed, with what speaks against it just now. */
export function useBooking(typed: TypedVisit, of: Of) {
  const facilities = useLiveValue(readFacilities, []) ?? [];
  const providers = useLiveValue(() => readAll('providers'), []) ?? [];
  const [accepted, setAccepted] = useState<string[]>([]);
  const booking = useMemo(() => bookingFrom(typed), [typed]);
  const fields = 'fields' in booking ? booking.fields : null;
  const day = fields?.Start.slice(0, 10) ?? '';
  const live = useLiveWithRetry(
    async () => (fields ? bookingFacts({ from: day, to: addDays(day, 1), CaseId: fields.CaseId }) : null),
    [day, fields?.CaseId],
  );
  const facts = live.state === 'ready' ? live.value : null;
  const { VisitId, PatientId, before } = of;
  const issues: Issue[] = useMemo(() => {
    if (!fields || !facts || !PatientId) return [];
    const found = bookingIssues(bookingOf(fields, { VisitId, PatientId }), facts);
    // The server asks nothing about a place that stays as it is.
    return before && keepsPlace(before, fields) ? found.filter(({ severity }) => severity === 'amber') : found;
  }, [fields, facts, VisitId, PatientId, before]);
  const isAccepted = ({ severity, sentence }: Issue) => severity === 'amber' || accepted.includes(sentence);
  return {
    facilities,
    providers,
    fields,
    missing: 'missing' in booking ? booking.missing : {},
    issues,
    /** Where the calendar could not be read, so that nothing is known against it here: reads it again. */
    readAgain: live.state === 'failed' ? live.retry : null,
    accepted,
    accept: (sentence: string, isOn: boolean) =>
      setAccepted((before) => (isOn ? [...before, sentence] : before.filter((one) => one !== sentence))),
    /** What somebody saw and books in spite of. */
    acceptedCodes: issues.filter(isAccepted).map(({ code }): IssueCode => code),
    /** Why it cannot be booked as it stands, in one sentence; null when it can. */
    refusal: refusalOf(issues, isAccepted),
  };
}

function refusalOf(issues: readonly Issue[], isAccepted: (issue: Issue) => boolean): string | null {
  const hard = issues.find(({ severity }) => severity === 'hard');
  if (hard) return `This cannot be booked: ${hard.sentence}`;
  if (issues.every(isAccepted)) return null;
  return 'This time has a conflict. Choose another time, or check what you want to book anyway.';
}
