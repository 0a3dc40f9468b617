/** A private note to the clinic, in characters. */
export const longestPrivateNote = 2_000;
