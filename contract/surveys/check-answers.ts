import { Text } from '../base/text.ts';
import type { Survey, SurveyAnswers } from './survey.ts';

const longestComment = 1_000;
const Comment = Text(longestComment).min(1);

/** The answers as they are kept; null where one is of another kind, unknown, too long, or a required one is missing. */
export function checkedAnswers(
  { Questions }: Survey,
  answers: Readonly<Record<string, unknown>>,
): SurveyAnswers | null {
  const kept: SurveyAnswers = {};
  for (const key of Object.keys(answers)) if (!Questions.some((question) => question.key === key)) return null;
  for (const { key, kind, isRequired = false } of Questions) {
    const given = answers[key];
    if (given === undefined || given === null || (typeof given === 'string' && given.trim() === '')) {
      if (isRequired) return null;
      continue;
    }
    if (kind === 'score') {
      if (typeof given !== 'number' || !Number.isInteger(given) || given < 0 || given > 10) return null;
      kept[key] = given;
    } else if (kind === 'yesNo') {
      if (typeof given !== 'boolean') return null;
      kept[key] = given;
    } else {
      const text = Comment.safeParse(typeof given === 'string' ? given.trim() : given);
      if (!text.success) return null;
      kept[key] = text.data;
    }
  }
  return kept;
}
