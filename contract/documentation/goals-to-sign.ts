import { goalName, isEnded, lastReports, openGoals, type GoalReport } from '../cases/goals-of-case.ts';
import type { Goal } from '../cases/goal.ts';
import type { PlanOfCare } from '../cases/plan-of-care-row.ts';
import { blanksOf, blankSentence } from './blanks.ts';
import { saysSomething } from './cell-values.ts';
import { cellKey } from './field-keys.ts';
import type { NoteRow } from './note-field.ts';
import type { NoteType } from './note-types.ts';
import type { VisitNote } from './visit-note.ts';

/** What of a case a note is judged by, beside itself. */
export type CareOfNote = {
  goals: readonly Goal[];
  /** Of all notes of the case. */
  reports: readonly GoalReport[];
  plans: readonly PlanOfCare[];
  /** The notes of the case: a plan of care that an earlier recertification rests on is not the next one. */
  notes: readonly Recertifying[];
  /** Medicare pays, and not for chiropractic. */
  isMedicare: boolean;
};

type Recertifying = Pick<VisitNote, 'NoteId' | 'NoteDate' | 'NoteType' | 'AlsoTypes' | 'signedAt'>;
type Signing = Pick<NoteRow, 'NoteType' | 'AlsoTypes' | 'Cells'> & { NoteId: string; NoteDate: string };

/** Kinds of notes that report on goals. */
export const goalKinds: readonly NoteType[] = ['eval', 'progress', 'reeval', 'recert', 'discharge'];

export function reportsOnGoals({ NoteType, AlsoTypes }: Pick<NoteRow, 'NoteType' | 'AlsoTypes'>): boolean {
  return [NoteType, ...AlsoTypes].some((type) => goalKinds.includes(type));
}

/** What a note lacks of goals and plans of care (chart.md 3; CMS ch. 15 §220.1.2, §220.3 D), a sentence each. */
export function goalsToSign(note: Signing, care: CareOfNote): string[] {
  const kinds = [note.NoteType, ...note.AlsoTypes];
  return [...goalsMissing(note, kinds, care), ...goalsUnfilled(note, kinds, care), ...plansMissing(note, kinds, care)];
}

/** Goals of a template still have its blanks; a goal that was reported on before, or ends here, is no longer changed. */
function goalsUnfilled(
  { NoteId, Cells }: Signing,
  kinds: readonly NoteType[],
  { goals, reports }: CareOfNote,
): string[] {
  if (!kinds.some((kind) => goalKinds.includes(kind))) return [];
  const reported = lastReports(reports, NoteId);
  return openGoals(goals, reports, NoteId).flatMap((one) => {
    const [found] = blanksOf([one.Text, one.Function, one.Baseline, one.Target].join('\n'));
    const isOver = reported.has(one.GoalId) || isEnded(Cells[cellKey('goal', one.GoalId, 'Status')]);
    return found && !isOver ? [blankSentence(goalName(one), found)] : [];
  });
}

function goalsMissing(note: Signing, kinds: readonly NoteType[], { goals, reports }: CareOfNote): string[] {
  const open = openGoals(goals, reports, note.NoteId);
  const isSaid = ({ GoalId }: Goal) => saysSomething(note.Cells[cellKey('goal', GoalId, 'Status')]);
  if (kinds.includes('progress') || kinds.includes('discharge'))
    return open.filter((one) => !isSaid(one)).map((one) => `${goalName(one)} has no status.`);
  if (kinds.includes('eval') && open.length === 0) return ['There is no goal.'];
  const needsOne = kinds.includes('eval') || kinds.includes('reeval');
  return needsOne && open.length > 0 && !open.some(isSaid) ? ['No goal has a status.'] : [];
}

function plansMissing(note: Signing, kinds: readonly NoteType[], care: CareOfNote): string[] {
  if (kinds.includes('recert')) {
    const next = nextPlanOf(note, care);
    return next ? lacksOf(next, care) : ['The next plan of care is missing.'];
  }
  if (!kinds.includes('eval') || !care.isMedicare) return [];
  const plan = ownPlan(note, care.plans) ?? freePlans(care.plans, note).find(({ From }) => From <= note.NoteDate);
  return plan ? lacksOf(plan, care) : ['The plan of care is missing.'];
}

function ownPlan({ NoteId }: Pick<Signing, 'NoteId'>, plans: readonly PlanOfCare[]): PlanOfCare | undefined {
  return plans.find(({ WrittenInNoteId }) => WrittenInNoteId === NoteId);
}

/** Plans written in no note that last until a note's day. */
function freePlans(plans: readonly PlanOfCare[], { NoteDate }: Pick<Signing, 'NoteDate'>): PlanOfCare[] {
  return plans.filter(({ WrittenInNoteId, To }) => WrittenInNoteId === null && NoteDate <= To);
}

/**
 * The plan written in a recertification; else the first of no note that no earlier recertification rests on. Those took
 * theirs in the order they were signed in.
 */
function nextPlanOf(note: Signing, { plans, notes }: CareOfNote): PlanOfCare | undefined {
  const own = ownPlan(note, plans);
  if (own) return own;
  const left = plans.filter(({ Kind }) => Kind === 'recert').toSorted((a, b) => a.From.localeCompare(b.From));
  const earlier = notes
    .filter((one) => one.signedAt !== null && one.NoteId !== note.NoteId && ownPlan(one, plans) === undefined)
    .filter((one) => one.NoteType === 'recert' || one.AlsoTypes.includes('recert'))
    .toSorted((a, b) => (a.signedAt ?? '').localeCompare(b.signedAt ?? ''));
  for (const one of earlier) {
    const [taken] = freePlans(left, one);
    if (taken) left.splice(left.indexOf(taken), 1);
  }
  return freePlans(left, note)[0];
}

/** What Medicare asks of a plan beside what every plan says. */
function lacksOf({ GoalIds, Diagnoses, CertifierId }: PlanOfCare, { goals, isMedicare }: CareOfNote): string[] {
  if (!isMedicare) return [];
  const chosen = goals.filter(({ GoalId }) => GoalIds.includes(GoalId));
  const isLasting = chosen.some(({ Term, Function: what }) => Term === 'long' && saysSomething(what));
  return [
    ...(isLasting ? [] : ['The plan of care needs a long-term goal with its function.']),
    ...(Diagnoses.length > 0 ? [] : ['The plan of care has no diagnosis.']),
    ...(CertifierId === null ? ['The plan of care names no one to certify it.'] : []),
  ];
}
