/** The languages of the pages for patients. */
export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

/** One sentence in each language. */
export type InBoth = Readonly<Record<Language, string>>;

/** The same words in each language; one that lacks a word does not compile. */
export type Words<K extends string> = Record<Language, Record<K, string>>;

/** A sentence with its values in place of `{name}`. */
export function fill(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The first of a browser's languages that these pages speak. */
export function languageOf(wanted: readonly string[]): Language {
  const found = wanted.map((one) => one.slice(0, 2).toLowerCase()).find((one) => one in languages);
  return (found as Language | undefined) ?? 'en';
}
