import type { VisitLine } from '#local/reads/visits.ts';

export type VisitAlert = { key: string; kind: 'danger' | 'needs' | 'plain'; word: string };

/** What somebody should know or do about a visit, the most pressing first. */
export function visitAlerts({ visit, note, claim, patient }: VisitLine): VisitAlert[] {
  const isBefore = visit.stage === 'scheduled' || visit.stage === 'confirmed' || visit.stage === 'checkedIn';
  const alerts: VisitAlert[] = [];
  if (claim?.status === 'rejected') alerts.push({ key: 'rejected', kind: 'danger', word: 'Claim rejected' });
  if (isBefore && visit.intakeConflict.length > 0)
    alerts.push({ key: 'conflict', kind: 'needs', word: 'Intake conflict' });
  if (isBefore && visit.intakeIncomplete) alerts.push({ key: 'incomplete', kind: 'needs', word: 'Intake incomplete' });
  if (visit.stage === 'review' && !note?.signedAt)
    alerts.push({ key: 'unsigned', kind: 'needs', word: 'Unsigned note' });
  if (needsCosign(note)) alerts.push({ key: 'cosign', kind: 'needs', word: 'Cosign needed' });
  for (const word of patient?.alerts ?? []) alerts.push({ key: `patient:${word}`, kind: 'plain', word });
  return alerts;
}

export function needsCosign(note: VisitLine['note']): boolean {
  return Boolean(note?.signedAt && note.cosignRequired && !note.cosignedAt);
}
