import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { languageOf, type Language, type Words } from '#contract/words/language.ts';

const kept = 'mainstay-language';

type Spoken = {
  language: Language;
  speak(language: Language): void;
  /** The patient's own, unless another one was chosen on this device. */
  suggest(language: Language): void;
};
const Spoken = createContext<Spoken>({ language: 'en', speak: () => undefined, suggest: () => undefined });

/** What was chosen on this device, else the browser's. Storage may be closed to the page. */
function firstLanguage(): Language {
  const chosen = chosenHere();
  return languageOf(chosen === null ? navigator.languages : [chosen]);
}

function chosenHere(): string | null {
  try {
    return localStorage.getItem(kept);
  } catch {
    // Then the browser's counts each time.
    return null;
  }
}

export function LanguageScope({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => void (document.documentElement.lang = language), [language]);
  const suggest = useCallback((own: Language) => {
    if (chosenHere() === null) setLanguage(own);
  }, []);
  const spoken = useMemo(
    () => ({
      language,
      suggest,
      speak: (chosen: Language) => {
        setLanguage(chosen);
        try {
          localStorage.setItem(kept, chosen);
        } catch {
          // It counts for this page alone.
        }
      },
    }),
    [language, suggest],
  );
  return <Spoken value={spoken}>{children}</Spoken>;
}

/** Speaks one language, whatever the device is set to. */
export function SpeakOnly({ language, children }: { language: Language; children: ReactNode }) {
  const spoken = useMemo(() => ({ language, speak: () => undefined, suggest: () => undefined }), [language]);
  return <Spoken value={spoken}>{children}</Spoken>;
}

/** The next one to use this device chooses anew. */
export function forgetLanguage(): void {
  try {
    localStorage.removeItem(kept);
  } catch {
    // Then nothing was kept.
  }
}

export const useLanguage = (): Spoken => useContext(Spoken);

/** The words of a page in the language that was chosen; each language has them all. */
export function useWords<K extends string>(words: Words<K>): Record<K, string> {
  return words[useLanguage().language];
}
