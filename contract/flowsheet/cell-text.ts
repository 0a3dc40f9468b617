import type { Dose } from './dose.ts';
import { mostDoseText } from './dose.ts';
import type { ParsedDose } from './parse-dose.ts';
import { showDose } from './show-dose.ts';
import { textHash } from './text-hash.ts';
import type { VisitCell } from './visit-exercises.ts';

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
