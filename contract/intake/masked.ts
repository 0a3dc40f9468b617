import { answerKey, type Answers, type IntakeForm } from './form.ts';

/** `•••0142`, `r•••@example.com`: enough to know again what one typed, too little to learn it. */
export function maskedAnswer(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('@')) return trimmed.replace(/^(.)[^@]*@/, '$1•••@');
  return `•••${trimmed.length > 6 ? trimmed.slice(-4) : ''}`;
}

/**
 * What a link and a birth date show of contacts (patient-pages 1: contacts masked): who holds the message of somebody else
 * must not learn their address or number. The other answers stay as they are.
 */
export function maskContacts(
  forms: readonly IntakeForm[],
  answers: Answers,
): { answers: Answers; masked: Record<string, string> } {
  const masked: Record<string, string> = {};
  for (const form of forms) {
    for (const { questions } of form.pages) {
      for (const question of questions) {
        const key = answerKey(form, question);
        const answer = answers[key];
        const isContact = question.kind === 'phone' || question.kind === 'email' || 'field' in question;
        if (isContact && typeof answer === 'string' && answer.trim() !== '') masked[key] = maskedAnswer(answer);
      }
    }
  }
  return { answers: Object.fromEntries(Object.entries(answers).filter(([key]) => !(key in masked))), masked };
}
