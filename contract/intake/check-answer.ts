import { phoneRefusal } from '../base/phone.ts';
import { usStates } from '../base/state-names.ts';
import { bodyRegion } from '../measures/body/body-regions.ts';
import type { Answer, IntakeMark, Question } from './form.ts';

/** Why an answer can't be stored; the page has a sentence for each in both languages. */
export type AnswerProblem =
  | 'tooLong'
  | 'phone'
  | 'email'
  | 'state'
  | 'zip'
  | 'date'
  | 'option'
  | 'scale'
  | 'mark'
  | 'kind';

/** More marks than anybody makes on purpose. */
export const mostMarks = 40;
const longestLine = 120;
const longestText = 2_000;

/**
 * What is wrong with an answer, or null. Gaps are no matter of this: see `gapsOf`. Photos and signatures have calls of
 * their own, and no answer of the page stands for one.
 */
export function answerProblem(question: Question, answer: Answer): AnswerProblem | null {
  const { kind } = question;
  if (kind === 'yesNo') return typeof answer === 'boolean' ? null : 'kind';
  if (kind === 'scale')
    return typeof answer === 'number' && Number.isInteger(answer) && answer >= 0 && answer <= 10 ? null : 'scale';
  if (kind === 'many') return severalProblem(question, answer);
  if (kind === 'body') return marksProblem(answer);
  if (kind === 'photo' || kind === 'signature' || typeof answer !== 'string') return 'kind';
  return textProblem(question, answer);
}

function severalProblem(question: Extract<Question, { options: unknown }>, answer: Answer): AnswerProblem | null {
  if (!Array.isArray(answer)) return 'kind';
  const chosen = new Set(answer as readonly unknown[]);
  if (chosen.size !== answer.length) return 'option';
  return [...chosen].every((one) => question.options.some(({ value }) => value === one)) ? null : 'option';
}

function textProblem(question: Question, text: string): AnswerProblem | null {
  const { kind } = question;
  if (kind === 'choice') return question.options.some(({ value }) => value === text) ? null : 'option';
  if (text.trim() === '') return null;
  const most =
    kind === 'text' ? (question.most ?? longestText) : kind === 'line' ? (question.most ?? longestLine) : 120;
  if (text.length > most) return 'tooLong';
  if (kind !== 'text' && /[\n\r]/.test(text)) return 'kind';
  if (kind === 'phone') return phoneRefusal(text) === null ? null : 'phone';
  if (kind === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text) ? null : 'email';
  if (kind === 'state') return Object.hasOwn(usStates, text.trim().toUpperCase()) ? null : 'state';
  if (kind === 'zip') return /^\d{5}(-?\d{4})?$/.test(text.trim()) ? null : 'zip';
  if (kind === 'date') return isDay(text) ? null : 'date';
  return null;
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isFinite(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

function marksProblem(answer: Answer): AnswerProblem | null {
  if (!Array.isArray(answer)) return 'kind';
  if (answer.length > mostMarks) return 'tooLong';
  return (answer as readonly IntakeMark[]).every(isMark) ? null : 'mark';
}

function isMark(mark: IntakeMark): boolean {
  const inPicture = (at: unknown) => typeof at === 'number' && Number.isInteger(at) && at >= 0 && at <= 1000;
  if (typeof mark !== 'object' || !inPicture(mark.x) || !inPicture(mark.y)) return false;
  return bodyRegion(mark.Region, mark.View, mark.Side) !== undefined;
}
