import { showDate } from '../base/dates.ts';
import { showPhone } from '../base/text.ts';
import type { Block, Drawing, Fact, NoteDocument, NoteTable } from '../documentation/document/document-blocks.ts';
import { markWords } from '../measures/body/mark-place.ts';
import { drawingsOf } from '../measures/body/marks.ts';
import { answerKey, type Answer, type Answers, type IntakeForm, type IntakeMark, type Question } from './form.ts';
import { isAnswered, stepsOf } from './show-if.ts';

export type Head = Pick<NoteDocument, 'letterhead' | 'patient'> & { about: readonly Fact[] };

/** Submitted forms as they go into the chart: what was asked and what was answered, in the clinic's language. */
export function intakeDocument(forms: readonly IntakeForm[], answers: Answers, head: Head): NoteDocument {
  const blocks = stepsOf(forms, answers).flatMap(({ form, page, questions }): Block[] => {
    const rows = questions
      .filter(({ kind }) => kind !== 'signature')
      .map((question) => [question.label, answerWords(question, answers[answerKey(form, question)])] as const);
    if (rows.length === 0) return [];
    const title = form.title === page.title ? form.title : `${form.title}: ${page.title}`;
    const table: NoteTable = { title, columns: ['Question', 'Answer'], rows };
    const marks = questions.flatMap((question) =>
      question.kind === 'body' ? ((answers[answerKey(form, question)] as readonly IntakeMark[] | undefined) ?? []) : [],
    );
    const drawings: Block[] =
      marks.length === 0
        ? []
        : [{ is: 'drawings', title: 'Body chart', drawings: drawingsOf(marks.map((mark) => ({ mark }))) }];
    return [{ is: 'table', table }, ...drawings];
  });
  return { title: 'Intake forms', mark: null, ...head, blocks };
}

/** An answer in words; a dash where there is none. */
export function answerWords(question: Question, answer: Answer | null | undefined): string {
  if (answer === null || answer === undefined || !isAnswered(answer)) return '-';
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return question.kind === 'scale' ? `${answer} of 10` : String(answer);
  if (typeof answer !== 'string') return answer.map((one) => partWords(question, one)).join('; ');
  if (question.kind === 'photo') return 'Photo in the files of the chart';
  if (question.kind === 'phone') return showPhone(answer);
  if (question.kind === 'date') return showDate(answer);
  return 'options' in question ? optionLabel(question, answer) : answer;
}

function partWords(question: Question, one: string | IntakeMark): string {
  if (typeof one !== 'string') return markWords(one);
  return 'options' in question ? optionLabel(question, one) : one;
}

function optionLabel(question: Extract<Question, { options: unknown }>, value: string): string {
  return question.options.find((option) => option.value === value)?.label ?? value;
}

export type ConsentSigned = {
  title: string;
  label: string;
  paragraphs: readonly string[];
  SignerName: string;
  /** Null: the patient. */
  Relationship: string | null;
  /** When, in words with the zone. */
  signed: string;
  /** Lines in thousandths; null where the name was typed. */
  strokes: readonly (readonly (readonly number[])[])[] | null;
};

/** The field that is signed in is two and a half times as wide as it is high. */
const field = { width: 750, height: 300 } as const;

/** One signed text: the words as they were shown, and below them who signed, how and when. */
export function consentDocument(of: ConsentSigned, head: Head): NoteDocument {
  const { title, label, paragraphs, SignerName, Relationship, signed, strokes } = of;
  const by = Relationship === null ? SignerName : `${SignerName} (${Relationship} of the patient)`;
  const drawing: Drawing[] =
    strokes === null
      ? []
      : [
          {
            caption: by,
            words: `signature of ${SignerName}`,
            ...field,
            outlines: [],
            dots: [],
            lines: strokes.map((points) =>
              points.map(([x = 0, y = 0]) => [(x * field.width) / 1000, (y * field.height) / 1000] as const),
            ),
          },
        ];
  const blocks: Block[] = [
    ...paragraphs.map((text, at): Block => ({ is: 'section', title: at === 0 ? label : '', text })),
    ...(drawing.length > 0 ? [{ is: 'drawings', title: 'Signature', drawings: drawing } as const] : []),
    {
      is: 'signatures',
      lines: [`Signed electronically by ${by}${strokes === null ? ', by typed name' : ''}`, signed],
    },
  ];
  return { title, mark: null, ...head, blocks };
}
