import type { Block, NoteDocument } from '../documentation/document/document-blocks.ts';
import type { Answer, Question } from './form.ts';
import { answerWords, consentDocument, type ConsentSigned, type Head } from './intake-document.ts';

/** What was typed and signed on a kiosk and is no answer of the visit's forms. */
export type Unfit = {
  answers: readonly { label: string; words: string }[];
  consents: readonly ConsentSigned[];
};

/** An answer that its question may not take, as it was typed; `null` for a question that is not known. */
export function typedWords(question: Question | null, answer: Answer): string {
  if (typeof answer === 'string' && !(question && 'options' in question)) return answer;
  return answerWords(question ?? { kind: 'text', key: 'answer', label: '' }, answer);
}

/** It goes into the chart as a file, so that nothing is lost: the answers first, then each signature. */
export function unfitDocument({ answers, consents }: Unfit, head: Head): NoteDocument {
  const rows = answers.map(({ label, words }) => [label, words] as const);
  const blocks: Block[] = [
    {
      is: 'section',
      title: 'Why it is here',
      text: 'This was entered on a kiosk without a connection. It did not fit the forms of the visit, so it is no part of them.',
    },
    ...(rows.length > 0
      ? [{ is: 'table', table: { title: 'Answers', columns: ['Question', 'Answer'], rows } } as const]
      : []),
    ...consents.flatMap((consent): readonly Block[] => consentDocument(consent, head).blocks),
  ];
  return { title: 'Forms from the kiosk', mark: null, ...head, blocks };
}
