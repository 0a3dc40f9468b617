import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { NoteId } from '../base/ids.ts';
import { Text } from '../base/text.ts';
import { BodyMark } from '../measures/body/body-mark.ts';
import { TemplateSectionKey, UsedTemplate } from '../templates/template-section.ts';
import { cellKeys, cellOf, type CellOwner } from './field-keys.ts';

export const CellKey = z.string().regex(cellKeys);

/** How a passive movement ends. */
export const endFeels = {
  soft: 'Soft',
  firm: 'Firm',
  hard: 'Hard',
  capsular: 'Capsular',
  springy: 'Springy block',
  spasm: 'Spasm',
  empty: 'Empty',
} as const;

/** What a report says of a goal. */
export const goalStatuses = {
  new: 'New',
  progressing: 'Progressing',
  unchanged: 'Unchanged',
  declined: 'Declined',
  met: 'Met',
  replaced: 'Replaced',
  dropped: 'Dropped',
} as const;

const oneOf = <T extends Record<string, string>>(words: T) => z.enum(Object.keys(words) as [keyof T & string]);
const Comment = Text(500).nullable();
const Finding = Text(80).nullable();

/** What was measured: an amount, the text of a grade or choice, or those of several; what is none yet as it was typed. */
const MeasuredValue = z.union([z.number(), Text(60), z.array(Text(60)).max(40), z.null()]);
/** The note that a value was taken over from, and when. */
const TakenFrom = z.object({ NoteId, at: Instant }).nullable();

const schemas: Readonly<Record<CellOwner, Readonly<Record<string, z.ZodType>>>> = {
  measure: {
    Value: MeasuredValue,
    Pain: z.int().min(0).max(10).nullable(),
    EndFeel: oneOf(endFeels).nullable(),
    Comment,
    /** Why it was not tested. */
    NotTested: Text(120).nullable(),
    From: TakenFrom,
  },
  goal: {
    Status: oneOf(goalStatuses).nullable(),
    Current: Text(200).nullable(),
    Percent: z.int().min(0).max(100).nullable(),
    Comment,
  },
  mark: { Mark: BodyMark.nullable() },
  segment: {
    Pain: z.int().min(0).max(10).nullable(),
    Asymmetry: Finding,
    Range: Finding,
    Tissue: Finding,
    Treated: z.literal('yes').nullable(),
    Technique: Finding,
  },
  template: { Used: UsedTemplate.nullable(), Inserted: z.array(TemplateSectionKey).max(40).nullable() },
  section: { From: TakenFrom },
};

export const CellValue = z.union([MeasuredValue, Text(500), BodyMark, TakenFrom, UsedTemplate]);
export type CellValue = z.output<typeof CellValue>;

/** Cells of a note by their names; what nothing is said in is null or missing. */
export type Cells = Readonly<Record<string, CellValue>>;

/** What a cell may hold, by its owner and field; undefined where it is no cell. */
export function cellSchema(field: string): z.ZodType | undefined {
  const cell = cellOf(field);
  return cell === null ? undefined : schemas[cell.owner][cell.name];
}

/** More than a note of every measurement of a case on both sides holds. */
export const mostCells = 3_000;

/** Whether a cell says anything: a list without entries says nothing, nor does a text of spaces. */
export function saysSomething(value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'string' || value.trim() !== '';
}

/** The cells that hold something; an emptied one is as one that never was. */
export function filledCells(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null));
}
