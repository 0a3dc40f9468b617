/** Pain of which the patient is told to call the clinic, and the clinic to call the patient; of 10. */
export const highPain = 8;
