export type Tone = 'plain' | 'positive' | 'negative';
export type Toast = {
  sentence: string;
  tone: Tone;
  /** ms; false for until somebody presses its button. */
  time: number | false;
  /** By which support finds what was refused; on a small line of its own. */
  requestId: string | undefined;
  action: { label: 'Undo' | 'Dismiss'; run: () => void } | undefined;
};
