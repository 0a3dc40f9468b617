/** Fields that stay as they are on the server where two people changed them. */
export const keptFields = ['Diagnoses'] as const;
export type KeptField = (typeof keptFields)[number];

export const keptSentence =
  'Somebody else changed the diagnoses meanwhile. Theirs were kept; look at the case and change them again if needed.';
