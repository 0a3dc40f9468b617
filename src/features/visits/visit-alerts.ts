import { needsCorrection } from '#contract/billing/needs-correction.ts';
import { needsCosign } from '#contract/documentation/to-cosign.ts';
import type { VisitLine } from '#local/reads/visits.ts';

export type VisitAlert = { key: string; kind: 'danger' | 'needs' | 'plain'; word: string };

/** What somebody should know or do about a visit, the most pressing first; of its case until the patient is treated. */
export function visitAlerts({ visit, note, claim, patient, alertNotes, words = [] }: VisitLine): VisitAlert[] {
  const isBefore = visit.stage === 'scheduled' || visit.stage === 'confirmed' || visit.stage === 'checkedIn';
  const alerts: VisitAlert[] = [];
  if (claim?.status === 'rejected') alerts.push({ key: 'rejected', kind: 'danger', word: 'Claim rejected' });
  if (needsCorrection(claim)) alerts.push({ key: 'amended', kind: 'needs', word: 'Claim to correct' });
  if (isBefore && visit.intakeConflict.length > 0)
    alerts.push({ key: 'conflict', kind: 'needs', word: 'Intake conflict' });
  if (isBefore && visit.intakeIncomplete) alerts.push({ key: 'incomplete', kind: 'needs', word: 'Intake incomplete' });
  if (isBefore) for (const { kind, word } of words) alerts.push({ key: word, kind, word });
  if (visit.stage === 'review' && !note?.signedAt)
    alerts.push({ key: 'unsigned', kind: 'needs', word: 'Unsigned note' });
  if (needsCosign(note)) alerts.push({ key: 'cosign', kind: 'needs', word: 'Cosign needed' });
  for (const { SubjectNoteId, Text } of alertNotes)
    alerts.push({ key: `note:${SubjectNoteId}`, kind: 'needs', word: firstWords(Text) });
  for (const word of patient?.alerts ?? []) alerts.push({ key: `patient:${word}`, kind: 'plain', word });
  return alerts;
}

const mostOnCard = 60;

/** A card has room for one line of a note; the chart has all of it. */
function firstWords(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > mostOnCard ? `${line.slice(0, mostOnCard).trimEnd()}…` : line;
}
