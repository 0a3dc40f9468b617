import { goalName, isEnded, lastReports, openGoals, type GoalReport } from '../cases/goals-of-case.ts';
import type { Goal } from '../cases/goal.ts';
import type { PlanOfCare } from '../cases/plan-of-care-row.ts';
import { blanksOf, blankSentence } from './blanks.ts';
import { saysSomething } from './cell-values.ts';
import { cellKey } from './field-keys.ts';
import type { NoteRow } from './note-field.ts';
import type { NoteType } from './note-types.ts';

/** What of a case a note is judged by, beside itself. */
export type CareOfNote = {
  goals: readonly Goal[];
  /** Of all notes of the case. */
  reports: readonly GoalReport[];
  plans: readonly PlanOfCare[];
  /** Medicare pays, and not for chiropractic. */
  isMedicare: boolean;
};

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
  const plan = planOfNote(note, care.plans, kinds.includes('recert'));
  if (kinds.includes('recert')) return plan ? lacksOf(plan, care) : ['The next plan of care is missing.'];
  if (!kinds.includes('eval') || !care.isMedicare) return [];
  return plan ? lacksOf(plan, care) : ['The plan of care is missing.'];
}

/** The plan written in the note; else one of no note that covers its day, or for a recertification goes beyond it. */
function planOfNote({ NoteId, NoteDate }: Signing, plans: readonly PlanOfCare[], isNext: boolean): PlanOfCare | null {
  const own = plans.find(({ WrittenInNoteId }) => WrittenInNoteId === NoteId);
  if (own) return own;
  const free = plans.filter(({ WrittenInNoteId, To }) => WrittenInNoteId === null && NoteDate <= To);
  return free.find(({ Kind, From }) => (isNext ? Kind === 'recert' : From <= NoteDate)) ?? null;
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
