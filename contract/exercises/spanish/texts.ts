/** By the key of the exercise: its name, and what the patient reads. */
export type SpanishTexts = Readonly<Record<string, readonly [Name: string, text: string]>>;
