import { z } from 'zod';

/** A reply that leaves as a file, not as JSON: its bytes, and what it is called. */
export const SentFile = z.object({
  /** Without anything of a patient: it stands in lists of downloads. */
  filename: z.string().regex(/^[\w.-]{1,80}$/),
  content: z.instanceof(Uint8Array),
});
export type SentFile = z.output<typeof SentFile>;
