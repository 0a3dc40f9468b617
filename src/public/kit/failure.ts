import { useState } from 'react';
import { commonWords } from '#contract/words/common-page.ts';
import { inLanguage } from '#contract/words/refusals.ts';
import { useLanguage, useWords } from './language.tsx';

type Refused = { status: number; message: string };

/** Why the last call did not work, in the language of the page; null where it did. */
export function useFailure() {
  const words = useWords(commonWords);
  const { language } = useLanguage();
  const [refused, show] = useState<Refused | null>(null);
  return { failure: refused && wordsOf(refused), show };

  function wordsOf({ status, message }: Refused): string {
    if (status === 0) return words.offline;
    if (status === 429) return words.tooOften;
    return inLanguage(message || words.failed, language);
  }
}
