import { z } from 'zod';
import { Instant } from '../base/dates.ts';
import { PayerId } from '../base/ids.ts';
import { Line, Text } from '../base/text.ts';
import { disciplineNames } from '../cases/case-words.ts';
import type { Both } from '../intake/built-in/in-both.ts';
import { intakeFields } from '../visits/visit.ts';

export const OwnFormId = z.uuid().brand<'OwnFormId'>();
export type OwnFormId = z.output<typeof OwnFormId>;

export const mostPages = 20;
export const mostQuestions = 25;
export const mostOptions = 30;
export const mostParagraphs = 20;

/** English and Spanish; either may be empty while it is written. */
const Words = (max: number) => z.array(Text(max)).min(2).max(2) as unknown as z.ZodType<[string, string], string[]>;

export const questionKinds = [
  'line',
  'text',
  'date',
  'phone',
  'email',
  'state',
  'zip',
  'yesNo',
  'choice',
  'many',
  'scale',
  'body',
  'photo',
  'signature',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

const QuestionKey = z.string().regex(/^[A-Za-z]\w{0,40}$/);
const Condition = z.union([
  z.strictObject({ question: QuestionKey, is: z.union([z.boolean(), z.string().max(40)]) }),
  z.strictObject({ question: QuestionKey, has: z.string().max(40) }),
]);
export type Condition = z.output<typeof Condition>;
const Conditions = z.array(Condition).min(1).max(8);
const DraftShowIf = z.union([
  Condition,
  z.strictObject({ all: Conditions }),
  z.strictObject({ any: Conditions }),
  z.strictObject({ not: Condition }),
]);
export type DraftShowIf = z.output<typeof DraftShowIf>;

/** What only some kinds have stays out of the others once a version is published. */
export const DraftQuestion = z.strictObject({
  kind: z.enum(questionKinds),
  key: QuestionKey,
  label: Words(200),
  hint: Words(300).optional(),
  isRequired: z.boolean().optional(),
  showIf: DraftShowIf.optional(),
  most: z.int().min(1).max(2_000).optional(),
  field: z.enum(intakeFields).optional(),
  fills: Line(40).optional(),
  low: Words(60).optional(),
  high: Words(60).optional(),
  options: z
    .array(z.strictObject({ value: Line(40), label: Words(120) }))
    .max(mostOptions)
    .optional(),
  of: z.enum(['cardFront', 'cardBack']).optional(),
  paragraphs: z.array(Words(1_500)).max(mostParagraphs).optional(),
});
export type DraftQuestion = z.output<typeof DraftQuestion>;

export const DraftPage = z.strictObject({
  key: QuestionKey,
  title: Words(80),
  lead: Words(300).optional(),
  showIf: DraftShowIf.optional(),
  questions: z.array(DraftQuestion).max(mostQuestions),
});
export type DraftPage = z.output<typeof DraftPage>;

const disciplines = Object.keys(disciplineNames) as (keyof typeof disciplineNames)[];
/** Whole years on the day of the visit: from the first on, and below the second. */
const Age = z.int().min(0).max(150);

export const DraftAskedOf = z.strictObject({
  Disciplines: z.array(z.enum(disciplines)).min(1).max(10).optional(),
  VisitTypeIds: z.array(z.uuid()).min(1).max(1_000).optional(),
  /** Only of a form of before, of types that no facility had any more. */
  VisitTypeNames: z.array(Line(60)).min(1).max(100).optional(),
  PayerIds: z.array(PayerId).min(1).max(100).optional(),
  isInsured: z.boolean().optional(),
  ages: z.strictObject({ from: Age.optional(), until: Age.optional() }).optional(),
});
export type DraftAskedOf = z.output<typeof DraftAskedOf>;

/** What people write of a form of their own. */
export const draftFields = {
  title: Words(80),
  askedOf: DraftAskedOf,
  pages: z.array(DraftPage).max(mostPages),
  /** The published version is asked for; a form without one is asked of nobody. */
  isOn: z.boolean(),
  /** The built-in form in whose place it is asked; null: in addition to them. */
  replaces: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,40}$/)
    .nullable(),
};
export const DraftFields = z.object(draftFields);
export type DraftFields = z.output<typeof DraftFields>;

/** The built-in form or the form of one's own that a new one began as a copy of. */
export const CopiedFrom = z.union([OwnFormId, draftFields.replaces.unwrap()]);
/** What a form begins with. */
export type NewForm = DraftFields & { copiedFrom?: z.output<typeof CopiedFrom> };

const state = {
  OwnFormId,
  /** Counts the changes of the draft. */
  rev: z.int(),
  /** The newest published one; 0: none yet. */
  version: z.int(),
  publishedAt: Instant.nullable(),
  /** The draft says something else than the newest version. */
  isChanged: z.boolean(),
};
export const OwnForm = z.object({ ...draftFields, ...state });
export type OwnForm = z.output<typeof OwnForm>;
/** One line of the list. */
export const OwnFormLine = OwnForm.omit({ pages: true }).extend({ questions: z.int() });
export type OwnFormLine = z.output<typeof OwnFormLine>;

/** By what the versions of such a form are known, and the keys of their answers begin. */
export function formIdOf(id: OwnFormId): string {
  return `own-${id.toLowerCase()}`;
}

export const noWords = (): Both => ['', ''];
