import { usualRules } from '../../address-book/payer-rules.ts';
import type { PayerKind } from '../../address-book/applied-rules.ts';
import {
  AuthorizationId,
  CaseId,
  InsuranceId,
  PayerId,
  ReferringProviderId,
  ScriptId,
  VisitId,
} from '../../base/ids.ts';
import { testId } from '../../testing/rows.ts';
import type { ClockKind } from '../clock.ts';
import { complianceClocks } from '../compliance-clocks.ts';
import type { BookedVisit, ClockNote, ClockPayer, ClockPlan, ClockVisit, ComplianceFacts } from '../facts.ts';
import { lawFigures } from '../laws.ts';

/** The first treatment of chart.md 6. */
export const first = '2026-01-05';

export function payerOf(Kind: PayerKind, more: Partial<ClockPayer> = {}): ClockPayer {
  const { TimelyFilingDays, ...rules } = usualRules(Kind);
  return {
    PayerId: PayerId.parse(testId(4)),
    InsuranceId: InsuranceId.parse(testId(5)),
    Name: Kind === 'medicare' ? 'Medicare' : 'Acme Health',
    Kind,
    TimelyFilingDays,
    DatedRules: [],
    rules,
    ...more,
  };
}

/** Its id follows from day and hour, so that two visits of a day differ. */
export function visitOn(day: string, more: Partial<ClockVisit> = {}, hour = '09'): ClockVisit {
  return {
    ...bookedOn(day, hour),
    stage: 'closed',
    Discipline: 'PT',
    isSigned: true,
    Units: 3,
    byTherapist: true,
    ...more,
  };
}

export function bookedOn(day: string, hour = '09'): BookedVisit {
  const VisitIdOfDay = VisitId.parse(testId(Number(`${day.replaceAll('-', '')}${hour}`)));
  return { VisitId: VisitIdOfDay, Start: `${day}T${hour}:00`, stage: 'scheduled' };
}

export function noteOn(NoteDate: string, more: Partial<ClockNote> = {}): ClockNote {
  return {
    NoteId: `note ${NoteDate}`,
    VisitId: null,
    NoteType: 'progress',
    AlsoTypes: [],
    NoteDate,
    signedOn: NoteDate,
    isByAssistant: false,
    ProviderId: testId(6),
    ...more,
  };
}

export function planFrom(From: string, more: Partial<ClockPlan> = {}): ClockPlan {
  return {
    PlanOfCareId: `plan ${From}`,
    From,
    To: null,
    sentOn: null,
    signedOn: null,
    verbalOn: null,
    limitedTo: null,
    DelayReason: null,
    NoteId: null,
    isNoteSeen: true,
    signedNoteOn: From,
    ...more,
  };
}

export function scriptOf(more: Partial<ComplianceFacts['scripts'][number]> = {}): ComplianceFacts['scripts'][number] {
  const ReferringProvider = ReferringProviderId.parse(testId(75));
  return {
    ScriptId: ScriptId.parse(testId(71)),
    ReferringProviderId: ReferringProvider,
    Start: first,
    End: null,
    Visits: null,
    ...more,
  };
}

type Authorization = ComplianceFacts['authorizations'][number];
export function authorizationOf(more: Partial<Authorization> = {}): Authorization {
  return {
    AuthorizationId: AuthorizationId.parse(testId(72)),
    InsuranceId: InsuranceId.parse(testId(5)),
    Kind: 'visits',
    Allowed: 12,
    Status: 'approved',
    Start: first,
    End: '2026-06-30',
    CountRule: 'signed',
    Number: 'A-17',
    ...more,
  };
}

/** A Medicare case in physical therapy on its first day. */
export function factsOf(more: Partial<ComplianceFacts> = {}): ComplianceFacts {
  return {
    today: first,
    case: { CaseId: CaseId.parse(testId(8)), DischargedAt: null },
    discipline: 'PT',
    payers: [payerOf('medicare')],
    plans: [],
    notes: [],
    visits: [visitOn(first)],
    areVisitsPartial: false,
    booked: [],
    scripts: [],
    authorizations: [],
    thresholdCents: null,
    carriedIn: null,
    initialTreatmentOn: null,
    laws: lawFigures,
    ...more,
  };
}

/** The only clock of a kind, or undefined. */
export function clockIn(facts: ComplianceFacts, kind: ClockKind) {
  return complianceClocks(facts).find((clock) => clock.kind === kind);
}

/** So many weekdays from a Monday on, as days of January 2026 and after. */
export function weekdays(count: number, from = first): string[] {
  const days: string[] = [];
  for (let at = Date.parse(`${from}T00:00Z`); days.length < count; at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
