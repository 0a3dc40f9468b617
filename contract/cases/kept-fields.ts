/** Fields that stay as they are on the server where two people changed them. */
export const keptFields = ['Diagnoses'] as const;
export type KeptField = (typeof keptFields)[number];

export const keptSentence =
  'Someone else changed the diagnoses first. Their change was kept. Check the case and change it again if needed.';
