import type { NoteType } from '../documentation/note-types.ts';
import { complianceClocks } from './compliance-clocks.ts';
import type { Clock } from './clock.ts';
import type { ClockNote, ComplianceFacts } from './facts.ts';
import { lateReportSentence } from './late-report.ts';
import { shownClocks } from './shown-clocks.ts';

/** What a signer is told of; one that needs a reason is not signed without. `key` stays while its sentence changes. */
export type SignWarning = { key: string; sentence: string; needsReason: boolean };

/** They treat nobody. */
const unclocked: readonly NoteType[] = ['missedVisit', 'addendum', 'communication'];

/**
 * What the clocks say of a note that is about to be signed (chart.md 3): as they will be once it is, so that a late
 * report does not warn of itself, unless its day is one in time and its signature is not. Late ones need a reason where a claim rests on them.
 */
export function signWarnings(
  facts: ComplianceFacts,
  note: Pick<ClockNote, 'NoteId' | 'VisitId' | 'NoteType' | 'AlsoTypes' | 'NoteDate'>,
  signer: { ProviderId: string; isAssistant: boolean },
): SignWarning[] {
  if (unclocked.includes(note.NoteType)) return [];
  const signed = signedFacts(facts, note, signer);
  const late = lateReportSentence(signed, note.NoteId);
  const told = shownClocks(complianceClocks(signed))
    .filter(({ at }) => at.sign === 'warn')
    .map((clock) => ({ key: keyOf(clock), sentence: clock.sentence, needsReason: isLateForClaim(clock) }));
  return late === null ? told : [{ key: 'lateReport', sentence: late, needsReason: true }, ...told];
}

/** What is late and touches no claim, such as an authorization that no payer asks for, is told and no more. */
function isLateForClaim({ state, at }: Clock): boolean {
  return state === 'late' && at.claim !== 'none';
}

function keyOf({ kind, aboutId }: Clock): string {
  return aboutId === null ? kind : `${kind} ${aboutId}`;
}

function signedFacts(
  facts: ComplianceFacts,
  { NoteId, VisitId, NoteType, AlsoTypes, NoteDate }: Parameters<typeof signWarnings>[1],
  { ProviderId, isAssistant: isByAssistant }: Parameters<typeof signWarnings>[2],
): ComplianceFacts {
  const signed = { NoteId, VisitId, NoteType, AlsoTypes, NoteDate, signedOn: NoteDate, isByAssistant, ProviderId };
  return {
    ...facts,
    notes: [...facts.notes.filter((one) => one.NoteId !== NoteId), signed],
    plans: facts.plans.map((plan) => (plan.NoteId === NoteId ? { ...plan, signedNoteOn: NoteDate } : plan)),
  };
}

/** What somebody typed for each warning, by its key. */
export type SignReason = { Warning: string; Reason: string };

/** The warnings that lack their reason. */
export function unexplained(warnings: readonly SignWarning[], reasons: readonly SignReason[]): SignWarning[] {
  const given = new Set(reasons.flatMap(({ Warning, Reason }) => (Reason.trim() === '' ? [] : [Warning])));
  return warnings.filter(({ key, needsReason }) => needsReason && !given.has(key));
}

/** Why a note was not signed whose signer gave no reason for what is late. */
export function unexplainedSentence(lacking: readonly SignWarning[]): string {
  return `${lacking.map(({ sentence }) => sentence).join(' ')} The note is not signed. Read this, then sign with a reason.`;
}

/** Warnings with their reasons as the signature keeps them. */
export function explained(warnings: readonly SignWarning[], reasons: readonly SignReason[]): SignReason[] {
  const byKey = new Map(reasons.map(({ Warning, Reason }) => [Warning, Reason.trim()]));
  return warnings.flatMap(({ key, sentence }) => {
    const Reason = byKey.get(key);
    return Reason ? [{ Warning: sentence, Reason }] : [];
  });
}
