import type { Clock } from './clock.ts';
import type { ComplianceFacts } from './facts.ts';
import { isReport } from './reports-of.ts';

/** Where in a chart something is mended. */
export type FixPlace =
  | { tab: 'overview' | 'authorizations' | 'insurance' | 'visits' | 'documentation' }
  | { visit: string };

/** Where what a clock asks for is done; its chart where it asks for nothing. */
export function fixPlace({ fix, aboutId }: Pick<Clock, 'fix' | 'aboutId'>, facts: ComplianceFacts): FixPlace {
  switch (fix?.action) {
    case 'addScript':
    case 'addAuthorization':
      return { tab: 'authorizations' };
    case 'checkInsurance':
      return { tab: 'insurance' };
    case 'signPlan':
      return visitOr(facts.plans.find(({ PlanOfCareId }) => PlanOfCareId === aboutId)?.NoteId, facts, 'overview');
    case 'signReport':
      return visitOr(
        facts.notes.findLast((note) => isReport(note) && note.signedOn === null)?.NoteId,
        facts,
        'documentation',
      );
    case 'writeReport':
      return visitToday(facts) ?? { tab: 'visits' };
    case 'bill':
      return aboutId === null ? { tab: 'overview' } : { visit: aboutId };
    case 'bookTherapist':
    case 'writePlan':
    case 'recertify':
    case 'sendPlan':
    case 'recordSignature':
    case 'explainDelay':
    case 'attestKx':
    case 'enterInitialTreatment':
    case undefined:
      return { tab: 'overview' };
  }
}

/** The note of a visit has the id of its visit. */
function visitOr(
  NoteId: string | null | undefined,
  { notes, visits }: ComplianceFacts,
  tab: 'overview' | 'documentation',
): FixPlace {
  const VisitId = notes.find((note) => note.NoteId === NoteId)?.VisitId ?? NoteId;
  const visit = visits.find((one) => one.VisitId === VisitId);
  return visit ? { visit: visit.VisitId } : { tab };
}

/** A report is written with the note of the day. */
function visitToday({ visits, today }: ComplianceFacts): FixPlace | null {
  const open = visits.find(({ Start, isSigned }) => Start.startsWith(today) && !isSigned);
  return open ? { visit: open.VisitId } : null;
}
