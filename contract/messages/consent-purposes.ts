/** What a message is about, as far as a patient agrees to it or not; in the order in which patients are asked. */
export const consentPurposes = ['visits', 'billing', 'hep', 'surveys', 'reviews', 'marketing'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];
