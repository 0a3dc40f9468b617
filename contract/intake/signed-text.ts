import type { Question } from './form.ts';

/** What a signature is given to, as one text: its hash tells which words were shown. */
export function signedText(question: Extract<Question, { kind: 'signature' }>): string {
  return [question.label, ...question.paragraphs].join('\n');
}
