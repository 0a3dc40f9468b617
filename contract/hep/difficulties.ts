/** How an exercise was, in the words of its patient. */
export const difficulties = ['easy', 'right', 'hard'] as const;
