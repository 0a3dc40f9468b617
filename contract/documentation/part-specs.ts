/** A part of a note in prose. */
export type SectionSpec = { key: string; title: string; prompt: string; isRequired: boolean };

/** A fact of a note with a value of its own. */
export type ElementSpec = {
  key: string;
  label: string;
  isRequired: boolean;
} & ({ is: 'choice'; options: Readonly<Record<string, string>> } | { is: 'day' } | { is: 'line'; most: number });
