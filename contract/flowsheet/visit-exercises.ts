import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { CaseId, FacilityId, NoteId, PatientId, ProviderId, VisitId } from '../base/ids.ts';
import { OptionalLine } from '../base/text.ts';
import { assistLevels, DoseAmount, sides, type Dose } from './dose.ts';
import { mostDoseText, type ParsedDose } from './parse-dose.ts';
import { showDose } from './show-dose.ts';
import { textHash } from './text-hash.ts';

export const CaseExerciseId = z.uuid().brand<'CaseExerciseId'>();
export type CaseExerciseId = z.output<typeof CaseExerciseId>;

/** From which signed note a value was taken, when that note was signed, and the text it had there. */
export const TakenFrom = z.strictObject({ NoteId, at: Instant, hash: z.string().regex(/^[0-9a-f]{14}$/) });
export type TakenFrom = z.output<typeof TakenFrom>;

/** What was done of one exercise at one visit. */
export const VisitCell = z.strictObject({
  Dose: DoseAmount.nullable(),
  /** The text of a dose that could not be read; it has to be settled before signing. */
  Unread: z.string().max(mostDoseText).nullable(),
  Side: z.enum(sides).nullable(),
  Assist: z.enum(assistLevels).nullable(),
  Pain: z.int().min(0).max(10).nullable(),
  Comment: OptionalLine(500),
  /** Why it was not done; empty text where no reason was given, null where it was not skipped. */
  Skipped: OptionalLine(mostDoseText),
  /** Who performed it; null is the visit's provider. */
  ProviderId: ProviderId.nullable(),
  From: TakenFrom.nullable(),
});
export type VisitCell = z.output<typeof VisitCell>;

/** The flowsheet column of a visit: its cells by CaseExerciseId. One row a visit. */
export const VisitExercises = z.object({
  VisitId,
  CaseId,
  PatientId,
  FacilityId,
  Cells: z.record(CaseExerciseId, VisitCell),
  updated_at: Instant,
});
export type VisitExercises = z.output<typeof VisitExercises>;

export const emptyCell: VisitCell = {
  Dose: null,
  Unread: null,
  Side: null,
  Assist: null,
  Pain: null,
  Comment: null,
  Skipped: null,
  ProviderId: null,
  From: null,
};

/** The dose of a cell with its side and help, or null where nothing was done. */
export function doseOf({ Dose: amount, Side, Assist }: VisitCell): Dose | null {
  return amount && { ...amount, Side, Assist };
}

/** What a cell shows and what is typed over: the dose, the unread text, or `-` with the reason. */
export function cellText(cell: VisitCell): string {
  if (cell.Unread !== null) return cell.Unread;
  if (cell.Skipped !== null) return cell.Skipped === '' ? '-' : `- ${cell.Skipped}`;
  const dose = doseOf(cell);
  return dose ? showDose(dose) : '';
}

/**
 * The cell after something was typed. Pain, comment and performer stay; what was taken from another visit is marked
 * so only while it is unchanged. Text that is too long to store is not taken: null.
 */
export function typedCell(cell: VisitCell, parsed: ParsedDose): VisitCell | null {
  const { Pain, Comment, ProviderId } = cell;
  const blank: VisitCell = { ...emptyCell, Pain, Comment, ProviderId };
  if (parsed.kind === 'empty') return blank;
  if (parsed.kind === 'skipped') return { ...blank, Skipped: parsed.reason ?? '' };
  if (parsed.kind === 'problem') return parsed.text.length > mostDoseText ? null : { ...blank, Unread: parsed.text };
  const { Side, Assist, ...amount } = parsed.dose;
  const typed: VisitCell = { ...blank, Dose: amount, Side, Assist };
  return { ...typed, From: isAsTaken({ ...typed, From: cell.From }) ? cell.From : null };
}

/** Whether a cell still has the value it was taken with. */
export function isAsTaken(cell: VisitCell): boolean {
  return cell.From !== null && cell.From.hash === textHash(cellText(cell));
}
